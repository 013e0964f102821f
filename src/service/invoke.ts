import type { ApiError } from '#contract/errors.ts'
import type { operations } from '#contract/index.ts'
import type { LimitState } from '#contract/limits.ts'
import type { Input, Operation, Output } from '#contract/operation.ts'
import { once } from '#core/once.ts'
import { note } from '#log/request.ts'
import { admit } from './admit.ts'
import { type Caller, type Handling, type Reply, valueOf } from './answer.ts'
import { asApiError } from './failure.ts'
import { type Parts, parseInput, unknownFields } from './parse-input.ts'
import type { Service } from './service.ts'

/** The ids of the operations that code answers. The others are static files of the build. */
export type OperationId = {
  [I in keyof typeof operations]: (typeof operations)[I] extends { isTool: true }
    ? I
    : (typeof operations)[I] extends { isStatic: true }
      ? never
      : I
}[keyof typeof operations]
type OperationOf<I extends OperationId> = (typeof operations)[I]
type OutputOf<I extends OperationId> = Output<OperationOf<I>>

/** The code of each operation, loaded at its first call, which shortens cold starts. */
const handlings: { [I in OperationId]: () => Promise<Handling<OperationOf<I>>> } = {
  list_tools: once(async () => (await import('./list-tools.ts')).listTools),
  search: once(async () => (await import('./search.ts')).search),
  list_products: once(async () => (await import('./list-products.ts')).listProducts),
  get_product: once(async () => (await import('./get-product.ts')).getProduct),
  submit_product: once(async () => (await import('./submit-product.ts')).submitProduct),
  update_product: once(async () => (await import('./update-product.ts')).updateProduct),
  claim_listing: once(async () => (await import('./claim-listing.ts')).claimListing),
  check_claim: once(async () => (await import('./check-claim.ts')).checkClaim),
  report_fact: once(async () => (await import('./report-fact.ts')).reportFact),
  lookup_by_url: once(async () => (await import('./lookup-by-url.ts')).lookupByUrl),
  recommend_products: once(async () => (await import('./recommend-products.ts')).recommendProducts),
  compare_products: once(async () => (await import('./compare-products.ts')).compareProducts),
  list_changelog: once(async () => (await import('./list-changelog.ts')).listChangelog),
  list_trends: once(async () => (await import('./list-trends.ts')).listTrends),
  get_tool: once(async () => (await import('./get-tool.ts')).getTool),
  lookup_urls: once(async () => (await import('./lookup-by-url.ts')).lookupUrls),
  detect_stack: once(async () => (await import('./detect-stack.ts')).detectStack),
}

/** The code of an operation, by its id. */
export function handlingOf<I extends OperationId>(id: I): Promise<Handling<OperationOf<I>>> {
  return (handlings[id] as () => Promise<Handling<OperationOf<I>>>)()
}

/** A call of an operation by a handler: a REST route, an MCP tool or a page. */
export interface Call extends Caller {
  /** True if the page that makes the call was counted by its rate limit already. */
  isCounted?: true
  /** Reads the parts of the request. It is called after the call was admitted. */
  read: () => Parts | Promise<Parts>
}

/**
 * Runs an operation for every kind of handler: admits the call, parses its input, answers, and
 * parses the answer by the contract, so that no undeclared field gets out. Throws only ApiError.
 */
export async function invoke<O extends Operation>(
  { operation, answer, extraCheck }: Handling<O>,
  call: Call,
  service: Service,
): Promise<Reply<Output<O>>> {
  let limit: LimitState | undefined
  note({ operation: operation.id })
  try {
    limit = await admit(operation.bucket, call, service)
    const parts = await call.read()
    const input: Input<O> = parseInput(operation, parts, () => extraCheck?.(parts, service) ?? [])
    const { address, isAgent } = call
    const unknown = unknownFields(operation, parts)
    const given = await answer({ ...input, address, isAgent, unknownFields: unknown }, service)
    const { status, cache = operation.cache, servedFrom, isReplay } = given
    const content =
      'json' in given
        ? { json: given.json, tag: given.tag }
        : // The cast is safe: `Output` has the types of the schemas of all statuses.
          { value: schemaOf(operation, status, input).parse(given.body) as Output<O> }
    return { status, cache, servedFrom, isReplay, limit, content }
  } catch (error) {
    const failure = asApiError(service.log, call.handler, error)
    failure.limit ??= limit
    throw failure
  }
}

function schemaOf({ responses }: Operation, status: number, { query }: { query: unknown }) {
  const { schema, brief, full } = responses[status]!
  const isBrief = (query as { detail?: unknown } | undefined)?.detail === 'brief'
  return (isBrief ? brief : full) ?? schema
}

/** Runs an operation by its id, and returns a failure as a value. For MCP and pages. */
export async function attempt<I extends OperationId>(
  id: I,
  call: Call,
  service: Service,
): Promise<
  | { reply: Reply<OutputOf<I>>; value: OutputOf<I>; error?: undefined }
  | { error: ApiError; value?: undefined; reply?: undefined }
> {
  try {
    const reply = await invoke(await handlingOf(id), call, service)
    return {
      reply,
      // Stored JSON is only parsed for callers that read the value.
      get value() {
        return valueOf(reply)
      },
    }
  } catch (error) {
    return { error: asApiError(service.log, call.handler, error) }
  }
}
