import type { ApiError } from '#contract/errors.ts'
import type { operations } from '#contract/index.ts'
import type { Input, Operation, Output } from '#contract/operation.ts'
import { admit } from './admit.ts'
import { type Caller, type Handling, type Reply, valueOf } from './answer.ts'
import { compareProducts } from './compare-products.ts'
import { asApiError } from './failure.ts'
import { getProduct } from './get-product.ts'
import { listChangelog } from './list-changelog.ts'
import { listProducts } from './list-products.ts'
import { listTools } from './list-tools.ts'
import { lookupByUrl } from './lookup-by-url.ts'
import { type Parts, parseInput } from './parse-input.ts'
import { recommendProducts } from './recommend-products.ts'
import { search } from './search.ts'
import type { Service } from './service.ts'
import { submitProduct } from './submit-product.ts'

export type OperationId = keyof typeof operations
type OperationOf<I extends OperationId> = (typeof operations)[I]
type OutputOf<I extends OperationId> = Output<OperationOf<I>>

/** Every operation of the contract with what answers it. */
const handlings: { [I in OperationId]: Handling<OperationOf<I>> } = {
  list_tools: listTools,
  search,
  list_products: listProducts,
  get_product: getProduct,
  submit_product: submitProduct,
  lookup_by_url: lookupByUrl,
  recommend_products: recommendProducts,
  compare_products: compareProducts,
  list_changelog: listChangelog,
}

/** One call of an operation, as a door hands it over. */
export interface Call extends Caller {
  /** How a log names it. No query: it may hold an e-mail. */
  door: string
  /** Reads the parts. Called once the call is admitted: a refused one is not worth reading. */
  read: () => Parts | Promise<Parts>
}

/**
 * The only way in, for every door: admits, parses, answers, and filters the answer through the
 * contract, so that nothing undeclared leaves. Throws nothing but ApiError.
 */
export function invoke<I extends OperationId>(
  id: I,
  call: Call,
  service: Service,
): Promise<Reply<OutputOf<I>>> {
  return perform(handlings[id] as Handling<OperationOf<I>>, call, service)
}

/** `invoke` for an answer that is no operation of the contract, such as the index of the API. */
export async function perform<O extends Operation>(
  { operation, answer, extraCheck }: Handling<O>,
  call: Call,
  service: Service,
): Promise<Reply<Output<O>>> {
  try {
    await admit(operation.bucket, call.address, service)
    const parts = await call.read()
    const input: Input<O> = parseInput(operation, parts, () => extraCheck?.(parts, service) ?? [])
    const {
      status,
      cache = operation.cache,
      servedFrom,
      isReplay,
      ...given
    } = await answer({ ...input, address: call.address, isAgent: call.isAgent }, service)
    const content =
      'json' in given
        ? { json: given.json, tag: given.tag }
        : // The schema of this status, whose output Output is.
          { value: operation.responses[status]!.schema.parse(given.body) as Output<O> }
    return { status, cache, servedFrom, isReplay, content }
  } catch (error) {
    throw asApiError(service.log, call.door, error)
  }
}

/** The same for doors that show a failure as readily as an answer: MCP and pages. */
export async function attempt<I extends OperationId>(
  id: I,
  call: Call,
  service: Service,
): Promise<
  | { reply: Reply<OutputOf<I>>; value: OutputOf<I>; error?: undefined }
  | { error: ApiError; value?: undefined; reply?: undefined }
> {
  try {
    const reply = await invoke(id, call, service)
    return { reply, value: valueOf(reply) }
  } catch (error) {
    return { error: asApiError(service.log, call.door, error) }
  }
}
