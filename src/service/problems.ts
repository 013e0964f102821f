import type { z } from 'zod'
import type { ErrorDetail } from '#contract/errors.ts'
import { cut } from '#contract/text.ts'
import { inputJsonSchema } from '#contract/json-schema.ts'

/**
 * Says of every issue which field it is about, what is accepted and what was sent; the parse must
 * have reported the latter (`reportInput`). Decision, Reads: "naming the parameter, its bounds and
 * what was sent".
 */
export function problemsOf(error: z.ZodError, schema: z.ZodType): Problem[] {
  return error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: message(issue, schema),
    ...sentenceOf(issue),
  }))
}

/** What is wrong, and how to say it when nothing else is: a rule that joins fields has its own way. */
export interface Problem extends ErrorDetail {
  sentence?: string | undefined
}

// A refinement of the contract hands its sentence over in the parameters of the issue.
function sentenceOf(issue: z.core.$ZodIssue): { sentence?: string } {
  const sentence: unknown = issue.code === 'custom' ? issue.params?.['sentence'] : undefined
  return typeof sentence === 'string' ? { sentence } : {}
}

/**
 * As many as anybody mends at once. A body of 64 KiB can hold 30,000 problems, and the answer would
 * be fifty times as long as it.
 */
export const mostTold = 50

/**
 * Problems as an error tells them: one sentence, and the details behind it, of a great many the
 * first ones.
 */
export function told(problems: readonly Problem[]): {
  message: string
  details: ErrorDetail[]
} {
  const details = problems
    .slice(0, mostTold)
    .map(({ path, message: text }) => ({ path, message: text }))
  const parts = details.map(({ path, message: text }) => `${path || 'the body'} ${text}`)
  const [only] = problems
  if (problems.length === 1) return { message: only?.sentence ?? `${parts[0]}.`, details }
  const first =
    problems.length > details.length ? `, of which these are the first ${details.length}` : ''
  return { message: `There are ${problems.length} problems${first}: ${parts.join('; ')}.`, details }
}

function message(issue: z.core.$ZodIssue, schema: z.ZodType): string {
  // The value that was parsed: a field that is empty after cleaning is missing.
  const sent = issue.input
  if (sent === undefined && issue.code !== 'custom') return 'is required'
  if (issue.code === 'custom' || issue.code === 'invalid_format') return issue.message
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `has more than ${issue.maximum} entries`
  if (issue.code === 'too_big' && issue.origin === 'string') return issue.message
  return `must be ${expectation(schema, issue)}, but was ${shown(sent)}`
}

// Numbers and closed sets are described by their JSON schema, so that the sentence states the same
// bounds as the documents.
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
  const field = inputJsonSchema(schema).properties?.[String(path[0])]
  return typeof field === 'object' ? field : undefined
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  return cut(text, 61)
}
