import type { IncomingHttpHeaders } from 'node:http'

/**
 * A condition of a route on the request.
 * https://vercel.com/docs/build-output-api/configuration#source-route
 */
export interface HasField {
  type: string
  key: string
  value?: string
}

/**
 * Whether a request meets all conditions of a route. A value is a regular expression for the whole
 * header or parameter, as on the platform.
 */
export function routeCondition(
  has: readonly HasField[] = [],
): (headers: IncomingHttpHeaders, query?: URLSearchParams) => boolean {
  const fields = has.map(({ type, key, value }) => {
    if (type !== 'header' && type !== 'query')
      throw new Error(
        `config.json has a condition on a ${type}; our reading of the platform knows headers and the query alone`,
      )
    return { type, key, pattern: value === undefined ? /^/ : new RegExp(`^(?:${value})$`) }
  })
  return (headers, query = noQuery) =>
    fields.every(({ type, key, pattern }) => {
      const sent = type === 'query' ? (query.get(key) ?? undefined) : headers[key.toLowerCase()]
      return sent !== undefined && pattern.test(Array.isArray(sent) ? sent.join(', ') : sent)
    })
}

const noQuery = new URLSearchParams()
