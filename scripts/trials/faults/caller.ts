import { submitProduct } from '#contract/operations/submit-product.ts'
import { submission, validSubmission } from '#testing/api.ts'
import { type Request, freshAddress, request } from '#testing/service.ts'

/** A submission that was answered with 201. */
export interface Acknowledged {
  slug: string
  email: string
}

/** Calls a service, and keeps what it saw and for how long it waited. */
export interface Caller {
  acknowledged: Acknowledged[]
  /** What was asked and how often it was answered how, for people. */
  saw: () => string
  /** Milliseconds, of the slowest call. */
  slowest: () => number
  /** Answers that say nothing, with what was asked. */
  empty: string[]
  /** The status, or the code of a connection that failed. */
  ask: (name: string, path: string, options?: Request) => Promise<string>
  submit: (options?: { body?: ReturnType<typeof validSubmission>; key?: string }) => Promise<string>
  /** What readers and submitters ask of a service, at once. */
  mixed: () => Promise<void>
  /** Asks until a submission is taken; says how long that was after now. */
  comesBack: () => Promise<string>
  /** From now on what was seen counts anew; what was acknowledged stays. */
  forget: () => void
}

export function callerOf(url: string): Caller {
  const acknowledged: Acknowledged[] = []
  const empty: string[] = []
  let answers = new Map<string, Map<string, number>>()
  let slowest = 0
  const timed = async (name: string, path: string, options: Request = {}) => {
    const began = performance.now()
    const answer = await request(`${url}${path}`, { from: freshAddress(), ...options }).catch(
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
    slowest = Math.max(slowest, performance.now() - began)
    const isKept = typeof answer === 'object' && answer.headers['x-served-from'] === 'snapshot'
    const outcome =
      typeof answer === 'object' ? `${answer.status}${isKept ? ' (kept)' : ''}` : answer
    if (typeof answer === 'object' && answer.text === '' && answer.status !== 304)
      empty.push(`${name} ${outcome}`)
    const counts = answers.get(name) ?? new Map<string, number>()
    answers.set(name, counts.set(outcome, (counts.get(outcome) ?? 0) + 1))
    return { outcome, answer }
  }
  const ask: Caller['ask'] = async (name, path, options) =>
    (await timed(name, path, options)).outcome
  const submit: Caller['submit'] = async ({ body = validSubmission(), key } = {}) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const { path, ...options } = submission(body, { headers })
    const { outcome, answer } = await timed('submit', `/api/v1${path}`, options)
    if (typeof answer === 'object' && answer.status === 201) {
      const { slug } = submitProduct.responses[201].schema.parse(answer.json())
      acknowledged.push({ slug, email: body.email })
    }
    return outcome
  }
  return {
    acknowledged,
    empty,
    ask,
    submit,
    saw: () =>
      [...answers]
        .map(([name, counts]) => {
          const told = [...counts].map(([outcome, count]) =>
            count === 1 ? outcome : `${outcome} ×${count}`,
          )
          return `${name} ${told.join(', ')}`
        })
        .join('; '),
    slowest: () => Math.round(slowest),
    mixed: async () => {
      await Promise.all([
        ask('page', '/products'),
        ask('lookup', '/api/v1/lookup?url=n8n.io'),
        ask('listing', '/api/v1/products/n8n'),
        ask('unknown listing', '/api/v1/products/nobody-has-this'),
        ask('search', '/api/v1/search?q=browser%20automation'),
        ask('changelog', '/api/v1/changelog?limit=20'),
        ask('health', '/api/health'),
        ask('ready', '/api/ready'),
        ...Array.from({ length: 3 }, () => submit()),
      ])
    },
    comesBack: async () => {
      const began = performance.now()
      const after = callerOf(url)
      while ((await after.submit()) !== '201') {
        if (performance.now() - began > 30_000) throw new Error(`not back: ${after.saw()}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      acknowledged.push(...after.acknowledged)
      return `by itself; a submission is taken ${Math.round(performance.now() - began)} ms later`
    },
    forget: () => {
      answers = new Map()
      slowest = 0
    },
  }
}
