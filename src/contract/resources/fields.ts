import { z } from 'zod'
import { holdsAddress } from '#contract/address-in-text.ts'
import { limits } from '#contract/limits.ts'
import { codePoints } from '#contract/text.ts'

/** An object schema with a name (`id`) and a `description` for the documents of the API. */
export function resource<const S extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: S,
) {
  return z.object(shape).meta({ id, description })
}

/** An object in an answer, with its description. */
export function object<const S extends z.core.$ZodLooseShape>(description: string, shape: S) {
  return z.object(shape).describe(description)
}

/** A list of objects in an answer, with its description. */
export function objects<const S extends z.core.$ZodLooseShape>(description: string, shape: S) {
  return z.array(z.object(shape)).describe(description)
}

/** The parameter `limit` of an operation, with its bounds and default. */
export function limitIn(bounds: { min: number; max: number; default: number }) {
  const { min, max, default: usual } = bounds
  return z.int().min(min).max(max).default(usual).describe('How many to return.')
}

/** Text of at most `max` Unicode code points, the unit of `maxLength` in JSON Schema. */
export function text(max: number) {
  return bounded(z.string(), max)
}

function bounded(schema: z.ZodString, max: number) {
  return schema
    .refine((value) => codePoints(value) <= max, { error: `has more than ${max} characters` })
    .meta({ maxLength: max })
}

const oneLine = z.string().overwrite((value) => value.replace(/\s+/g, ' '))

/** Text on one line, for headings, subjects and log lines. */
export function line(max: number) {
  return bounded(oneLine, max)
}

/**
 * The name of a product or of its makers. It must not contain a URL or e-mail address: mails
 * contain the name.
 */
export function name(max: number) {
  return line(max).refine((value) => !holdsAddress(value), {
    error:
      'holds a web or e-mail address; write the name alone, and put spaces around a slash between two names',
  })
}

/**
 * A list of at most `max` different values. A `.max()` of zod would end the check before the
 * problems of other fields are found.
 */
export function list<S extends z.ZodType>(item: S, max = Number.POSITIVE_INFINITY) {
  return z
    .array(item)
    .refine((values) => values.length <= max, { error: `has more than ${max} entries` })
    .overwrite((values) => [...new Set(values)])
    .meta(Number.isFinite(max) ? { maxItems: max } : {})
}

/**
 * The e-mail pattern of the HTML standard, but the domain needs a dot, and `a..b` before the @ is
 * refused, as mail servers do by RFC 5321, 4.1.2.
 */
const emailPattern =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** An e-mail address, in lower case for comparing. */
export const Email = z
  .email({ pattern: emailPattern, error: 'is not an e-mail address' })
  .refine((value) => codePoints(value) <= limits.email, {
    error: `has more than ${limits.email} characters`,
  })
  .overwrite((value) => value.toLowerCase())
  .meta({ maxLength: limits.email })

/** An absolute http or https URL without credentials. */
export const HttpUrl = z
  .string()
  .refine((value) => codePoints(value) <= limits.url, {
    error: `has more than ${limits.url} characters`,
  })
  .refine(isHttpUrl, { error: 'is not an absolute http or https URL' })
  .meta({ format: 'uri', maxLength: limits.url })

/** A URL in answers, such as `https://example.com/`. */
export const Uri = z.string().meta({ format: 'uri' })

/** Decisions, Fields: "Timestamps always in the form 2026-05-18T05:28:47.564Z". */
export const Timestamp = z.iso.datetime({ precision: 3 })

/** An example phrase: what people who need a product search for, in lower case. */
export const ExamplePhrase = line(limits.examples.length).refine(
  (value) => value === value.toLowerCase() && /\p{L}/u.test(value),
  { error: 'is not words in lower case, as people type them' },
)

/** The database has a CHECK with the same pattern. */
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * A slug in answers and queries. An invalid slug in a query is answered as not found, not as a
 * validation error.
 */
export const Slug = z.string().meta({ pattern: slugPattern.source })

/** A slug that editors enter. */
export const EnteredSlug = z.string().refine(isSlug, {
  error: `is not a slug: lower case letters, digits and single hyphens, at most ${limits.slug}`,
})

/** Whether a text can be a slug. */
export function isSlug(text: string): boolean {
  return text.length <= limits.slug && slugPattern.test(text)
}

function isHttpUrl(value: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(value)) return false
  const url = URL.parse(value)
  return url !== null && url.hostname !== '' && url.username === '' && url.password === ''
}
