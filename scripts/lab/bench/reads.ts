// Reads and searches: answers of the service per second, as a ratio to the baseline of the same run.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/** Formats a number for people, with three significant digits below 100. */
export function rounded(value: number): string {
  const number = value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
  return number.toLocaleString('en')
}

const [rounds, secondsOfRound, connections] = [3, 2, 20]

/** Paths of the API to read in turn, by measurement. */
type Cases = Record<string, string[]>

/** Measures service and baseline in turns, so that other load affects both equally. */
export async function measure(
  cases: Cases,
  given: { url: string; environment: Record<string, string>; isSame: boolean },
): Promise<string[][]> {
  const { url, environment, isSame } = given
  const child = fork(path.join(import.meta.dirname, 'baseline-server.ts'), { env: environment })
  const isReady = once(child, 'message', { signal: AbortSignal.timeout(30_000) })
  const baseline = String((await isReady)[0])
  const rows: string[][] = []
  try {
    for (const [name, paths] of Object.entries(cases)) {
      if (isSame) await compareAnswers(url + paths[0]!, baseline + paths[0]!)
      const rates: [ours: number[], theirs: number[]] = [[], []]
      const waits: [ours: number[], theirs: number[]] = [[], []]
      for (const server of [url, baseline]) await readFor(0.5, server, paths)
      for (let round = 0; round < rounds; round++)
        for (const [index, server] of [url, baseline].entries()) {
          const read = await readFor(secondsOfRound, server, paths)
          rates[index]!.push(read.perSecond)
          waits[index]!.push(...read.waits)
        }
      const [ours, theirs] = rates.map((each) => percentile(each, 0.5))
      const [p50, p99] = [0.5, 0.99].map((part) => `${rounded(percentile(waits[0], part))} ms`)
      rows.push([name, `${rounded(ours!)}/s`, rounded(ours! / theirs!), p50!, p99!])
    }
  } finally {
    child.disconnect()
  }
  return rows
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]!
}

/**
 * Requests the paths in turn over 20 connections. Returns the answers per second, and the
 * milliseconds of each. Throws if a status is not 200.
 */
async function readFor(seconds: number, server: string, paths: readonly string[]) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const waits: number[] = []
  let asked = 0
  const began = performance.now()
  const readAll = async () => {
    while (performance.now() < began + seconds * 1000) {
      const sent = performance.now()
      await readWhole(server + paths[asked++ % paths.length]!, agent)
      waits.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, readAll))
  agent.destroy()
  return { perSecond: waits.length / ((performance.now() - began) / 1000), waits }
}

function readWhole(url: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, signal: AbortSignal.timeout(30_000) }, (response) => {
      const { statusCode } = response
      if (statusCode !== 200) reject(new Error(`${url} answered ${statusCode}`))
      response.on('end', resolve).on('error', reject).resume()
    })
    request.on('error', reject)
  })
}

export async function readsOf(db: Db, listings: number): Promise<Cases> {
  const { rows } = await sql<{ slug: string; domain: string }>`select slug, domain from products
    where status = 'approved' order by md5(slug) limit 60`.execute(db)
  const offsets = Array.from({ length: 200 }, (_, n) => Math.floor((listings / 200) * n))
  const products = '/api/v1/products'
  return {
    'list of 24': [products],
    'list by tool': [`${products}?tool=python`],
    'list, popular first': [`${products}?sort=popular`],
    'list, another page each time': offsets.map((offset) => `${products}?offset=${offset}`),
    'one listing': rows.map(({ slug }) => `${products}/${slug}`),
    'lookup by domain': rows.map(({ domain }) => `/api/v1/lookup?url=${domain}`),
  }
}

const paths = (read: string, ...texts: string[]) =>
  texts.map((text) => `/api/v1/${read}=${encodeURIComponent(text)}`)

export const searches: Cases = {
  'search, a word': paths('search?q', 'agent', 'workflow', 'browser', 'voice'),
  'search, a phrase': paths('search?q', 'customer support agent', 'research tool with memory'),
  'recommend, a task': paths('recommend?task', 'customer support', 'browse the web'),
}

/** Throws unless both servers begin with the same listing: else their ratio means nothing. */
async function compareAnswers(...urls: string[]) {
  const first = urls.map(async (url) => /"slug":"[^"]+"/.exec(await (await fetch(url)).text())?.[0])
  if (new Set(await Promise.all(first)).size > 1)
    throw new Error(`${urls.join(' and ')} answer with different listings`)
}
