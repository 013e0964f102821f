import type { z } from 'zod'
import { jsonSchema } from '#contract/json-schema.ts'
import type { Input, Operation } from '#contract/operation.ts'
import { storable } from '#contract/text.ts'
import { type Problem, invalidRequest, problemsOf } from './problems.ts'
import type { Service } from './service.ts'

/** The unchecked parts of a call. REST, MCP and pages all pass this type. */
export interface Parts {
  params?: unknown
  query?: unknown
  headers?: unknown
  body?: unknown
  /** Problems that the handler has found before the call is parsed. */
  problems?: readonly Problem[]
}

/**
 * Checks that a schema cannot make, such as the rules of domain names. They also run if the schema
 * finds problems, so that all are reported at once. Of fields with such a problem their results are
 * dropped.
 */
export type ExtraCheck = (parts: Parts, service: Pick<Service, 'catalog'>) => Problem[]

/** Parses all parts of a call by their schemas. Throws `invalid_request` with all problems. */
export function parseInput<O extends Operation>(
  operation: O,
  parts: Parts,
  extraCheck: () => Problem[] = () => [],
): Input<O> {
  const problems: Problem[] = [...(parts.problems ?? [])]
  const parse = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const result = schema.safeParse(value, { reportInput: true })
    if (result.success) return result.data
    problems.push(...problemsOf(result.error, schema))
    return undefined
  }
  const input = {
    params: parse(operation.params, storableValues(parts.params)),
    query: parse(operation.toolQuery ?? operation.query, storableValues(parts.query ?? {})),
    headers: parse(operation.headers, storableValues(parts.headers)),
    // Not cleaned here: the schemas of bodies clean their strings themselves.
    body: parse(operation.body, parts.body),
  }
  const known = new Set(problems.map(({ path }) => path))
  problems.push(...extraCheck().filter(({ path }) => !known.has(path)))
  if (problems.length > 0) throw invalidRequest(problems)
  // The cast is safe: `Input` is the output type of the schemas that parsed these parts.
  return input as Input<O>
}

// Removes characters that Postgres cannot store, such as NUL, from the strings of a part.
function storableValues(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).map(([name, value]) => [
    name,
    typeof value === 'string' ? storable(value) : value,
  ])
  return Object.fromEntries(entries) as unknown
}

/** The names of fields in a body that its operation does not have: the contract ignores them. */
export function unknownFields({ body: schema }: Operation, { body }: Parts): string[] {
  if (!schema || typeof body !== 'object' || body === null) return []
  const { properties = {} } = jsonSchema(schema, 'input')
  return Object.keys(body)
    .filter((name) => !Object.hasOwn(properties, name))
    .map(storable)
}
