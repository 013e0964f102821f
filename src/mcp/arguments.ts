import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import type { ErrorDetail } from '#contract/errors.ts'
import { inputJsonSchema } from '#contract/json-schema.ts'
import type { Operation } from '#contract/operation.ts'
import { cut } from '#contract/text.ts'
import { didYouMean } from '#core/nearest-names.ts'
import { onceFor } from '#core/once.ts'
import type { Parts } from '#service/parse-input.ts'

type Field = z.core.JSONSchema.BaseSchema

/** The part of the request that an argument belongs to, with its name there. */
type Part = 'params' | 'query' | 'headers' | 'body'
type Place = { part: Part; name: string; field: Field; isRequired: boolean }

/** Every argument of a tool: the REST parameters and fields, with _ for - in headers. */
const placesOf = onceFor((operation: Operation): ReadonlyMap<string, Place> => {
  const parts = {
    params: operation.params,
    query: operation.query ?? operation.toolQuery,
    headers: operation.headers,
    body: operation.body,
  } as const
  const places = Object.entries(parts).flatMap(([part, schema]) => {
    if (!schema) return []
    const { properties = {}, required = [] } = inputJsonSchema(schema)
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

/** The strict input schema of a tool. Query values `true` and `false` are booleans. */
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
 * Sorts the arguments of a call into the parts of a request. An unknown argument is a problem: it
 * may be a typo that changes the question. Only the body of a write may have unknown fields, unless
 * they look like another argument: a misspelt `dry_run` must not submit.
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
  for (const [argument, value] of Object.entries(given)) {
    const place = places.get(argument)
    if (!place) {
      if (
        !operation.body ||
        operation.isQuestion ||
        argument === '__proto__' ||
        isTypo(argument, places)
      )
        unknown.push(argument)
      // The answer names ignored fields.
      else parts.body[argument] = value
      continue
    }
    const read = readValue(value, place)
    if (read !== undefined) parts[place.part][place.name] = read
  }
  const problems = unknown.length > 0 ? [unknownArguments(unknown, [...places.keys()])] : []
  // Decision 33, MCP: "only the default `limit` is smaller there".
  const { toolLimit } = operation
  if (toolLimit !== undefined) parts.query = { limit: toolLimit, ...parts.query }
  return { ...parts, problems }
}

function withLimit(name: string, field: Field, { toolLimit }: Operation): Field {
  return name === 'limit' && toolLimit !== undefined ? { ...field, default: toolLimit } : field
}

// Models fill unused arguments with null or '', and send lists for comma-separated values. An empty
// `since` is an error.
function readValue(value: unknown, place: Place): unknown {
  const { part, field, isRequired } = place
  if (value === null && !isRequired) return undefined
  // `is_agent: false` means that nothing is filtered.
  if (value === false && field.const === 'true') return undefined
  if (
    value === '' &&
    part === 'query' &&
    !isRequired &&
    field.format !== 'date-time' &&
    !isSwitch(place)
  )
    return undefined
  if (isSwitch(place) && typeof value === 'boolean') return String(value)
  // Models write numbers as text, too.
  if (field.type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value))
    return Number(value)
  // A query or a slug may be a number, such as a year.
  if (part !== 'body' && field.type === 'string' && typeof value === 'number') return String(value)
  const isCommaList =
    part === 'query' &&
    field.type === 'string' &&
    Array.isArray(value) &&
    value.every((entry) => typeof entry === 'string')
  return isCommaList ? value.join(',') : value
}

function isSwitch({ part, field }: Place): boolean {
  const values = field.const === undefined ? (field.enum ?? []) : [field.const]
  return part === 'query' && values.length > 0 && values.every(isBooleanText)
}

const isBooleanText = (value: unknown) => value === 'true' || value === 'false'

// Leaves out bounds that the format or zod's defaults imply.
function short({ pattern, maximum, maxLength, items, propertyNames: _, ...rest }: Field): Field {
  return {
    ...rest,
    ...(maxLength !== undefined && rest.format === undefined ? { maxLength } : {}),
    ...(pattern !== undefined && rest.format === undefined ? { pattern } : {}),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER ? { maximum } : {}),
    ...(items !== undefined ? { items: short(items as Field) } : {}),
  }
}

/** Whether an unknown argument is close to one outside of the body, as dryRun and dry-run are. */
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
