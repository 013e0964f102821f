import { errors } from '#contract/errors.ts'
import { errorAnswer } from '#http/answer.ts'
import { serve } from '#http/serve.ts'
import { ardHandlings } from '#service/ard.ts'
import { service } from '#composition.ts'

/** The codes that ARD gives to statuses, in its appendix B. */
const ardCodes: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  429: 'RATE_LIMIT_EXCEEDED',
}

/** The registry of ARD: a path each for searching, counting and listing. */
const routes = Object.fromEntries(
  ardHandlings.map((handling) => [
    `/ard${handling.operation.path}`,
    serve([handling], service, (request, error) => {
      const { status } = errors[error.kind]
      const errorCode = ardCodes[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL_ERROR')
      return errorAnswer(request, error, {}, { errorCode, message: error.message })
    }),
  ]),
)

type Context = Parameters<ReturnType<typeof serve>>[0] & { routePattern: string }

export const ALL = ({ routePattern, ...context }: Context) => routes[routePattern]!(context)
