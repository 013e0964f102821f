import { type ApiError, errors } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import { type LimitState, limits } from '#contract/limits.ts'
import { cut } from '#contract/text.ts'
import type { Reply } from '#service/answer.ts'
import { type Call, attempt } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { readArguments } from './arguments.ts'
import { readingText } from './reading.ts'
import type { ToolFailure } from './output-schema.ts'
import type { ToolId } from './tools.ts'

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
 * structured content is its body. `onCounted` hears of the limit that counted the call.
 */
export async function callTool(
  id: ToolId,
  given: Record<string, unknown>,
  address: string,
  service: Service,
  onCounted: (limit: LimitState | undefined) => void = () => {},
): Promise<ToolResult> {
  const { value, reply, error } = await answer(id, given, address, service)
  onCounted((reply ?? error).limit)
  if (error) return failure(error)
  const text = textOf(id, value, service, given)
  // Decision, Degraded: what the catalogue answers says so. REST has a header for it.
  const note = reply.servedFrom ? 'The database is away: this is as of the last build.\n' : ''
  return {
    isError: false,
    structuredContent: value,
    content: [{ type: 'text', text: cut(note + text, limits.mcp_text) }],
  }
}

const isBrief = (given: Record<string, unknown>) => given['detail'] === 'brief'

async function answer(
  id: ToolId,
  given: Record<string, unknown>,
  address: string,
  service: Service,
  counted?: Call['counted'],
): Promise<
  | {
      value: Record<string, unknown>
      reply: Pick<Reply, 'servedFrom' | 'limit'>
      error?: undefined
    }
  | { error: ApiError; value?: undefined; reply?: undefined }
> {
  const read = () => readArguments(operations[id], given)
  const call = { door: `MCP tool ${id}`, address, isAgent: true, read, ...(counted && { counted }) }
  const outcome = await attempt(id, call, service)
  if (outcome.error) return outcome
  const { value, reply } = outcome
  // A page that is too long all the same, for its stacks or addresses, is that of a smaller limit: the
  // next offset follows it.
  const products: unknown =
    id === 'list_products' && 'products' in value ? value.products : undefined
  const budget = budgetOf(id, given)
  if (budget === undefined || !Array.isArray(products) || products.length < 2)
    return { value, reply }
  const size = JSON.stringify(value).length
  const room = budget - (isBrief(given) ? shortestText.brief : shortestText.full)
  if (size <= room) return { value, reply }
  const limit = Math.max(
    1,
    Math.min(products.length - 1, Math.floor((products.length * room) / size)),
  )
  return answer(id, { ...given, limit }, address, service, { limit: reply.limit })
}

/**
 * Issue 10: characters of an answer, structured content and text together, for whoever names no limit;
 * a brief page of products has its own whatever was asked.
 */
const budgets: Partial<Record<ToolId, { full: number; brief: number }>> = {
  list_products: { full: 28_000, brief: limits.mcp_brief },
  recommend_products: { full: 18_000, brief: 4_000 },
  compare_products: { full: 21_000, brief: 6_000 },
}

function budgetOf(id: ToolId, given: Record<string, unknown>): number | undefined {
  const budget = budgets[id]
  if (isBrief(given) && (id === 'list_products' || given['limit'] === undefined))
    return budget?.brief
  return given['limit'] === undefined ? budget?.full : undefined
}

/** What is left for the text block of a page of products at least. */
const shortestText = { full: 2_300, brief: 7_000 } as const

/** What the text block may hold whatever the structured content takes. */
const leastText = 400

function textOf(
  id: ToolId,
  body: Record<string, unknown>,
  { to }: Pick<Service, 'to'>,
  given: Record<string, unknown>,
): string {
  const budget = budgetOf(id, given) ?? Infinity
  const left = budget - JSON.stringify(body).length
  const bound = Math.min(limits.mcp_text, Math.max(leastText, left))
  // The body came out of the operation's own schema.
  return readingText(id, body as never, to, bound)
}

/** As much of a failure as a model can use. */
const longestMessage = 4_000

function failure({ kind, message, retryAfterSeconds }: ApiError): ToolResult {
  const content: ToolFailure = {
    error_code: errors[kind].error_code,
    message: cut(message, longestMessage),
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
  }
  return {
    isError: true,
    structuredContent: content,
    content: [{ type: 'text', text: `${content.error_code}: ${content.message}` }],
  }
}
