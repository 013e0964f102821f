import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'
import type { ErrorDetail } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import type { Parts } from '#http/read-input.ts'

type Field = z.core.JSONSchema.BaseSchema

/** Where an argument goes: which part of the request, and under which name there. */
type Place = { part: keyof Parts; name: string; field: Field; isRequired: boolean }

/** Every argument of a tool, read off the operation: the names are those of the REST parameters and fields, with _ for - in headers. */
function placesOf(operation: Operation): Map<string, Place> {
  const parts = { params: operation.params, query: operation.query, headers: operation.headers, body: operation.body } as const
  const places = Object.entries(parts).flatMap(([part, schema]) => {
    if (!schema) return []
    const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
    return Object.entries(properties).map(([name, field]): [string, Place] => [
      name.replaceAll('-', '_'),
      { part: part as keyof Parts, name, field: field as Field, isRequired: required.includes(name) },
    ])
  })
  return new Map(places)
}

/** The strict input schema of a tool. Query values that are the text true or false are booleans here. */
export function inputSchema(operation: Operation): Record<string, unknown> {
  const places = [...placesOf(operation)]
  const properties = Object.fromEntries(places.map(([name, place]) => [name, isSwitch(place) ? asBoolean(place.field) : place.field]))
  const required = places.filter(([, { isRequired }]) => isRequired).map(([name]) => name)
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false }
}

/**
 * Sorts the arguments of a call into the parts of a request. An unknown argument is a problem, because a model that misspells one would
 * get an answer to another question; only in a body, where the contract ignores unknown fields, it is ignored.
 */
export function readArguments(operation: Operation, given: Record<string, unknown>): { parts: Parts; problems: ErrorDetail[] } {
  const places = placesOf(operation)
  const parts: Record<string, Record<string, unknown>> = { params: {}, query: {}, headers: {}, body: {} }
  const problems: ErrorDetail[] = []
  for (const [argument, value] of Object.entries(given)) {
    const place = places.get(argument)
    if (!place) {
      if (!operation.body) problems.push({ path: argument, message: unknownArgument(argument, [...places.keys()]) })
      continue
    }
    if (!isAbsent(value, place)) parts[place.part]![place.name] = isSwitch(place) && typeof value === 'boolean' ? String(value) : value
  }
  return { parts, problems }
}

// Models fill what they do not use with null or ''. A `since` that is empty is a slip, as in REST.
function isAbsent(value: unknown, { part, field, isRequired }: Place): boolean {
  if (value === null) return !isRequired
  // `is_agent: false` means that nothing is filtered.
  if (value === false && field.const === 'true') return true
  return value === '' && part !== 'body' && !isRequired && field.format !== 'date-time'
}

function isSwitch({ part, field }: Place): boolean {
  const values = field.const === undefined ? (field.enum ?? []) : [field.const]
  return part === 'query' && values.length > 0 && values.every((value) => value === 'true' || value === 'false')
}

function asBoolean({ description }: Field) {
  return { type: 'boolean', description }
}

function unknownArgument(name: string, names: string[]): string {
  if (names.length === 0) return 'is not taken: this tool has no arguments'
  const nearest = closest(name, names)
  const hint = distance(name, nearest) <= 2 ? ` (did you mean ${nearest}?)` : ''
  return `is not an argument of this tool${hint}; it takes ${names.join(', ')}`
}
