import { fifoCache } from '#core/fifo-cache.ts'
import { type ApiError, errors } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import { type LimitState, limits } from '#contract/limits.ts'
import type { Operation, Output } from '#contract/operation.ts'
import { cut } from '#contract/text.ts'
import { attempt } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { readArguments } from './arguments.ts'
import { type TextContext, headRoom, lineRoom, resultText } from './result-text.ts'
import type { ToolFailure } from './output-schema.ts'
import type { ToolId } from './tools.ts'

/** The result of `tools/call`. A failure of the tool is such a result too. */
export interface ToolResult {
  isError: boolean
  structuredContent: Record<string, unknown>
  content: [{ type: 'text'; text: string }]
}

/** The number of cached results, of about 10 kB each. */
const mostKept = 500

/**
 * Calls a tool and returns a `ToolResult` as JSON in UTF-8. `onCounted` receives the state of the
 * rate limit that counted the call.
 */
export type ToolCaller = (
  id: ToolId,
  given: Record<string, unknown>,
  address: string,
  onCounted?: (limit: LimitState | undefined) => void,
) => Promise<Buffer<ArrayBuffer>>

/**
 * Runs the operation of a tool with the checks and limits of its REST endpoint. If an answer has a
 * tag, its result is cached by the tag: to parse the answer's JSON takes longer than to find it.
 */
export function toolCaller(service: Service): ToolCaller {
  const kept = fifoCache<string, Buffer<ArrayBuffer>>(mostKept)
  return async (id, given, address, onCounted = () => {}) => {
    const read = () => readArguments(operations[id], given)
    const call = { handler: `MCP tool ${id}`, address, isAgent: true, read }
    const outcome = await attempt(id, call, service)
    onCounted((outcome.reply ?? outcome.error).limit)
    if (outcome.error) return Buffer.from(JSON.stringify(failure(outcome.error)))
    const { content, cache, servedFrom } = outcome.reply
    // Decision 33, Degraded: answers from an older catalogue say so. REST has a header for it
    // (`X-Served-From`), a tool's result has this sentence.
    const note = servedFrom ? 'The database is away: this is as of the last build.\n' : ''
    const context = { given, to: service.to, catalog: await service.catalog.current() }
    const make = () => Buffer.from(answered(id, outcome.value, note, context))
    // Private answers, which contain e-mail addresses, are not cached.
    return 'tag' in content && cache !== 'never'
      ? kept([id, JSON.stringify(given), note, content.tag].join('\n'), make)
      : make()
  }
}

/** The structured content of a result as JSON, and the text of the result. */
interface Result {
  json: string
  text: string
}

function answered(
  id: ToolId,
  value: Record<string, unknown>,
  note: string,
  context: Omit<TextContext, 'room'>,
): string {
  const { given } = context
  const budget = budgetOf(id, given)
  const isPage = id === 'list_products' && isBrief(given)
  const whole = resultOf(id, isPage ? shortened(value, budget) : value, budget, context)
  const { json, text } = inBudget(id, value, whole, budget, context)
  const content = JSON.stringify([{ type: 'text', text: cut(note + text, limits.mcp_text) }])
  return `{"isError":false,"structuredContent":${json},"content":${content}}`
}

function resultOf(
  id: ToolId,
  body: Record<string, unknown>,
  budget: number,
  context: Omit<TextContext, 'room'>,
): Result {
  const json = JSON.stringify(body)
  // The cast is safe: `body` was made by the schema of this operation.
  return { json, text: resultText(id, body as never, { ...context, room: budget - json.length }) }
}

/**
 * If a brief page of products exceeds the budget, products at its end are left out, as if the call
 * had a smaller `limit`.
 */
function shortened(value: Record<string, unknown>, budget: number): Record<string, unknown> {
  const { products, total, offset } = value as unknown as Output<typeof operations.list_products>
  let body = value
  for (let limit = products.length - 1; limit > 0; limit--) {
    const text = headRoom + (limit + 1) * lineRoom.least
    if (JSON.stringify(body).length + text <= budget) break
    const hasMore = offset + limit < total
    body = { ...value, products: products.slice(0, limit), limit, hasMore }
  }
  return body
}

/**
 * If a result exceeds the budget, it is replaced by the brief result, unless the call has a
 * `detail` argument.
 */
function inBudget(
  id: ToolId,
  value: Record<string, unknown>,
  whole: Result,
  budget: number,
  context: Omit<TextContext, 'room'>,
): Result {
  const { responses }: Operation = operations[id]
  const brief = responses[200]?.brief
  const isFree = brief && context.given['detail'] === undefined
  if (!isFree || whole.json.length + whole.text.length <= budget) return whole
  // The cast is safe: the brief schema has a part of the fields of the operation's schema.
  const { json, text } = resultOf(
    id,
    brief.parse(value) as Record<string, unknown>,
    budget,
    context,
  )
  const lead = `In brief: the whole has ${whole.json.length} characters, and detail=full gives it.\n`
  return { json, text: lead + text }
}

const isBrief = (given: Record<string, unknown>) => given['detail'] === 'brief'

/**
 * Budgets of results in characters, structured content and text together, for calls without a
 * `limit`.
 */
const budgets: Partial<Record<ToolId, { full: number; brief: number }>> = {
  list_products: { full: 28_000, brief: limits.mcp_brief },
  recommend_products: { full: 18_000, brief: 6_000 },
  compare_products: { full: 23_000, brief: 8_000 },
}

function budgetOf(id: ToolId, given: Record<string, unknown>): number {
  // A brief page of products keeps its budget even if the call has a `limit`.
  const hasBudget = given['limit'] === undefined || (id === 'list_products' && isBrief(given))
  return (hasBudget && budgets[id]?.[isBrief(given) ? 'brief' : 'full']) || Infinity
}

/** The maximum length of the message of a failure, in characters. */
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
