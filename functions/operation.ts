import { serve } from '#http/serve.ts'
import { operationsAt } from '#integration/routes.ts'
import { type OperationId, handlingOf } from '#service/invoke.ts'
import { service } from '#composition.ts'

type Context = Parameters<ReturnType<typeof serve>>[0] & { routePattern: string }

/** The operations of the API at one path; the method of the request chooses among them. */
export async function ALL({ routePattern, ...context }: Context): Promise<Response> {
  // The cast is safe: every operation that is not static has an `OperationId`.
  const ids = operationsAt[routePattern]!.map(({ id }) => id as OperationId)
  return serve(await Promise.all(ids.map(handlingOf)), service)(context)
}
