import { fifoCache } from '#core/fifo-cache.ts'
import { type ApiError, errors } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import { type LimitState, limits } from '#contract/limits.ts'
import type { Operation, Output } from '#contract/operation.ts'
import { cut } from '#contract/text.ts'
import { attempt } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { readArguments } from './arguments.ts'
import { readingText } from './reading.ts'
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
    // Decision, Degraded. REST has a header for it.
    const note = servedFrom ? 'The database is away: this is as of the last build.\n' : ''
    const make = () => Buffer.from(answered(id, outcome.value, given, note, service))
    // Private answers and their e-mails are not cached.
    return 'tag' in content && cache !== 'never'
      ? kept([id, JSON.stringify(given), note, content.tag].join('\n'), make)
      : make()
  }
}

/** The structured content, and the first line of the text about it. */
interface Body {
  body: Record<string, unknown>
  json: string
  lead?: string
}

function answered(
  id: ToolId,
  value: Record<string, unknown>,
  given: Record<string, unknown>,
  note: string,
  { to }: Pick<Service, 'to'>,
): string {
  const budget = budgetOf(id, given)
  const isList = id === 'list_products'
  const found = isList ? shortened(value, budget, given) : inBrief(id, value, given, budget)
  const { body, json, lead = '' } = found
  const left = budget - json.length
  const bound = Math.min(limits.mcp_text, Math.max(leastText, left))
  // The operation's own schema made the body.
  const text = cut(note + lead + readingText(id, body as never, to, bound), limits.mcp_text)
  const content = JSON.stringify([{ type: 'text', text }])
  return `{"isError":false,"structuredContent":${json},"content":${content}}`
}

/** A page of products that exceeds the budget becomes the page of a smaller limit. */
function shortened(
  value: Record<string, unknown>,
  budget: number,
  given: Record<string, unknown>,
): Body {
  const { products, total, offset } = value as unknown as Output<typeof operations.list_products>
  const room = budget - (isBrief(given) ? shortestText.brief : shortestText.full)
  const fits = (limit: number) => {
    const hasMore = offset + limit < total
    return { ...value, products: products.slice(0, limit), limit, hasMore }
  }
  let body = value
  let json = JSON.stringify(body)
  let limit = products.length
  while (limit > 1 && json.length > room) {
    limit = Math.max(1, Math.min(limit - 1, Math.floor((limit * room) / json.length)))
    body = fits(limit)
    json = JSON.stringify(body)
  }
  return { body, json }
}

/** An answer that exceeds the budget becomes the brief one, unless the call has a `detail`. */
function inBrief(
  id: ToolId,
  value: Record<string, unknown>,
  given: Record<string, unknown>,
  budget: number,
): Body {
  const json = JSON.stringify(value)
  const { responses }: Operation = operations[id]
  const brief = responses[200]?.brief
  if (!brief || given['detail'] !== undefined || json.length + leastText <= budget)
    return { body: value, json }
  // The brief schema is a part of the operation's schema.
  const body = brief.parse(value) as Record<string, unknown>
  const lead = `In brief: the whole has ${json.length} characters, and detail=full gives it.\n`
  return { body, json: JSON.stringify(body), lead }
}

const isBrief = (given: Record<string, unknown>) => given['detail'] === 'brief'

/** Issue 10: the characters of an answer without `limit`, structured content and text together. */
const budgets: Partial<Record<ToolId, { full: number; brief: number }>> = {
  list_products: { full: 28_000, brief: limits.mcp_brief },
  recommend_products: { full: 18_000, brief: 4_000 },
  compare_products: { full: 21_000, brief: 6_000 },
}

function budgetOf(id: ToolId, given: Record<string, unknown>): number {
  // A brief page of products has its budget with any limit.
  const hasBudget = given['limit'] === undefined || (id === 'list_products' && isBrief(given))
  return (hasBudget && budgets[id]?.[isBrief(given) ? 'brief' : 'full']) || Infinity
}

/** Characters reserved for the text block of a page of products. */
const shortestText = { full: 2_300, brief: 5_000 } as const

/** Characters of any other text block, even beyond the budget. */
const leastText = 400

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
