// `trial fuzz`: sends generated requests to every operation, page, form and MCP tool of a service.
// No status may be 500, and API answers must match the OpenAPI document that the service publishes.
import * as fc from 'fast-check'
import { type ApiDocument, describedBy } from '#testing/described.ts'
import { type Answer, type Service, freshAddress, request } from '#testing/service.ts'
import { tableOf } from '../figures.ts'
import { type McpTool, generatedMessages, generatedPages } from './generated-pages.ts'
import { type GeneratedRequest, generatedRequests } from './generated-requests.ts'

/** Sends `count` generated requests. The same seed generates the same requests. */
export async function fuzz({ url: site }: Service, count: number, seed: number) {
  const api = `${site}/api/v1`
  const document = (await request(`${api}/openapi`)).json() as ApiDocument
  const problemsOf = describedBy(document)
  const apiProblems = ({ method, operation }: GeneratedRequest, answer: Answer) =>
    problemsOf(method, operation, answer)
  const messages = generatedMessages(await toolsOf(site))
  const sources = [
    { weight: 2, root: api, requests: generatedRequests(document), problems: apiProblems },
    { weight: 1, root: site, requests: generatedPages(document, site), problems: () => [] },
    { weight: 1, root: site, requests: messages, problems: mcpProblems },
  ]
  const anyRequest = fc.oneof(
    ...sources.map(({ weight, root, requests, problems }) => ({
      weight,
      arbitrary: requests.map((generated) => ({ generated, root, problems })),
    })),
  )
  const statuses: Record<string, Record<string, number>> = {}
  const wrong: string[] = []
  // Generates requests as a stream: all of them at once, with their bodies, would fill the memory.
  const stream = fc.sample(fc.infiniteStream(fc.noBias(anyRequest)), { seed, numRuns: 1 })[0]!
  let sent = 0
  const sendAll = async () => {
    while (sent < count) {
      sent++
      const { generated, root, problems } = stream.next().value!
      const options = { ...generated, from: freshAddress() }
      const answer = await request(`${root}${generated.path}`, options)
      const counts = (statuses[`${generated.method} ${generated.operation}`] ??= {})
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
      const found = [
        ...problems(generated, answer),
        ...(answer.status >= 500 ? [`a ${answer.status}`] : []),
      ]
      if (found.length > 0)
        wrong.push(`${found.join('; ')}: ${JSON.stringify(generated).slice(0, 600)}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, sendAll))
  const rows = Object.entries(statuses).map(([operation, counts]) => [
    operation,
    Object.entries(counts)
      .map(([status, count]) => `${status} ×${count}`)
      .join(', '),
  ])
  const sum = `${count} requests of seed ${seed}: ${wrong.length} wrong answers`
  const table = [tableOf(['operation', 'answers'], rows), ...wrong.slice(0, 20), sum].join('\n')
  return { table, isRight: wrong.length === 0 }
}

async function toolsOf(site: string): Promise<McpTool[]> {
  const answer = await request(`${site}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  return (answer.json() as { result: { tools: McpTool[] } }).result.tools
}

/** Finds server errors in MCP answers: JSON-RPC reports errors with status 200. */
function mcpProblems(_generated: GeneratedRequest, answer: Answer): string[] {
  if (answer.text === '') return []
  const { error, result } = answer.json() as {
    error?: { code: number }
    result?: { structuredContent?: { error_code?: string } }
  }
  const isFailure =
    error?.code === -32603 || result?.structuredContent?.error_code === 'INTERNAL_ERROR'
  return isFailure ? ['a failure of the server'] : []
}
