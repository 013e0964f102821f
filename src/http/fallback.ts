import { closest, distance } from 'fastest-levenshtein'
import { ApiError } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import type { Service } from '#service/service.ts'
import { methodNotAllowedAnswer, preflightAnswer } from './answer.ts'
import { type Guarding, guarded } from './guarded.ts'

const all = Object.values<Operation>(operations)

/**
 * Operations that are static files. Their requests only reach this code with methods other than GET
 * and HEAD.
 */
const staticPaths = new Set<string>(all.filter(({ isStatic }) => isStatic).map(({ path }) => path))

const paths = ['/', ...all.map(({ path }) => path)]
const reading = ['GET', 'HEAD', 'OPTIONS']

/**
 * Answers the /api addresses that have no function: unknown paths, and static files requested by
 * another method than GET. Of files elsewhere it answers the CORS preflight.
 */
export function fallback(
  service: Guarding & Pick<Service, 'urls'>,
): (context: { request: Request }) => Promise<Response> {
  return ({ request }) =>
    guarded(service, 'catalogue_reads', request, async () => {
      const { pathname } = new URL(request.url)
      const path = pathname.replace(/^\/api(?:\/v1)?/, '') || '/'
      const isStatic = staticPaths.has(path) || !pathname.startsWith('/api')
      if (isStatic && request.method === 'OPTIONS') return preflightAnswer(reading)
      if (isStatic && !reading.includes(request.method))
        return methodNotAllowedAnswer(request, reading)
      if (request.method === 'OPTIONS') return preflightAnswer(['GET', 'HEAD', 'POST', 'OPTIONS'])
      const nearest = closest(path, paths)
      const hint =
        distance(nearest, path) <= Math.min(4, path.length / 3)
          ? `Did you mean “${service.urls.api}${nearest === '/' ? '' : nearest}”?`
          : `${service.urls.api} lists what there is.`
      throw new ApiError('not_found', `There is nothing at this address. ${hint}`)
    })
}
