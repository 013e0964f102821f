import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import type { ErrorDetail } from '#contract/errors.ts'
import { jsonSchema } from '#contract/json-schema.ts'
import { limits } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { cut } from '#contract/text.ts'
import { attempt } from '#core/attempt.ts'
import { didYouMean } from '#core/nearest-names.ts'
import { onceFor } from '#core/once.ts'
import type { Parts } from '#service/parse-input.ts'

type Field = z.core.JSONSchema.BaseSchema

/** Where an argument of a tool belongs in the REST request: the part, and its name there. */
type Part = 'params' | 'query' | 'headers' | 'body'
type Place = { part: Part; name: string; field: Field; isRequired: boolean }

/**
 * The arguments of a tool: all parameters and body fields of the REST operation. Names of headers
 * have `_` instead of `-`.
 */
const placesOf = onceFor((operation: Operation): ReadonlyMap<string, Place> => {
  const parts = {
    params: operation.params,
    query: operation.query ?? operation.toolQuery,
    headers: operation.headers,
    body: operation.body,
  } as const
  const places = Object.entries(parts).flatMap(([part, schema]) => {
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchema(schema, 'input')
    return Object.entries(properties).map(([name, field]): [string, Place] => [
      name.replaceAll('-', '_'),
      {
        part: part as Part,
        name,
        field: withLimit(name, field as Field, operation),
        isRequired: required.includes(name),
      },
    ])
  })
  return new Map(places)
})

/**
 * The input schema of a tool, which allows no other arguments. Query values that are `true` or
 * `false` in REST are booleans here.
 */
export function inputSchema(operation: Operation): Record<string, unknown> {
  const places = [...placesOf(operation)]
  const properties = Object.fromEntries(
    places.map(([name, place]) => [
      name,
      isSwitch(place)
        ? { type: 'boolean', description: place.field.description }
        : short(place.field),
    ]),
  )
  const required = places.filter(([, { isRequired }]) => isRequired).map(([name]) => name)
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

/**
 * Sorts the arguments of a call into the parts of a request. An unknown argument is a problem,
 * because it may be a typo that changes the query. Only the body of a write may have unknown
 * fields, unless they look like another argument: a misspelt `dry_run` must not create a
 * submission.
 */
export function readArguments(operation: Operation, given: Record<string, unknown>): Parts {
  const places = placesOf(operation)
  const parts: Record<Part, Record<string, unknown>> = {
    params: {},
    query: {},
    headers: {},
    body: {},
  }
  const unknown: string[] = []
  const isWrite = operation.body && !operation.isQuestion
  for (const [argument, value] of Object.entries(given)) {
    const place = places.get(argument)
    if (place) {
      const read = readValue(value, place)
      if (read !== undefined) parts[place.part][place.name] = read
    } else if (!isWrite || argument === '__proto__' || isTypo(argument, places))
      unknown.push(argument)
    // Unknown body fields are kept here: the answer lists them as ignored.
    else parts.body[argument] = value
  }
  const problems = unknown.length > 0 ? [unknownArguments(unknown, [...places.keys()])] : []
  // Decisions, MCP: "only the default `limit` is smaller there", that is, in MCP.
  const { toolLimit } = operation
  if (toolLimit !== undefined) parts.query = { limit: toolLimit, ...parts.query }
  return { ...parts, problems }
}

function withLimit(name: string, field: Field, { toolLimit }: Operation): Field {
  return name === 'limit' && toolLimit !== undefined ? { ...field, default: toolLimit } : field
}

// Corrects what models often send: null or '' for unused arguments, and lists for comma-separated
// values. An empty `since` or `dry_run` is not corrected: it is an error.
function readValue(value: unknown, place: Place): unknown {
  const { part, name, field, isRequired } = place
  if (value === null && !isRequired) return undefined
  // Models also send lists and objects as JSON texts, where no text is taken or a list of names.
  const isList = part === 'query' && field.type === 'string'
  const read = field.type === 'array' || field.type === 'object' || isList ? jsonOf(value) : value
  if (isList && isListOfTexts(read)) return read.join(',')
  // REST has no `is_agent=false`. A model that sends false wants no filter, so the argument is
  // dropped.
  if (value === false && field.const === 'true') return undefined
  if (
    value === '' &&
    part === 'query' &&
    !isRequired &&
    field.format !== 'date-time' &&
    name !== 'dry_run'
  )
    return undefined
  if (isSwitch(place) && typeof value === 'boolean') return String(value)
  // Models also send integers as strings, such as "20".
  if (field.type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value))
    return Number(value)
  // Models also send strings as numbers, such as the year 2025 as a search query.
  if (part !== 'body' && field.type === 'string' && typeof value === 'number') return String(value)
  return isList ? value : read
}

/** The arguments of a call. Clients also send null for none, and a JSON text. */
export function argumentsOf(given: unknown): unknown {
  return given === '' ? {} : (jsonOf(given) ?? {})
}

/** The list or object that a text holds; any other value itself. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  return attempt(() => JSON.parse(value) as unknown) ?? value
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}

function isSwitch({ part, field }: Place): boolean {
  const values = field.const === undefined ? (field.enum ?? []) : [field.const]
  const isBoolean = values.every((value) => value === 'true' || value === 'false')
  return part === 'query' && values.length > 0 && isBoolean
}

// Shortens the JSON Schema of a field: bounds that follow from its format, that nobody reaches or
// that are zod's defaults are left out, and so is the pattern of slugs, which the answer explains.
function short({
  pattern: _,
  maximum,
  maxLength,
  items,
  propertyNames: __,
  ...rest
}: Field): Field {
  return {
    ...rest,
    ...(maxLength !== undefined && maxLength < limits.stack && rest.format === undefined
      ? { maxLength }
      : {}),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER ? { maximum } : {}),
    ...(items !== undefined ? { items: short(items as Field) } : {}),
  }
}

/** Whether an unknown argument is nearly one outside of the body, as dryRun is nearly dry_run. */
function isTypo(argument: string, places: ReadonlyMap<string, Place>): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '')
  return (
    argument.length < 40 &&
    [...places].some(
      ([name, { part }]) => part !== 'body' && distance(plain(name), plain(argument)) <= 2,
    )
  )
}

function unknownArguments(unknown: string[], names: string[]): ErrorDetail {
  const [first = ''] = unknown
  const path = cut(first, 60)
  if (names.length === 0) return { path, message: 'is not taken: this tool has no arguments' }
  const hint = didYouMean(path, names)
  const others = unknown.length > 1 ? `, nor are ${unknown.length - 1} others` : ''
  return {
    path,
    message: `is not an argument of this tool${hint}${others}; it takes ${names.join(', ')}`,
  }
}
