import type { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import { inputJsonSchema } from '#contract/json-schema.ts'
import type { Input, Operation } from '#contract/operation.ts'
import { storable } from '#contract/text.ts'
import { type Problem, problemsOf, told } from './problems.ts'
import type { Service } from './service.ts'

/** The parts of a call before they are checked, whichever door they came through. */
export interface Parts {
  params?: unknown
  query?: unknown
  headers?: unknown
  body?: unknown
  /** What the door found wrong itself; all problems come at once. */
  problems?: readonly Problem[]
}

/**
 * More to check than the schema can say, for example the rules of domain names. It runs whatever
 * the schema found, so that all problems come at once; of a field that has one already it is not
 * heard.
 */
export type ExtraCheck = (parts: Parts, service: Pick<Service, 'catalog'>) => Problem[]

/**
 * Parses every part into what the operation declares. This is the only place where input is checked
 * against the contract.
 */
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
    // A door without that query gives nothing, and nothing is asked.
    query: operation.toolQuery
      ? parse(operation.toolQuery, storableValues(parts.query ?? {}))
      : parse(operation.query, storableValues(parts.query)),
    headers: parse(operation.headers, storableValues(parts.headers)),
    // Its schema cleans what is kept of it.
    body: parse(operation.body, parts.body),
  }
  const known = new Set(problems.map(({ path }) => path))
  problems.push(...extraCheck().filter(({ path }) => !known.has(path)))
  if (problems.length > 0) {
    const { message, details } = told(problems)
    throw new ApiError('invalid_request', message, { details })
  }
  // Each part came out of the schema that Input reads its type from.
  return input as Input<O>
}

// The one place that keeps what no database takes from every operation, whatever the address, header
// or MCP argument that it stands in.
function storableValues(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).map(([name, value]) => [
    name,
    typeof value === 'string' ? storable(value) : value,
  ])
  return Object.fromEntries(entries) as unknown
}

/** The names in a body that its operation does not have. The contract ignores such fields. */
export function unknownFields({ body: schema }: Operation, { body }: Parts): string[] {
  if (!schema || typeof body !== 'object' || body === null) return []
  const { properties = {} } = inputJsonSchema(schema)
  return Object.keys(body)
    .filter((name) => !Object.hasOwn(properties, name))
    .map(storable)
}
