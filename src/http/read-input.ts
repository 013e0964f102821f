import type { z } from 'zod'
import { ApiError, type ErrorDetail } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Input, Operation } from '#contract/operation.ts'
import { inputJsonSchema } from './json-schema.ts'
import { problemsOf, told } from './problems.ts'

/**
 * More to check than the schema can say, for example the rules of domain names. It runs whatever
 * the schema found, so that all problems come at once.
 */
export type ExtraCheck = (body: unknown) => ErrorDetail[]

/** The parts of a request before they are checked, whichever door they came through. */
export interface Parts {
  params?: unknown
  query?: unknown
  headers?: unknown
  body?: unknown
}

/** Reads and parses an HTTP request into what the operation declares. */
export async function readInput<O extends Operation>(
  operation: O,
  request: Request,
  params: Record<string, string | undefined>,
  extraCheck?: ExtraCheck,
): Promise<Input<O>> {
  return parseInput(operation, await readParts(operation, request, params), extraCheck)
}

/**
 * The parts of an HTTP request, of the types that the operation declares where the text allows it.
 */
export async function readParts(
  operation: Operation,
  request: Request,
  params: Record<string, string | undefined>,
): Promise<Parts> {
  const body = operation.body ? await readJson(request) : undefined
  const query = operation.query
    ? readQuery(operation.query, new URL(request.url).searchParams)
    : undefined
  const headers = operation.headers
    ? Object.fromEntries(
        Object.keys(operation.headers.shape).map((name) => [
          name,
          request.headers.get(name) ?? undefined,
        ]),
      )
    : undefined
  return { params, query, headers, body }
}

/**
 * Parses every part into what the operation declares. This is the only place where input is checked
 * against the contract. `known` are problems that were found before; all come at once.
 */
export function parseInput<O extends Operation>(
  operation: O,
  parts: Parts,
  extraCheck?: ExtraCheck,
  known: readonly ErrorDetail[] = [],
): Input<O> {
  const problems: ErrorDetail[] = [...known]
  const parse = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const result = schema.safeParse(value, { reportInput: true })
    if (result.success) return result.data
    problems.push(...problemsOf(result.error, schema))
    return undefined
  }
  const input = {
    params: parse(operation.params, parts.params),
    query: parse(operation.query, parts.query),
    headers: parse(operation.headers, parts.headers),
    body: parse(operation.body, parts.body),
  }
  if (extraCheck && operation.body)
    problems.push(
      ...extraCheck(parts.body).filter(
        ({ path }) => !problems.some((problem) => problem.path === path),
      ),
    )
  if (problems.length > 0) {
    const { message, details } = told(problems)
    throw new ApiError('invalid_request', message, { details })
  }
  // Each part came out of the schema that Input reads its type from.
  return input as Input<O>
}

// Query values are text. A field that the schema calls a whole number is turned into one here: text
// is HTTP's problem, not the contract's.
function readQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, unknown> {
  const entries = Object.entries(schema.shape).map(([name, field]) => {
    const text = search.get(name)
    const { type, format } = inputJsonSchema(field as z.ZodType)
    // Decision, Reads: "An empty value is as if absent, except `since`": an empty timestamp is a
    // slip that would send the whole changelog again. A required value stays empty, so that its own
    // check can speak.
    if (
      text === null ||
      (text === '' && format !== 'date-time' && field.safeParse(undefined).success)
    )
      return [name, undefined]
    return [name, type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text]
  })
  return Object.fromEntries(entries)
}

async function readJson(request: Request): Promise<unknown> {
  const type = mediaType(request)
  if (type !== 'application/json') {
    throw new ApiError(
      'unsupported_media_type',
      `Send the body as application/json, ${type ? `not as ${JSON.stringify(type)}` : 'and say so in a Content-Type header'}.`,
    )
  }
  const text = await readText(request)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new ApiError(
      'invalid_request',
      text.trim() === '' ? 'The body is empty; send a JSON object.' : 'The body is not valid JSON.',
    )
  }
}

/** What the body is said to be, without parameters such as the charset. */
export function mediaType(request: Request): string | undefined {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
}

/** Reads a body of at most 64 KiB, whatever its Content-Length says. */
export async function readText(request: Request): Promise<string> {
  const tooLarge = () =>
    new ApiError('body_too_large', `The body is larger than ${limits.body_bytes} bytes.`)
  if (Number(request.headers.get('content-length')) > limits.body_bytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limits.body_bytes) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.')
  }
}
