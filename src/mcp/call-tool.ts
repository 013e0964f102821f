import { keepLast } from '#core/keep-last.ts'
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

/**
 * What `tools/call` answers. A failure is an answer too: only a broken protocol is a protocol
 * error.
 */
export interface ToolResult {
  isError: boolean
  structuredContent: Record<string, unknown>
  content: [{ type: 'text'; text: string }]
}

/** How many results of trusted bytes are kept: some 10 kB each. */
const mostKept = 500

/** Calls a tool; the result is the JSON of a `ToolResult`, in UTF-8. `onCounted` hears of the limit that counted the call. */
export type ToolCaller = (
  id: ToolId,
  given: Record<string, unknown>,
  address: string,
  onCounted?: (limit: LimitState | undefined) => void,
) => Promise<Buffer<ArrayBuffer>>

/**
 * Runs the operation behind a tool with the same checks and limits as its REST endpoint; the
 * structured content is its body. Of what REST answers as trusted bytes the result is made once for
 * each tag: to read those bytes takes longer than to find them.
 */
export function toolCaller(service: Service): ToolCaller {
  const kept = keepLast<string, Buffer<ArrayBuffer>>(mostKept)
  return async (id, given, address, onCounted = () => {}) => {
    const read = () => readArguments(operations[id], given)
    const call = { handler: `MCP tool ${id}`, address, isAgent: true, read }
    const outcome = await attempt(id, call, service)
    onCounted((outcome.reply ?? outcome.error).limit)
    if (outcome.error) return Buffer.from(JSON.stringify(failure(outcome.error)))
    const { content, cache, servedFrom } = outcome.reply
    // Decision, Degraded: what the catalogue answers says so. REST has a header for it.
    const note = servedFrom ? 'The database is away: this is as of the last build.\n' : ''
    const tell = () => Buffer.from(answered(id, outcome.value, given, note, service))
    // What is one caller's own is not kept, nor is the e-mail that it was asked for with.
    return 'tag' in content && cache !== 'never'
      ? kept([id, JSON.stringify(given), note, content.tag].join('\n'), tell)
      : tell()
  }
}

/** What is answered, and what the text says of it first. */
interface Body {
  body: Record<string, unknown>
  json: string
  said?: string
}

function answered(
  id: ToolId,
  value: Record<string, unknown>,
  given: Record<string, unknown>,
  note: string,
  { to }: Pick<Service, 'to'>,
): string {
  const budget = budgetOf(id, given)
  const {
    body,
    json,
    said = '',
  } = id === 'list_products'
    ? shortened(value, budget, given)
    : inBrief(id, { value, given, budget: budget ?? Infinity })
  const left = (budget ?? Infinity) - json.length
  const bound = Math.min(limits.mcp_text, Math.max(leastText, left))
  // The body came out of the operation's own schema.
  const text = cut(note + said + readingText(id, body as never, to, bound), limits.mcp_text)
  const content = JSON.stringify([{ type: 'text', text }])
  return `{"isError":false,"structuredContent":${json},"content":${content}}`
}

/**
 * A page that is too long for its budget all the same, for its stacks or addresses, is that of a
 * smaller limit: the next offset follows it.
 */
function shortened(
  value: Record<string, unknown>,
  budget: number | undefined,
  given: Record<string, unknown>,
): Body {
  const { products, total, offset } = value as unknown as Output<typeof operations.list_products>
  const room = budget && budget - (isBrief(given) ? shortestText.brief : shortestText.full)
  const fits = (limit: number) => {
    const hasMore = offset + limit < total
    return { ...value, products: products.slice(0, limit), limit, hasMore }
  }
  let body = value
  let json = JSON.stringify(body)
  let limit = products.length
  while (room && limit > 1 && json.length > room) {
    limit = Math.max(1, Math.min(limit - 1, Math.floor((limit * room) / json.length)))
    body = fits(limit)
    json = JSON.stringify(body)
  }
  return { body, json }
}

/**
 * Whoever does not say how much is wanted gets the whole where it fits the budget, and few words of it
 * where it does not: listings with long stacks are twice as long as others.
 */
function inBrief(
  id: ToolId,
  {
    value,
    given,
    budget,
  }: { value: Record<string, unknown>; given: Record<string, unknown>; budget: number },
): Body {
  const json = JSON.stringify(value)
  const { responses }: Operation = operations[id]
  const brief = responses[200]?.brief
  if (!brief || given['detail'] !== undefined || json.length + leastText <= budget)
    return { body: value, json }
  // The brief schema is a part of the one that the value came out of.
  const body = brief.parse(value) as Record<string, unknown>
  const said = `In brief: the whole has ${json.length} characters, and detail=full gives it.\n`
  return { body, json: JSON.stringify(body), said }
}

const isBrief = (given: Record<string, unknown>) => given['detail'] === 'brief'

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
const shortestText = { full: 2_300, brief: 5_000 } as const

/** What the text block may hold whatever the structured content takes. */
const leastText = 400

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
