import { submission, validSubmission } from '#testing/api.ts'
import { freshAddress, request } from '#testing/service.ts'
import { percentile } from '../bench/figure.ts'

export interface Soaked {
  seconds: number
  connections: number
  requests: number
  submissions: number
  /** Answers by status; what did not answer at all has its error's name. */
  answered: Record<string, number>
  /** Milliseconds, of all requests. */
  p50: number
  p99: number
  /** Of the process in megabytes, every tenth of the time; null where the system does not tell. */
  memory: (number | null)[]
}

/** So much more than in the third of the time before it may be held in the last third. */
const mostGrowth = 1.05

/**
 * Whether memory that was looked at in equal steps has become level. What grows by the same with each
 * request has not, and where the system does not tell, nobody knows.
 */
export function isLevel(memory: readonly (number | null)[]): boolean {
  const third = Math.floor(memory.length / 3)
  const mostOf = (held: readonly (number | null)[]) => Math.max(...held.map((one) => one ?? 0))
  return mostOf(memory.slice(-third)) <= mostOf(memory.slice(-2 * third, -third)) * mostGrowth
}

const reads = [
  '/api/v1/products?limit=24',
  '/api/v1/products?tool=postgresql',
  '/api/v1/products/n8n',
  '/api/v1/lookup?url=n8n.io',
  '/api/v1/search?q=browser%20automation',
  '/api/v1/recommend?task=support',
  '/api/v1/changelog?limit=20',
  '/api/v1/tools',
  '/api/v1/products?sort=popular&audience=b2b',
  '/api/v1/compare?slugs=n8n,dify',
  '/api/v1/lookup?url=nobody.example',
  '/api/v1/schema',
  '/product/n8n',
  '/product/n8n.md',
  '/products',
  '/products?tool=postgresql&audience=b2b',
  '/search?q=voice',
  '/badge/n8n.svg',
  '/llms.txt',
]

/**
 * Loads a service for some seconds from so many clients at once; one request in fifty is a
 * submission. Every client is an address of its own and opens a connection for each request.
 */
export async function soak(
  url: string,
  options: { seconds: number; connections: number; memory: () => number | null },
): Promise<Soaked> {
  const { seconds, connections } = options
  const memory = () => {
    const bytes = options.memory()
    return bytes && Math.round(bytes / 2 ** 20)
  }
  const times: number[] = []
  const answered: Record<string, number> = {}
  const used = [memory()]
  let submissions = 0
  let sent = 0
  const until = performance.now() + seconds * 1000
  const watching = setInterval(() => used.push(memory()), (seconds * 1000) / 10)
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const number = sent++
        const from = freshAddress()
        const isSubmission = number % 50 === 49
        if (isSubmission) submissions++
        const { path, ...body } = submission(validSubmission())
        const began = performance.now()
        const outcome = await (
          isSubmission
            ? request(`${url}/api/v1${path}`, { ...body, from })
            : request(`${url}${reads[number % reads.length]!}`, { from })
        ).then(
          ({ status }) => String(status),
          (error: NodeJS.ErrnoException) => error.code ?? error.message,
        )
        times.push(performance.now() - began)
        answered[outcome] = (answered[outcome] ?? 0) + 1
      }
    }),
  )
  clearInterval(watching)
  const sorted = Float64Array.from(times).sort()
  return {
    seconds,
    connections,
    requests: times.length,
    submissions,
    answered,
    p50: Math.round(percentile(sorted, 0.5)),
    p99: Math.round(percentile(sorted, 0.99)),
    memory: [...used, memory()],
  }
}
