// The client of the package, for every JavaScript runtime: hosting/pack-cli.ts bundles it with
// `virtual:client`. exports/client-types.ts has its types.
import { calls, site as ownSite } from 'virtual:client'

/** An operation, and where its arguments go in the request. */
export interface ClientCall {
  method: string
  /** The path on the site, with parameters in braces. */
  path: string
  /** The names of headers by the names of their arguments. */
  headers: Readonly<Record<string, string>>
  /** The arguments in the query, if the others are the JSON body. */
  query?: readonly string[]
}

type Given = Readonly<Record<string, unknown>>

interface ErrorBody {
  error?: string
  error_code?: string
  details?: unknown[]
}

/** A request that failed. `error_code` is undefined if the answer is not one of the API. */
export class ProofstackError extends Error {
  readonly status: number
  readonly error_code: string | undefined
  readonly details: unknown[]
  readonly retryAfterSeconds: number | undefined

  constructor(answer: Response, { error, error_code, details = [] }: ErrorBody) {
    super(error ?? `${answer.url} answered ${answer.status}.`)
    this.name = 'ProofstackError'
    this.status = answer.status
    this.error_code = error_code
    this.details = details
    this.retryAfterSeconds = Number(answer.headers.get('retry-after')) || undefined
  }
}

/** A client of the site that the package comes from, or of another one. */
export function createClient({ site = ownSite, fetch: send = globalThis.fetch } = {}) {
  const root = site.replace(/\/$/, '')
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    async (given: Given = {}) => {
      const { path, ...init } = requestOf(call, given)
      const answer = await send(root + path, init)
      const body = (await answer.json().catch(() => undefined)) as ErrorBody | undefined
      if (answer.ok && body !== undefined) return body
      throw new ProofstackError(answer, body ?? {})
    },
  ])
  return Object.fromEntries(entries) as Record<string, (given?: Given) => Promise<unknown>>
}

function requestOf(
  { method, path: template, headers: named, query: inQuery }: ClientCall,
  given: Given,
) {
  const headers: Record<string, string> = {}
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name]
    // Another text could lead to another address: `..`, or the list for an empty slug.
    if (typeof value === 'string' && /^[\w-]+$/.test(value)) return value
    throw new TypeError(`${name} must be a slug, not ${JSON.stringify(value)}.`)
  })
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || template.includes(`{${name}}`)) continue
    if (Object.hasOwn(named, name)) headers[named[name]!] = String(value)
    else if (inQuery?.includes(name) ?? true) query.set(name, String(value))
    else body[name] = value
  }
  if (inQuery) headers['content-type'] = 'application/json'
  return {
    method,
    path: `${path}?${query}`.replace(/\?$/, ''),
    headers,
    ...(inQuery ? { body: JSON.stringify(body) } : {}),
  }
}
