import type { ToolResult } from '#mcp/tool-result.ts'

/** The site could not be asked; the message is for people. */
class SiteAway extends Error {}

const deadlineMs = 20_000

/** Sends one JSON-RPC message to the MCP server of a site. Throws `SiteAway`. */
export function postMessage(
  site: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return askSite(site, '/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
}

/** Sends a request to a path of a site. Throws `SiteAway`. */
export async function askSite(
  site: string,
  path: string,
  request: RequestInit = {},
): Promise<Response> {
  try {
    return await fetch(site + path, { ...request, signal: AbortSignal.timeout(deadlineMs) })
  } catch (error) {
    const { cause, message } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new SiteAway(`${site} does not answer: ${reason}`)
  }
}

/** Calls a tool of the MCP server of a site. Throws `SiteAway`. */
export async function callSite(
  site: string,
  name: string,
  given: Record<string, unknown>,
): Promise<ToolResult> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  }
  const response = await postMessage(site, JSON.stringify(message))
  const answer = (await response.json().catch(() => ({}))) as {
    result?: ToolResult
    error?: { message: string }
  }
  if (!answer.result)
    throw new SiteAway(`${site} answered ${response.status}: ${answer.error?.message ?? 'no JSON'}`)
  return answer.result
}
