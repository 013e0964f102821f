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
  // The cast is safe: the body was made by the schema of this operation, or by its brief schema,
  // which has a part of the fields.
  const resultOf = (body: Record<string, unknown>, lead: string) => {
    const json = JSON.stringify(body)
    const room = budget - json.length
    return { json, text: lead + resultText(id, body as never, { ...context, room }) }
  }
  const isPage = id === 'list_products' && isBrief(given)
  let result = resultOf(isPage ? shortened(value, budget) : value, '')
  const brief = given['detail'] === undefined && operation.responses[200]?.brief
  const { length } = result.json
  if (brief && length + result.text.length > budget)
    result = resultOf(
      brief.parse(value) as Record<string, unknown>,
      `In brief: the whole has ${length} characters, and detail=full gives it.\n`,
    )
  const content = JSON.stringify([{ type: 'text', text: cut(note + result.text, limits.mcp_text) }])
  return `{"isError":false,"structuredContent":${result.json},"content":${content}}`
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

const isBrief = (given: Record<string, unknown>) => given['detail'] === 'brief'

/** Budgets of results in characters, content and text together, for calls without a `limit`. */
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
  const structuredContent: ToolFailure = {
    error_code: errors[kind].error_code,
    message: cut(message, longestMessage),
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
  }
  const text = `${structuredContent.error_code}: ${structuredContent.message}`
  return JSON.stringify({ isError: true, structuredContent, content: [{ type: 'text', text }] })
}
