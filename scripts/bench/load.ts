import { percentile } from './figure.ts'
import { type Call, encode, openConnection } from './http-client.ts'

/** Asks `calls` in turn: for some seconds, or without `seconds` each of them once. */
export interface LoadTask {
  url: string
  calls: Call[]
  connections: number
  seconds?: number
  /** The status of a good answer. */
  wanted: number
}

export interface LoadResult {
  perSecond: number
  /** In milliseconds. */
  p50: number
  p99: number
  /** The answers that were not as wanted, by status. */
  strange: Record<string, number>
}

// The client of a measurement, in a process of its own.
process.on('message', async (message) => {
  // The parent is ./rounds.ts, which sends nothing else.
  const task = message as LoadTask
  process.send!(await load(task))
})
process.once('disconnect', () => process.exit(0))

async function load({ url, calls, connections, seconds, wanted }: LoadTask): Promise<LoadResult> {
  const target = new URL(url)
  const requests = calls.map((call) => encode(call, target.host))
  const clients = await Promise.all(
    Array.from({ length: connections }, () => openConnection(target)),
  )
  const times: number[] = []
  const strange: Record<string, number> = {}
  let next = 0
  const began = performance.now()
  const until = seconds === undefined ? Number.POSITIVE_INFINITY : began + seconds * 1000
  const last = seconds === undefined ? requests.length : Number.POSITIVE_INFINITY
  await Promise.all(
    clients.map(async ({ ask, close }) => {
      while (next < last && performance.now() < until) {
        const asked = performance.now()
        const status = await ask(requests[next++ % requests.length]!)
        if (status !== wanted) strange[status] = (strange[status] ?? 0) + 1
        times.push(performance.now() - asked)
      }
      close()
    }),
  )
  const took = (performance.now() - began) / 1000
  const sorted = Float64Array.from(times).sort()
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)]
  return { perSecond: times.length / took, p50, p99, strange }
}
