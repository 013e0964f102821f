// The HTTP client of benchmarks: 20 keep-alive connections, each with one request at a time.
import http from 'node:http'
import { percentile } from '../figures.ts'

const connections = 20

export interface Load {
  perSecond: number
  /** The median and the 95th percentile of the answer times, in milliseconds. */
  p50: number
  p95: number
}

/** Requests the paths in turn for some seconds. Throws if a status is not 200. */
export async function load(url: string, paths: readonly string[], seconds: number): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections, timeout: 30_000 })
  const times: number[] = []
  let next = 0
  const began = performance.now()
  const readAll = async () => {
    while (performance.now() < began + seconds * 1000) {
      const path = paths[next++ % paths.length]!
      const sent = performance.now()
      const status = await statusOf(url + path, agent)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, readAll))
  const took = (performance.now() - began) / 1000
  agent.destroy()
  const sorted = Float64Array.from(times).sort()
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)]
  return { perSecond: times.length / took, p50, p95 }
}

/** The status of a response, after its whole body was received. */
function statusOf(url: string, agent: http.Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      response.on('end', () => resolve(response.statusCode))
      response.on('error', reject)
      response.resume()
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('no answer within 30 s')))
  })
}
