import { z } from 'zod'
import { ApiErrorBody, type ErrorKind, errors } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import { type Operation, cachePolicies } from '#contract/operation.ts'
import { fieldsFromQualificationOnward } from '#contract/resources/product.ts'

type Json = { [key: string]: unknown }

/** The OpenAPI 3.1 document of the API, read off the contract. Its only server is the API root. */
export function openapi(api: string) {
  const components: Record<string, Json> = {}
  const paths: Record<string, Json> = {}
  for (const operation of Object.values(operations) as Operation[]) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Proofstack',
      version: '1.0.0',
      summary: 'A reviewed directory of agent products and the stacks they are built with.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: api }],
    security: [],
    paths,
    components: { schemas: components },
  }
}

function describe(operation: Operation, components: Record<string, Json>): Json {
  const { id, summary, description, params, query, headers, body, responses } = operation
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query), ...parametersIn('header', headers)]
  const answers = Object.entries(responses).map(([status, { description: text, schema }]) => [
    status,
    {
      description: text,
      headers: {
        'Cache-Control': {
          description: 'How the answer may be cached.',
          schema: { type: 'string', const: cachePolicies[operation.cache] },
        },
      },
      content: json(schemaOf(schema, 'output', components)),
    },
  ])
  return {
    operationId: id,
    summary,
    description,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: json(schemaOf(body, 'input', components)) } } : {}),
    responses: { ...Object.fromEntries(answers), ...errorResponses(operation.errors, components) },
  }
}

function parametersIn(place: 'path' | 'query' | 'header', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description, examples, ...rest } = z.toJSONSchema(field as z.ZodType, { io: 'input' }) as Json
    delete rest['$schema']
    const example = Array.isArray(examples) ? { example: examples[0] as unknown } : {}
    const isRequired = place === 'path' || !(field as z.ZodType).safeParse(undefined).success
    return { name, in: place, required: isRequired, description, schema: rest, ...example }
  })
}

// Two kinds of errors may share a status; its description then says both.
function errorResponses(kinds: readonly ErrorKind[], components: Record<string, Json>): Json {
  const byStatus = new Map<number, ErrorKind[]>()
  for (const kind of kinds) byStatus.set(errors[kind].status, [...(byStatus.get(errors[kind].status) ?? []), kind])
  const content = json(schemaOf(ApiErrorBody.meta({ id: 'ApiError' }), 'output', components))
  const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } }
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => {
      const description = same.map((kind) => `\`${errors[kind].error_code}\`: ${errors[kind].meaning}`).join(' ')
      return [status, { description, ...(status === 429 || status === 503 ? { headers: retryAfter } : {}), content }]
    }),
  )
}

/** A schema with its named parts moved to the components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Record<string, Json>): Json {
  const { $defs = {}, $schema: _, ...root } = z.toJSONSchema(schema, { io }) as Json & { $defs?: Record<string, Json> }
  const moved = JSON.parse(JSON.stringify({ $defs, root }).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    $defs: Record<string, Json>
    root: Json
  }
  for (const [name, definition] of Object.entries(moved.$defs)) components[name] ??= optionalOnward(definition)
  const { id, ...rest } = moved.root
  if (typeof id !== 'string') return rest
  components[id] ??= optionalOnward(rest)
  return { $ref: `#/components/schemas/${id}` }
}

// Decision, OpenAPI: these fields "are always present in answers and not listed as `required`, as the contract says".
function optionalOnward({ id: _, ...definition }: Json): Json {
  const { required } = definition
  if (!Array.isArray(required) || !required.includes('is_agent_product')) return definition
  const onward: readonly unknown[] = fieldsFromQualificationOnward
  return { ...definition, required: required.filter((field) => !onward.includes(field)) }
}

function json(schema: Json): Json {
  return { 'application/json': { schema } }
}
