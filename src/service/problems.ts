import type { z } from 'zod'
import { ApiError, type ErrorDetail } from '#contract/errors.ts'
import { cut } from '#contract/text.ts'
import { jsonSchema } from '#contract/json-schema.ts'
import { plural } from '#core/plural.ts'

/**
 * Describes every issue of a zod error by its field, the accepted values and the value that was
 * sent. The parse must have had the option `reportInput`.
 */
export function problemsOf(error: z.ZodError, schema: z.ZodType): Problem[] {
  const problems = error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: messageOf(issue, schema),
    ...sentenceOf(issue),
  }))
  // Two issues of one value may be one problem: 1e21 is no integer for zod, and too large.
  return [...new Map(problems.map((each) => [`${each.path} ${each.message}`, each])).values()]
}

/** A problem of a field. If it is the only problem, `sentence` is the whole error message. */
export interface Problem extends ErrorDetail {
  sentence?: string | undefined
}

// The contract's own checks pass a sentence in `params` of their issue.
function sentenceOf(issue: z.core.$ZodIssue): { sentence?: string } {
  const sentence: unknown = issue.code === 'custom' ? issue.params?.['sentence'] : undefined
  return typeof sentence === 'string' ? { sentence } : {}
}

/** The maximum number of problems in an error. A body of 64 KiB can have 30,000. */
export const mostReported = 50

/** The 400 error with all problems. */
export function invalidRequest(problems: readonly Problem[]): ApiError {
  const { message, details } = reported(problems)
  return new ApiError('invalid_request', message, { details })
}

/** The message and the details of an error with these problems, of the first `mostReported`. */
export function reported(problems: readonly Problem[]) {
  const details = problems.slice(0, mostReported).map(({ path, message }) => ({ path, message }))
  const parts = details.map(({ path, message }) => `${path || 'the body'} ${message}`)
  const [only] = problems
  if (problems.length === 1) return { message: only?.sentence ?? `${parts[0]}.`, details }
  const first =
    problems.length > details.length ? `, of which these are the first ${details.length}` : ''
  return { message: `There are ${problems.length} problems${first}: ${parts.join('; ')}.`, details }
}

function messageOf(issue: z.core.$ZodIssue, schema: z.ZodType): string {
  // The value after cleaning: one that was only spaces is undefined here, and therefore missing.
  const sent = issue.input
  if (sent === undefined && issue.code !== 'custom') return 'is required'
  if (issue.code === 'custom' || issue.code === 'invalid_format') return issue.message
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `has more than ${issue.maximum} entries`
  if (issue.code === 'too_big' && issue.origin === 'string') return issue.message
  if (issue.code === 'too_small' && issue.origin === 'array')
    return `must hold at least ${plural(Number(issue.minimum), 'item')}`
  if (issue.code === 'too_small' && issue.origin === 'string')
    return `must have at least ${plural(Number(issue.minimum), 'character')}`
  return `must be ${expectation(schema, issue)}, but was ${shown(sent)}`
}

// What was expected. Integers are described by their JSON Schema, so that the message has the same
// bounds as the documentation.
function expectation(schema: z.ZodType, issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value')
    return `one of ${issue.values.map(String).join(', ')}`.replace(/^one of ([^,]+)$/, '$1')
  const field = fieldSchema(schema, issue.path)
  if (field?.type === 'integer') {
    const { minimum, maximum } = field
    const hasMaximum = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER
    return hasMaximum
      ? `a whole number from ${minimum} to ${maximum}`
      : `a whole number of at least ${minimum}`
  }
  const type = issue.code === 'invalid_type' ? issue.expected : 'another value'
  // A free JSON object is a document of another format, which its description names.
  if (type === 'record') return `a JSON object: ${field?.description}`.replace(/\.$/, '')
  return names[type] ?? `of type ${type}`
}

const names: Record<string, string> = {
  string: 'text',
  array: 'a list',
  object: 'a JSON object',
  number: 'a number',
  boolean: 'true or false',
}

function fieldSchema(
  schema: z.ZodType,
  path: PropertyKey[],
): z.core.JSONSchema.BaseSchema | undefined {
  if (path.length !== 1) return undefined
  const field = jsonSchema(schema, 'input').properties?.[String(path[0])]
  return typeof field === 'object' ? field : undefined
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  return cut(text, 61)
}
