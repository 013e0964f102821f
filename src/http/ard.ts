import { errors } from '#contract/errors.ts'
import { ardHandlings } from '#service/ard.ts'
import type { Service } from '#service/service.ts'
import { errorAnswer } from './answer.ts'
import { serve } from './serve.ts'

/** The codes that ARD gives to statuses, in its appendix B. */
const ardCodes: Readonly<Record<number, string>> = { 404: 'NOT_FOUND', 429: 'RATE_LIMIT_EXCEEDED' }

/**
 * The routes of the registry of ARD by their paths. A failure has the fields of ARD beside those of
 * the API.
 */
export const ardRoutes = (service: Service) =>
  Object.fromEntries(
    ardHandlings.map((handling) => [
      `/ard${handling.operation.path}`,
      serve([handling], service, (request, error) => {
        const { status } = errors[error.kind]
        const errorCode = ardCodes[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL_ERROR')
        return errorAnswer(request, error, {}, { errorCode, message: error.message })
      }),
    ]),
  )
