import * as fc from 'fast-check'
import type { ApiDocument } from '#testing/described.ts'
import { describedBy } from '#testing/described.ts'
import { type Answer, freshAddress, request } from '#testing/service.ts'
import { type McpTool, madeUpMessages, madeUpPages } from './made-up-pages.ts'
import { type MadeUp, madeUpRequests } from './made-up-requests.ts'

export interface Fuzzed {
  /** How often each operation, page or form answered with each status. */
  answered: Record<string, Record<string, number>>
  /** Answers that the document does not describe, failures inside MCP, and all of 500 and above. */
  wrong: { request: MadeUp; status: number; problems: string[] }[]
}

/**
 * Sends made-up requests to every operation, page, form and MCP tool of a service. Answers of the
 * API are compared with the document that the service serves. The same seed makes the same requests.
 */
export async function fuzz(
  site: string,
  { requests, seed }: { requests: number; seed: number },
): Promise<Fuzzed> {
  const api = `${site}/api/v1`
  const document = (await request(`${api}/openapi`)).json() as ApiDocument
  const problemsOf = describedBy(document)
  const sources = [
    { weight: 2, root: api, of: madeUpRequests(document), wrongOf: apiProblems },
    { weight: 1, root: site, of: madeUpPages(document, site), wrongOf: () => [] },
    { weight: 1, root: site, of: madeUpMessages(await toolsOf(site)), wrongOf: mcpProblems },
  ]
  const anyRequest = fc.oneof(
    ...sources.map(({ weight, root, of, wrongOf }) => ({
      weight,
      arbitrary: of.map((made) => ({ made, root, wrongOf })),
    })),
  )
  const fuzzed: Fuzzed = { answered: {}, wrong: [] }
  // Made as they are sent: so many bodies at once would be the heap of this process.
  const stream = fc.sample(fc.infiniteStream(fc.noBias(anyRequest)), { seed, numRuns: 1 })[0]!
  let sent = 0
  const sendAll = async () => {
    while (sent < requests) {
      sent++
      const { made, root, wrongOf } = stream.next().value!
      const answer = await request(`${root}${made.path}`, { ...made, from: freshAddress() })
      const counts = (fuzzed.answered[`${made.method} ${made.operation}`] ??= {})
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
      const problems = wrongOf(made, answer)
      if (answer.status >= 500) problems.push(`it is a ${answer.status}`)
      if (problems.length > 0) fuzzed.wrong.push({ request: made, status: answer.status, problems })
    }
  }
  await Promise.all(Array.from({ length: 8 }, sendAll))
  return fuzzed

  function apiProblems(made: MadeUp, answer: Answer): string[] {
    return problemsOf(made.method, made.operation, answer)
  }
}

async function toolsOf(site: string): Promise<McpTool[]> {
  const answer = await request(`${site}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  return (answer.json() as { result: { tools: McpTool[] } }).result.tools
}

// JSON-RPC puts a failure of the server into an answer of 200.
function mcpProblems(_made: MadeUp, answer: Answer): string[] {
  if (answer.text === '') return []
  const { error, result } = answer.json() as {
    error?: { code: number }
    result?: { structuredContent?: { error_code?: string } }
  }
  const isFailed =
    error?.code === -32603 || result?.structuredContent?.error_code === 'INTERNAL_ERROR'
  return isFailed ? ['it holds a failure of the server'] : []
}
