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
 * header, as on the platform.
 */
export function routeCondition(
  has: readonly HasField[] = [],
): (headers: IncomingHttpHeaders) => boolean {
  const fields = has.map(({ type, key, value }) => {
    if (type !== 'header')
      throw new Error(
        `config.json has a condition on a ${type}; our reading of the platform knows headers alone`,
      )
    return {
      name: key.toLowerCase(),
      pattern: value === undefined ? /^/ : new RegExp(`^(?:${value})$`),
    }
  })
  return (headers) =>
    fields.every(({ name, pattern }) => {
      const sent = headers[name]
      return sent !== undefined && pattern.test(Array.isArray(sent) ? sent.join(', ') : sent)
    })
}
