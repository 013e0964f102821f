import { type ApiError, errors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { cut } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import { type Edge, type Endpoint, asApiError } from '#http/serve.ts'
import { readArguments } from './arguments.ts'
import { readingText } from './reading.ts'
import type { OperationId, ToolFailure } from './tools.ts'

/**
 * What `tools/call` answers. A failure is an answer too: only a broken protocol is a protocol
 * error.
 */
export interface ToolResult {
  isError: boolean
  structuredContent: Record<string, unknown>
  content: [{ type: 'text'; text: string }]
  [key: string]: unknown
}

/**
 * Runs the operation behind a tool with the same checks and limits as its REST endpoint; the
 * structured content is its body.
 */
export async function callTool(
  endpoint: Endpoint,
  given: Record<string, unknown>,
  caller: { address: string },
  at: { edge: Edge; to: Addresses },
): Promise<ToolResult> {
  const id = endpoint.operation.id as OperationId
  try {
    await endpoint.admit(caller.address)
    const { body, isFromSnapshot } = await answer(endpoint, given, caller)
    const text = textOf(id, body, at.to, isBrief(given))
    // Decision, Degraded: what the snapshot answers says so. REST has a header for it.
    const note = isFromSnapshot ? 'The database is away: this is as of the last build.\n' : ''
    return {
      isError: false,
      structuredContent: body,
      content: [{ type: 'text', text: cut(note + text, limits.mcp_text) }],
    }
  } catch (error) {
    return failure(asApiError(at.edge, `MCP tool ${id}`, error))
  }
}

const isBrief = (given: Record<string, unknown>) => given['detail'] === 'brief'

async function answer(
  endpoint: Endpoint,
  given: Record<string, unknown>,
  caller: { address: string },
): Promise<{ body: Record<string, unknown>; isFromSnapshot: boolean }> {
  const { parts, problems } = readArguments(endpoint.operation, given)
  const reply = await endpoint.run(parts, caller, problems)
  const body = reply.body as Record<string, unknown>
  // A brief page that is too long all the same, for its stacks or addresses, is that of a smaller
  // limit: the next offset follows it.
  const products = body['products']
  const size = isBrief(given) ? JSON.stringify(body).length : 0
  const room = limits.mcp_brief - shortestText
  if (size <= room || !Array.isArray(products) || products.length < 2)
    return { body, isFromSnapshot: reply.headers['x-served-from'] === 'snapshot' }
  const limit = Math.max(
    1,
    Math.min(products.length - 1, Math.floor((products.length * room) / size)),
  )
  return answer(endpoint, { ...given, limit }, caller)
}

/** What is left for the text block of a brief page at least. */
const shortestText = 8_000

function textOf(
  id: OperationId,
  body: Record<string, unknown>,
  to: Addresses,
  brief: boolean,
): string {
  const bound = brief
    ? Math.min(limits.mcp_text, limits.mcp_brief - JSON.stringify(body).length - 500)
    : limits.mcp_text
  // The body came out of the operation's own schema.
  return readingText(id, body as never, to, bound)
}

/** As much of a failure as a model can use. */
const longestMessage = 4_000

function failure({ kind, message, headers }: ApiError): ToolResult {
  const wait = Number(headers['retry-after'])
  const content: ToolFailure = {
    error_code: errors[kind].error_code,
    message: cut(message, longestMessage),
    ...(Number.isFinite(wait) && wait > 0 ? { retry_after_seconds: wait } : {}),
  }
  return {
    isError: true,
    structuredContent: content,
    content: [{ type: 'text', text: `${content.error_code}: ${content.message}` }],
  }
}
