import { closest, distance } from 'fastest-levenshtein'
import { ApiError } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import { preflightAnswer } from '#http/answer.ts'
import { guarded, methodNotAllowed } from '#http/serve.ts'
import { edge, to } from '../src/composition.ts'

/** Answered by files as long as they are only read. */
const staticPaths = new Set(['/tools', '/schema', '/openapi'])

const paths = ['/', '/schema', '/openapi', ...Object.values(operations).map(({ path }) => path)]
const reading = ['GET', 'HEAD', 'OPTIONS']

/**
 * Every /api address that no function answers: static files asked with another method, and what
 * does not exist. All of it is JSON.
 */
export const ALL = ({ request }: { request: Request }) =>
  guarded(edge, request, async () => {
    const path = new URL(request.url).pathname.replace(/^\/api(?:\/v1)?/, '') || '/'
    const isStatic = staticPaths.has(path)
    if (isStatic && request.method === 'OPTIONS') return preflightAnswer(reading)
    if (isStatic && !reading.includes(request.method))
      throw methodNotAllowed(request.method, reading)
    if (request.method === 'OPTIONS') return preflightAnswer(['GET', 'HEAD', 'POST', 'OPTIONS'])
    const nearest = closest(path, paths)
    const hint =
      distance(nearest, path) <= 4
        ? `Did you mean ${to.api}${nearest}?`
        : `${to.api} lists what there is.`
    throw new ApiError('not_found', `There is nothing at this address. ${hint}`)
  })
