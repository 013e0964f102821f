// `trial fuzz`: sends generated requests to every operation, page, form and MCP tool of a service,
// and counts the answers that are a failure of the server.
import * as fc from 'fast-check'
import { markdownTable } from '#exports/markdown.ts'
import { type Service, freshAddress, request } from '#testing/service.ts'
import { mcpRequests, operationRequests, pageRequests } from './generated-requests.ts'

/** JSON-RPC reports failures with the status 200. */
const failedMcp = /"code":-32603|"error_code":"INTERNAL_ERROR"/

/** Sends `count` generated requests. The same seed generates the same requests. */
export async function fuzz({ url: site }: Service, count: number, seed: number) {
  const anyRequest = fc.oneof(
    { weight: 2, arbitrary: operationRequests },
    { weight: 1, arbitrary: pageRequests(site) },
    { weight: 1, arbitrary: mcpRequests },
  )
  const counts = new Map<string, number>()
  const failures: string[] = []
  // Generates requests as a stream: all of them at once, with their bodies, would fill the memory.
  const stream = fc.sample(fc.infiniteStream(fc.noBias(anyRequest)), { seed, numRuns: 1 })[0]!
  let sent = 0
  const sendAll = async () => {
    while (sent++ < count) {
      const generated = stream.next().value!
      const { method, route, path } = generated
      const { status, text } = await request(site + path, { ...generated, from: freshAddress() })
      const answered = `${method} ${route} ${status}`
      counts.set(answered, (counts.get(answered) ?? 0) + 1)
      if (status >= 500 || (route === '/mcp' && failedMcp.test(text)))
        failures.push(`${status}: ${JSON.stringify(generated).slice(0, 600)}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, sendAll))
  const rows = [...counts].sort().map(([answered, times]) => [answered, String(times)])
  const sum = `${count} requests of seed ${seed}: ${failures.length} answers of 500`
  const table = [
    markdownTable(['route and status', 'answers'], rows),
    ...failures.slice(0, 20),
    sum,
  ].join('\n')
  return { table, isRight: failures.length === 0 }
}
