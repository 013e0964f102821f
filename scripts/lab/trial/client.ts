// The HTTP client of trials. It reads and submits, and records the answers of the service.
import { setTimeout as sleep } from 'node:timers/promises'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { submission, validSubmission } from '#testing/api.ts'
import { type Request, freshAddress, request } from '#testing/service.ts'

/** A submission that the service accepted with status 201. */
export interface Acknowledged {
  slug: string
  email: string
}

export type Client = ReturnType<typeof clientOf>

/** No answer may take longer than this, whatever has failed. */
const maxAnswerMs = 10_500

export function clientOf(url: string) {
  const acknowledged: Acknowledged[] = []
  let empty = new Set<string>()
  let answers = new Map<string, Map<string, number>>()
  let times: number[] = []

  const send = async (name: string, path: string, options: Request = {}) => {
    const began = performance.now()
    const answer = await request(`${url}${path}`, { from: freshAddress(), ...options }).catch(
      (error: NodeJS.ErrnoException) => ({ status: error.code ?? error.message }),
    )
    times.push(performance.now() - began)
    const status = String(answer.status)
    if ('text' in answer && answer.text === '') empty.add(`${name} ${status}`)
    const counts = answers.get(name) ?? new Map<string, number>()
    answers.set(name, counts.set(status, (counts.get(status) ?? 0) + 1))
    return { status, answer }
  }

  /** Sends a GET request. Returns its status, or the error code if the connection failed. */
  const get = async (name: string, path: string) => (await send(name, path)).status

  const submit = async ({ body = validSubmission(), key = '' } = {}) => {
    const headers = key === '' ? {} : { 'idempotency-key': key }
    const { path, ...options } = submission(body, { headers })
    const { status, answer } = await send('submit', `/api/v1${path}`, options)
    if (status === '201' && 'json' in answer) {
      const { slug } = submitProduct.responses[201].schema.parse(answer.json())
      acknowledged.push({ slug, email: body.email })
    }
    return status
  }

  return {
    acknowledged,
    get,
    submit,
    /** The time of each answer in milliseconds. */
    times: () => times,
    /** Forgets the recorded answers, but keeps the acknowledged submissions. */
    forget: () => {
      answers = new Map()
      empty = new Set()
      times = []
    },
    /** Sends eight reads and three submissions at the same time. */
    mixed: async () => {
      await Promise.all([
        get('page', '/products'),
        get('lookup', '/api/v1/lookup?url=n8n.io'),
        get('listing', '/api/v1/products/n8n'),
        get('unknown listing', '/api/v1/products/nobody-has-this'),
        get('search', '/api/v1/search?q=browser%20automation'),
        get('changelog', '/api/v1/changelog?limit=20'),
        get('health', '/api/health'),
        get('ready', '/api/ready'),
        ...Array.from({ length: 3 }, () => submit()),
      ])
    },
    /** The recorded answers by name and status. `wrong` lists empty and late answers. */
    report: () => {
      const answered = [...answers].map(([name, counts]) => {
        const each = [...counts].map(([status, n]) => (n === 1 ? status : `${status} ×${n}`))
        return `${name} ${each.join(', ')}`
      })
      const slowestMs = Math.round(times.reduce((most, time) => Math.max(most, time), 0))
      const late = slowestMs > maxAnswerMs ? [`an answer took ${slowestMs} ms`] : []
      const wrong = [...[...empty].map((answer) => `an empty body: ${answer}`), ...late]
      return { answers: answered.join('; '), slowestMs, wrong }
    },
    /** Submits until a submission is accepted. Returns a sentence with the time that it took. */
    recovered: async () => {
      const took = await until('a submission is accepted', async () => (await submit()) === '201')
      return `by itself; a submission is accepted after ${took}`
    },
  }
}

/** Waits until a condition holds, and returns the time that it took. Throws after `maxSeconds`. */
export async function until(
  condition: string,
  holds: () => Promise<boolean> | boolean,
  maxSeconds = 30,
): Promise<string> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  while (!(await holds())) {
    if (seconds() > maxSeconds) throw new Error(`${condition}: not within ${maxSeconds} s`)
    await sleep(100)
  }
  return `${seconds().toFixed(1)} s`
}
