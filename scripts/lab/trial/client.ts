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

/** No answer may take longer than this, whatever has failed. */
const maxAnswerMs = 10_500

const reads =
  '/products /api/v1/lookup?url=n8n.io /api/v1/products/n8n /api/v1/products/nobody-has-this /api/v1/search?q=browser /api/v1/changelog /api/health /api/ready'

export function clientOf(url: string) {
  const acknowledged: Acknowledged[] = []
  const answers = new Map<string, number>()
  const wrong = new Set<string>()
  let slowestMs = 0

  const send = async (path: string, options: Request = {}) => {
    const began = performance.now()
    const answer = await request(`${url}${path}`, { from: freshAddress(), ...options }).catch(
      (error: NodeJS.ErrnoException) => ({ status: error.code ?? error.message }),
    )
    const tookMs = Math.round(performance.now() - began)
    slowestMs = Math.max(slowestMs, tookMs)
    const described = `${path} ${answer.status}`
    answers.set(described, (answers.get(described) ?? 0) + 1)
    if ('text' in answer && answer.text === '') wrong.add(`an empty body: ${described}`)
    if (tookMs > maxAnswerMs) wrong.add(`${described} took ${tookMs} ms`)
    return answer
  }

  const submit = async ({ body = validSubmission(), key = '' } = {}) => {
    const headers = key === '' ? {} : { 'idempotency-key': key }
    const { path, ...options } = submission(body, { headers })
    const answer = await send(`/api/v1${path}`, options)
    if (answer.status === 201 && 'json' in answer) {
      const { slug } = submitProduct.responses[201].schema.parse(answer.json())
      acknowledged.push({ slug, email: body.email })
    }
    return answer.status
  }

  return {
    acknowledged,
    send,
    /** Submits a product. Returns the status, or the error code if the connection failed. */
    submit,
    /** Forgets the recorded answers, but keeps the acknowledged submissions. */
    forget: () => {
      answers.clear()
      wrong.clear()
      slowestMs = 0
    },
    /** Sends eight reads and three submissions at the same time. */
    mixed: async () => {
      const submissions = Array.from({ length: 3 }, () => submit())
      await Promise.all([...reads.split(' ').map((path) => send(path)), ...submissions])
    },
    /** The recorded answers by path and status. `wrong` has empty and late answers, and `more`. */
    report: (more: readonly string[] = []) => {
      const counted = [...answers].map(([answer, times]) => `${answer} ×${times}`)
      return { acknowledged, answers: counted.join('; '), slowestMs, wrong: [...wrong, ...more] }
    },
    /** Submits for 30 s until a submission is accepted. Returns a sentence with the time it took. */
    recovered: async () => {
      const began = performance.now()
      const seconds = () => (performance.now() - began) / 1000
      while ((await submit()) !== 201) {
        if (seconds() > 30) throw new Error('no submission is accepted within 30 s')
        await sleep(100)
      }
      return `by itself; a submission is accepted after ${seconds().toFixed(1)} s`
    },
  }
}
