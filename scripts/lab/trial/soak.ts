// `trial soak`: reads and submits with many clients at once, for a while. Every status must be 200
// or 201. In a soak of five minutes or more, the memory of the service must stop growing.
import { readFileSync } from 'node:fs'
import type { Service } from '#testing/service.ts'
import { percentile, rounded, tableOf } from '../figures.ts'
import { clientOf } from './client.ts'

/** Peak memory in the last third of the time may exceed that in the second third by this factor. */
const maxGrowth = 1.05

/** In a shorter soak the caches of the service are still growing, so memory is not checked. */
const minSecondsForLevel = 300

/** Whether memory stopped growing. `megabytes` are samples at equal intervals; null counts as 0. */
export function isLevel(megabytes: readonly (number | null)[]): boolean {
  const third = Math.floor(megabytes.length / 3)
  const most = (part: readonly (number | null)[]) => Math.max(...part.map((one) => one ?? 0))
  return most(megabytes.slice(-third)) <= most(megabytes.slice(-2 * third, -third)) * maxGrowth
}

const reads = [
  '/api/v1/products?limit=24',
  '/api/v1/products?tool=postgresql',
  '/api/v1/products/n8n',
  '/api/v1/lookup?url=n8n.io',
  '/api/v1/search?q=browser%20automation',
  '/api/v1/recommend?task=support',
  '/api/v1/changelog?limit=20',
  '/api/v1/compare?slugs=n8n,dify',
  '/product/n8n',
  '/product/n8n.md',
  '/products?for=companies&tool=postgresql',
  '/search?q=voice',
  '/badge/n8n.svg',
  '/llms.txt',
]

/** Each request has a new IP address and connection. One request in fifty is a submission. */
export async function soak({ url, child }: Service, seconds: number, connections: number) {
  const client = clientOf(url)
  const memory = [residentMegabytes(child.pid!)]
  const sampling = setInterval(() => memory.push(residentMegabytes(child.pid!)), seconds * 90)
  const until = performance.now() + seconds * 1000
  let sent = 0
  const sendAll = async () => {
    while (performance.now() < until) {
      const number = sent++
      if (number % 50 === 49) await client.submit()
      else await client.get('read', reads[number % reads.length]!)
    }
  }
  await Promise.all(Array.from({ length: connections }, sendAll))
  clearInterval(sampling)
  const { answers, wrong } = client.report()
  const sorted = Float64Array.from(client.times()).sort()
  const [p50, p99] = [0.5, 0.99].map((fraction) => rounded(percentile(sorted, fraction)))
  const cells = [
    `${seconds} s, ${connections} clients`,
    [answers, ...wrong].join('; '),
    rounded(sent / seconds),
    `${p50} ms, ${p99} ms`,
    memory.map((megabytes) => megabytes ?? '–').join(' '),
  ]
  const isAnswered = /^(?:(?:read 200|submit 201)(?: ×\d+)?(?:; |$))+$/.test(answers)
  return {
    table: tableOf(['soak', 'answers', 'per second', 'p50, p99', 'memory in MB'], [cells]),
    isRight: isAnswered && wrong.length === 0 && (seconds < minSecondsForLevel || isLevel(memory)),
  }
}

/** The resident memory of a process; null on systems without /proc. */
function residentMegabytes(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return Math.round((pages * 4096) / 2 ** 20)
  } catch {
    return null
  }
}
