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

/** Where an argument goes: which part of the request, and under which name there. */
type Part = 'params' | 'query' | 'headers' | 'body'
type Place = { part: Part; name: string; field: Field; isRequired: boolean }

/**
 * Every argument of a tool, read off the operation once: the names are those of the REST parameters
 * and fields, with _ for - in headers.
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

/**
 * The strict input schema of a tool. Query values that are the text true or false are booleans
 * here.
 */
export function inputSchema(operation: Operation): Record<string, unknown> {
  const places = [...placesOf(operation)]
  const properties = Object.fromEntries(
    places.map(([name, place]) => [
      name,
      isSwitch(place) ? asBoolean(place.field) : short(place.field),
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
 * because a model that misspells one would get an answer to another question. In a body the
 * contract ignores unknown fields; but a misspelt `dry_run` must not submit.
 */
export function readArguments(operation: Operation, given: Record<string, unknown>): Parts {
  const places = placesOf(operation)
  const parts: Record<string, Record<string, unknown>> = {
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
        means(argument, places)
      )
        unknown.push(argument)
      // The operation says of what it does not have that it was ignored.
      else parts['body']![argument] = value
      continue
    }
    const read = readValue(value, place)
    if (read !== undefined) parts[place.part]![place.name] = read
  }
  const problems = unknown.length > 0 ? [unknownArguments(unknown, [...places.keys()])] : []
  // Decision, MCP: "only the default `limit` is smaller there".
  const { toolLimit } = operation
  if (toolLimit !== undefined) parts['query'] = { limit: toolLimit, ...parts['query'] }
  return { ...parts, problems }
}

function withLimit(name: string, field: Field, { toolLimit }: Operation): Field {
  return name === 'limit' && toolLimit !== undefined ? { ...field, default: toolLimit } : field
}

// Models fill what they do not use with null or '', and send a list where the API takes words
// between commas. An empty `since` is a slip.
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
  // As a query has it: models write numbers as text, too.
  if (field.type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value))
    return Number(value)
  // And text as numbers: a query or a slug may be a year.
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
  return (
    part === 'query' &&
    values.length > 0 &&
    values.every((value) => value === 'true' || value === 'false')
  )
}

function asBoolean({ description }: Field) {
  return { type: 'boolean', description }
}

// A format says what its pattern says and is never typed too long, zod bounds every integer, and every
// name is a string.
function short({ pattern, maximum, maxLength, items, propertyNames: _, ...rest }: Field): Field {
  return {
    ...rest,
    ...(maxLength !== undefined && rest.format === undefined ? { maxLength } : {}),
    ...(pattern !== undefined && rest.format === undefined ? { pattern } : {}),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER ? { maximum } : {}),
    ...(items !== undefined ? { items: short(items as Field) } : {}),
  }
}

/**
 * Whether an unknown argument was meant to be one that is not part of the body, such as dryRun or
 * dry-run.
 */
function means(argument: string, places: ReadonlyMap<string, Place>): boolean {
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
