import { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { cut } from '#contract/text.ts'
import { attempt } from '#core/attempt.ts'
import { onceFor } from '#core/once.ts'
import { requireToken } from '#service/managed.ts'
import type { Parts } from '#service/parse-input.ts'

/** Reads the parts of an HTTP request that an operation needs. They are not checked yet. */
export async function readParts(
  operation: Operation,
  request: Request,
  params: Record<string, string | undefined>,
): Promise<Parts> {
  // Decisions, Manage link: a request without a token is a 401, before its body is read.
  if (operation.credentials) requireToken(request.headers.get('authorization') ?? undefined)
  const body = operation.body ? await readJson(request, operation) : undefined
  const query = operation.query && readQuery(operation.query, new URL(request.url).searchParams)
  const named = Object.keys(operation.headers?.shape ?? {})
  const headers = Object.fromEntries(
    named.map((name) => [name, request.headers.get(name) ?? undefined]),
  )
  return { params, query, headers, body }
}

// Query values are strings. Those for integers of the schema are converted here.
function readQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, isInteger, mayBeEmpty } of fieldsOf(schema)) {
    const text = search.get(name)
    if (text === null || (text === '' && !mayBeEmpty)) values[name] = undefined
    else values[name] = isInteger && /^-?\d{1,15}$/.test(text) ? Number(text) : text
  }
  return values
}

const fieldsOf = onceFor((schema: z.ZodObject) =>
  Object.entries(schema.shape).map(([name, field]) => {
    const inner = unwrapped(field as z.ZodType)
    // Decisions, Bad values: "An empty value is as if absent, except `since`": without `since` the
    // whole changelog would be sent. An empty required value is kept, and gets its own error
    // message.
    const mayBeEmpty =
      inner instanceof z.ZodISODateTime || !(field as z.ZodType).safeParse(undefined).success
    return { name, isInteger: inner instanceof z.ZodNumber, mayBeEmpty }
  }),
)

/** The schema inside of `optional()` and `default()`. */
function unwrapped(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? unwrapped(field.unwrap() as z.ZodType)
    : field
}

/** Reads a JSON body; its fields are not checked yet. */
export async function readJson(
  request: Request,
  { bodyBytes, tooLargeHint }: Pick<Operation, 'bodyBytes' | 'tooLargeHint'> = {},
): Promise<unknown> {
  const type = mediaType(request)
  if (type !== 'application/json') {
    throw new ApiError(
      'unsupported_media_type',
      `Send the body as application/json, ${type ? `not as ${JSON.stringify(type)}` : 'and say so in a Content-Type header'}.`,
    )
  }
  const text = await readText(request, bodyBytes, tooLargeHint)
  const body = attempt(() => JSON.parse(text) as unknown)
  if (body !== undefined) return body
  const isEmpty = text.trim() === ''
  const message = isEmpty ? 'The body is empty; send a JSON object.' : 'The body is not valid JSON.'
  throw new ApiError('invalid_request', message)
}

/** The media type of the body, without parameters such as the charset. */
export function mediaType(request: Request): string | undefined {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
}

// RFC 9110, 15.5.16: a body in an unsupported content coding or charset is a 415.
function refuseEncoding({ headers }: Request, hint: string | undefined): void {
  const coding = headers.get('content-encoding')?.trim().toLowerCase()
  if (coding && coding !== 'identity')
    throw new ApiError(
      'unsupported_encoding',
      hinted(
        `Send the body as it is, without Content-Encoding, not as ${JSON.stringify(cut(coding, 40))}.`,
        hint,
      ),
    )
  const [, charset] =
    /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers.get('content-type') ?? '') ?? []
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new ApiError(
      'unsupported_media_type',
      `Send the body in UTF-8, not in ${JSON.stringify(cut(charset, 40))}.`,
    )
}

const hinted = (sentence: string, hint: string | undefined) =>
  hint ? `${sentence} ${hint}` : sentence

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a UTF-8 body of at most `most` bytes. `hint` is added to the errors about a larger and a
 * compressed body. The limit also holds if Content-Length is missing or wrong.
 */
export async function readText(
  request: Request,
  most: number = limits.body_bytes,
  hint?: string,
): Promise<string> {
  refuseEncoding(request, hint)
  const tooLarge = () =>
    new ApiError('body_too_large', hinted(`The body is larger than ${most} bytes.`, hint))
  if (Number(request.headers.get('content-length')) > most) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  // A reader is used because for a single chunk it takes a tenth of the time of an async iterator.
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > most) {
      await reader.cancel()
      throw tooLarge()
    }
    chunks.push(value)
  }
  try {
    return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.')
  }
}
