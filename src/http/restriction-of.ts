import type { ApiError } from '#contract/errors.ts'
import { asApiError } from '#service/failure.ts'
import { refuseWhileRestricted } from '#service/restriction.ts'
import type { Service } from '#service/service.ts'
import { handlerOf } from './guarded.ts'

/**
 * The error if an operator has restricted reads, for pages that run no operation of the contract.
 */
export async function restrictionOf(
  request: Request,
  service: Pick<Service, 'log' | 'restriction' | 'clock'>,
): Promise<ApiError | undefined> {
  try {
    await refuseWhileRestricted('reading', service)
    return undefined
  } catch (error) {
    return asApiError(service.log, handlerOf(request), error)
  }
}
