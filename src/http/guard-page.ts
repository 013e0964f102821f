import { ApiError, errors } from '#contract/errors.ts'
import { type PageBucket, limits } from '#contract/limits.ts'
import { codePoints } from '#contract/text.ts'
import { wantedType } from '#core/wanted-type.ts'
import { addedTool, choiceKeys } from '#present/lists/facet-choice.ts'
import { notFoundBodies } from '#present/nothing-here.ts'
import { chooserFields } from '#present/product/side-by-side.ts'
import { waitWords } from '#present/wait-words.ts'
import { errorAnswer } from './answer.ts'
import { type Guarding, guarded } from './guarded.ts'
import { limitHeaders } from './limit-headers.ts'

/**
 * Guards pages that functions render: it counts the request for rate limits, checks the length of
 * its parameters, and answers a refusal with a page.
 */
export const pageGuard =
  (service: Guarding) => (bucket: PageBucket, request: Request, answer: () => Promise<Response>) =>
    guarded(
      service,
      bucket,
      request,
      async () => {
        refuseLongParameters(new URL(request.url).searchParams)
        const response = await answer()
        if (response.headers.get('content-type') === 'text/html')
          response.headers.set('content-type', 'text/html; charset=utf-8')
        return response.status === 404 ? notFoundAnswer(request, response) : response
      },
      refusalPage,
    )

// A 404 page is for people. Programs get the same answer in the media type that they prefer.
function notFoundAnswer({ headers, method }: Request, page: Response): Response {
  const type = wantedType(headers.get('accept'))
  if (type === undefined) return page
  return new Response(method === 'HEAD' ? null : notFoundBodies[type], {
    status: 404,
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' },
  })
}

/** The maximum number of code points in each parameter that pages read. */
const bounds = new Map<string, number>([
  ...[...choiceKeys, addedTool, ...chooserFields].map((name) => [name, limits.name] as const),
  ['q', limits.search_query],
  ['task', limits.recommend.task],
  ['stack', limits.stack],
  ['slugs', 5 * limits.slug],
])

function refuseLongParameters(parameters: URLSearchParams): void {
  if (parameters.size > limits.page_parameters)
    throw new ApiError(
      'invalid_request',
      `The address has more than ${limits.page_parameters} parameters.`,
    )
  for (const [name, value] of parameters) {
    const bound = bounds.get(name) ?? Infinity
    // Some characters are eighteen letters when they are normalised for the search.
    const isShort = (text: string) => text.length <= bound || codePoints(text) <= bound
    if (bound === Infinity || (isShort(value) && isShort(value.normalize('NFKC')))) continue
    throw new ApiError('invalid_request', `“${name}” has more than ${bound} characters.`)
  }
}

// The page of a refusal. It contains no text of the request and loads no other files. Unexpected
// failures have no page: they are answered as JSON.
function refusalPage(request: Request, error: ApiError): Response {
  const { kind, message, retryAfterSeconds: wait, limit } = error
  const title = titles[kind]
  if (title === undefined) return errorAnswer(request, error)
  const sentence =
    wait === undefined ? message : message.replace(`in ${wait} seconds`, `in ${waitWords(wait)}`)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
    ...limitHeaders(limit),
  }
  return new Response(request.method === 'HEAD' ? null : page(title, sentence), {
    status: errors[kind].status,
    headers,
  })
}

const titles: Partial<Record<ApiError['kind'], string>> = {
  rate_limited: 'Too many requests',
  invalid_request: 'The address is too long',
}

const page = (title: string, sentence: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<h1>${title}</h1>
<p>${sentence}</p>
<p><a href="/">Proofstack</a></p>
</html>
`
