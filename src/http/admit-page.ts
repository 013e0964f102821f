import type { ReadBucket } from '#contract/limits.ts'
import { admit } from '#service/admit.ts'
import type { ApiError } from '#contract/errors.ts'
import { asApiError } from '#service/failure.ts'
import type { Service } from '#service/service.ts'
import { clientAddress } from './client-address.ts'

/**
 * Counts a page that answers by itself as the operation is counted that answers the same, and says
 * what keeps it out.
 */
export async function keptOut(
  bucket: ReadBucket,
  request: Request,
  service: Service,
): Promise<ApiError | undefined> {
  try {
    await admit(bucket, clientAddress(request), service)
    return undefined
  } catch (error) {
    return asApiError(service.log, `${request.method} ${new URL(request.url).pathname}`, error)
  }
}
