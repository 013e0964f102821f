import { type ApiError, errors } from '#contract/errors.ts'
import type { operations } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { Operation, Output } from '#contract/operation.ts'
import { cut } from '#contract/text.ts'
import type { ToolFailure } from './output-schema.ts'
import { type TextContext, headRoom, lineRoom, resultText } from './result-text.ts'
import type { ToolId } from './tools.ts'

/** The result of `tools/call`. A failure of the tool is such a result too. */
export interface ToolResult {
  isError: boolean
  structuredContent: Record<string, unknown>
  content: [{ type: 'text'; text: string }]
}

/** The structured content of a result as JSON, and the text of the result. */
interface Result {
  json: string
  text: string
}

/**
 * The `ToolResult` of an answer as JSON. `note` precedes the text. Without an argument `detail` the
 * result is brief if the whole exceeds the budget of the tool.
 */
export function resultJson(
  operation: Operation,
  value: Record<string, unknown>,
  note: string,
  context: Omit<TextContext, 'room'>,
): string {
  const { given } = context
  const id = operation.id as ToolId
  const budget = budgetOf(id, given)
  const isPage = id === 'list_products' && isBrief(given)
  const whole = resultOf(id, isPage ? shortened(value, budget) : value, budget, context)
  const { json, text } = inBudget(operation, value, whole, budget, context)
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
  { id, responses }: Operation,
  value: Record<string, unknown>,
  whole: Result,
  budget: number,
  context: Omit<TextContext, 'room'>,
): Result {
  const brief = responses[200]?.brief
  const isFree = brief && context.given['detail'] === undefined
  if (!isFree || whole.json.length + whole.text.length <= budget) return whole
  // The cast is safe: the brief schema has a part of the fields of the operation's schema.
  const { json, text } = resultOf(
    id as ToolId,
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

/** The `ToolResult` of a failure as JSON. */
export function failureJson({ kind, message, retryAfterSeconds }: ApiError): string {
  const content: ToolFailure = {
    error_code: errors[kind].error_code,
    message: cut(message, longestMessage),
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
  }
  const result: ToolResult = {
    isError: true,
    structuredContent: { ...content },
    content: [{ type: 'text', text: `${content.error_code}: ${content.message}` }],
  }
  return JSON.stringify(result)
}
