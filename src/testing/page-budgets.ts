import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** Limits of a page: kB (1,000 bytes) after gzip, without pictures, and number of requests. */
const budget = { html: 12, css: 10, script: 12, all: 30, requests: 64 }

interface Visit {
  hosts: Set<string>
  requests: number
  /** Bytes after gzip, by kind. */
  bytes: { html: number; css: number; script: number }
}

/** Records the requests of a page from this call on. */
export function watchVisit(page: Page): () => Promise<Visit> {
  const answers: Promise<[kind: string, bytes: number]>[] = []
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (['document', 'stylesheet', 'script'].includes(kind))
      answers.push(response.body().then((body) => [kind, gzipSync(body).length]))
  })
  return async () => {
    const sizes = await Promise.all(answers)
    const sum = (wanted: string) =>
      sizes.reduce((bytes, [kind, size]) => bytes + (kind === wanted ? size : 0), 0)
    return {
      hosts: new Set(asked.filter(({ protocol }) => protocol !== 'data:').map(({ host }) => host)),
      requests: asked.length,
      bytes: { html: sum('document'), css: sum('stylesheet'), script: sum('script') },
    }
  }
}

/** The limits that a visit exceeds, each as a sentence. */
export function overBudget({ bytes, requests }: Visit): string[] {
  const all = bytes.html + bytes.css + bytes.script
  const limits: [name: string, is: number, most: number][] = [
    ['bytes of HTML', bytes.html, budget.html * 1000],
    ['bytes of CSS', bytes.css, budget.css * 1000],
    ['bytes of JavaScript', bytes.script, budget.script * 1000],
    ['bytes in all', all, budget.all * 1000],
    ['requests', requests, budget.requests],
  ]
  return limits
    .filter(([, is, most]) => is > most)
    .map(([name, is, most]) => `${is} ${name}, at most ${most}`)
}

/** The cumulative layout shift of a page, a Core Web Vital. */
export function layoutShift(page: Page): Promise<number> {
  // Buffered entries of the observer arrive a turn later, so two frames are enough.
  return page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0
    const add = (list) => { for (const { value } of list.getEntries()) sum += value }
    const observer = new PerformanceObserver(add)
    observer.observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
  })`)
}
