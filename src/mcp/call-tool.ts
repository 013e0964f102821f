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

/** The result of `tools/call`, also for failures of the tool. */
export interface ToolResult {
  isError: boolean
  structuredContent: Record<string, unknown>
  content: [{ type: 'text'; text: string }]
}

/** Results in memory, of about 10 kB each. */
const mostKept = 500

/** Calls a tool and returns a `ToolResult` as JSON in UTF-8; `onCounted` gets the call's limit. */
export type ToolCaller = (
  id: ToolId,
  given: Record<string, unknown>,
  address: string,
  onCounted?: (limit: LimitState | undefined) => void,
) => Promise<Buffer<ArrayBuffer>>

/**
 * Runs the operation of a tool with the checks and limits of its REST endpoint. Results made of
 * trusted bytes are cached by tag: parsing them takes longer than finding them.
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
    // Decision 33, Degraded. REST has a header for it.
    const note = servedFrom ? 'The database is away: this is as of the last build.\n' : ''
    const context = { given, to: service.to, catalog: await service.catalog.current() }
    const make = () => Buffer.from(answered(id, outcome.value, note, context))
    // Private answers and their e-mails are not cached.
    return 'tag' in content && cache !== 'never'
      ? kept([id, JSON.stringify(given), note, content.tag].join('\n'), make)
      : make()
  }
}

/** The structured content as JSON, and its text. */
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
  // The operation's own schema made the body.
  return { json, text: resultText(id, body as never, { ...context, room: budget - json.length }) }
}

/** A brief page of products that exceeds the budget becomes the page of a smaller limit. */
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

/** A result that exceeds the budget becomes the brief one, unless the call has a `detail`. */
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
  // The brief schema is a part of the operation's schema.
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

/** The characters of an answer without `limit`, structured content and text together. */
const budgets: Partial<Record<ToolId, { full: number; brief: number }>> = {
  list_products: { full: 28_000, brief: limits.mcp_brief },
  recommend_products: { full: 18_000, brief: 6_000 },
  compare_products: { full: 23_000, brief: 8_000 },
}

function budgetOf(id: ToolId, given: Record<string, unknown>): number {
  // A brief page of products has its budget with any limit.
  const hasBudget = given['limit'] === undefined || (id === 'list_products' && isBrief(given))
  return (hasBudget && budgets[id]?.[isBrief(given) ? 'brief' : 'full']) || Infinity
}

/** Characters of a failure's message. */
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
