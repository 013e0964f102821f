import { z } from 'zod'
import { apiRoot } from '#contract/api-version.ts'
import { ErrorCode, ErrorDetail } from '#contract/errors.ts'
import { allOperations as all } from '#contract/index.ts'
import { type JsonSchema, jsonSchema } from '#contract/json-schema.ts'
import type { Operation } from '#contract/operation.ts'

/** The client's name of an operation: `listProducts` for `list_products`. */
const methodName = (id: string) => id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
/** The argument of a header, named as in the MCP tools. */
const argumentName = (header: string) => header.replaceAll('-', '_')

const partsOf = ({ params, query, headers, body }: Operation) =>
  [params, query, withArgumentNames(headers), body].filter((part) => part !== undefined)

const withArgumentNames = (headers: z.ZodObject | undefined) =>
  headers &&
  z.object(
    Object.fromEntries(
      Object.entries(headers.shape).map(([name, field]) => [argumentName(name), field]),
    ),
  )

/** The table of calls from which the client sends its requests: see cli/client.ts. */
export function clientCalls() {
  return Object.fromEntries(
    all.map(({ id, method, path, query, headers, body }) => [
      methodName(id),
      {
        method,
        path: apiRoot + path,
        headers: Object.fromEntries(
          Object.keys(headers?.shape ?? {}).map((name) => [argumentName(name), name]),
        ),
        ...(body && { query: Object.keys(query?.shape ?? {}) }),
      },
    ]),
  )
}

/** The TypeScript declarations of the client: a function and its types for each operation. */
export function clientTypes(): string {
  const inputs = all.map((operation): [string, z.ZodType | undefined] => [
    typeName(operation, 'Input'),
    partsOf(operation).reduce<z.ZodType | undefined>(
      (whole, part) => (whole ? z.intersection(whole, part) : part),
      undefined,
    ),
  ])
  const answers = all.flatMap((operation): [string, z.ZodType][] => {
    const [first, ...more] = Object.values(operation.responses)
    const { schema, brief, full } = first!
    if (brief && full)
      return [
        [typeName(operation, 'Answer'), full],
        [typeName(operation, 'Brief'), brief],
      ]
    return [[typeName(operation, 'Answer'), z.union([schema, ...more.map((one) => one.schema)])]]
  })
  // One schema each, so that the named resources of all operations are in one list of definitions.
  const given = jsonSchema(z.object(Object.fromEntries(inputs.filter(([, part]) => part))), 'input')
  const returned = jsonSchema(
    z.object({ ErrorCode, ErrorDetail, ...Object.fromEntries(answers) }),
    'output',
  )
  const types = { ...returned.$defs, ...given.properties, ...returned.properties }
  return [
    head,
    ...all.map((operation) => method(operation)),
    '}\n',
    ...Object.entries(types).map(([name, schema]) => declaration(name, schema as JsonSchema)),
  ].join('\n')
}

const head = `/** A request that failed. */
export class ProofstackError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** The code to branch on; undefined if the answer does not come from the API. */
  readonly error_code: ErrorCode | undefined
  /** Every problem of the request, when one sentence does not say it all. */
  readonly details: ErrorDetail[]
  /** The seconds to wait before the same request may succeed. */
  readonly retryAfterSeconds: number | undefined
}

/** A client of the site that the package comes from, or of \`site\`. */
export function createClient(options?: { site?: string; fetch?: typeof globalThis.fetch }): Client

/** Every operation of the API. Each throws \`ProofstackError\` when the site refuses the request. */
export interface Client {`

function method(operation: Operation): string {
  const { id, summary, description, responses } = operation
  const [input, answer] = [typeName(operation, 'Input'), typeName(operation, 'Answer')]
  const parts = partsOf(operation)
  const mark = parts.every((part) => part.safeParse({}).success) ? '?' : ''
  const hasForms = Object.values(responses).some(({ brief }) => brief)
  const [generic, given, returned] = hasForms
    ? [
        "<D extends 'brief' | 'full' = 'full'>",
        `${input} & { detail?: D }`,
        `D extends 'brief' ? ${typeName(operation, 'Brief')} : ${answer}`,
      ]
    : ['', input, answer]
  const signature = parts.length === 0 ? '' : `given${mark}: ${given}`
  const text = comment(`${summary}. ${description}`, '  ')
  return `${text}  ${methodName(id)}${generic}(${signature}): Promise<${returned}>`
}

const typeName = ({ id }: Operation, kind: 'Input' | 'Answer' | 'Brief') =>
  methodName(`_${id}`) + kind

function declaration(name: string, schema: JsonSchema): string {
  const text = comment(schema.description, '')
  if (schema.properties) return `${text}export interface ${name} ${typeOf(schema, '')}\n`
  return `${text}export type ${name} = ${typeOf(schema, '')}\n`
}

/** A JSON Schema, as far as zod writes them, as a type. */
function typeOf(node: JsonSchema, indent: string): string {
  const nested = (one: unknown) => typeOf(one as JsonSchema, indent)
  const several = (node.anyOf ?? node.oneOf ?? node.allOf)?.map(nested)
  if (several) return [...new Set(several)].map(wrapped).join(node.allOf ? ' & ' : ' | ')
  if (node.$ref) return node.$ref.replace('#/$defs/', '')
  if (node.not) return 'never'
  if ('const' in node) return JSON.stringify(node.const)
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (node.prefixItems) return `[${node.prefixItems.map(nested).join(', ')}]`
  if (Array.isArray(node.type))
    return node.type.map((type: JsonSchema['type']) => nested({ ...node, type })).join(' | ')
  if (node.type === 'array') return `${wrapped(nested(node.items))}[]`
  if (node.type === 'object') return objectType(node, indent)
  if (node.type === 'integer') return 'number'
  return node.type ?? 'unknown'
}

const wrapped = (type: string) =>
  / [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type

function objectType(
  { properties = {}, required = [], additionalProperties: more }: JsonSchema,
  indent: string,
): string {
  const within = `${indent}  `
  const lines = Object.entries(properties).map(([name, value]) => {
    const schema = value as JsonSchema
    const mark = required.includes(name) ? '' : '?'
    return `${comment(schema.description, within)}${within}${name}${mark}: ${typeOf(schema, within)}`
  })
  const rest =
    typeof more === 'object'
      ? [`${within}[name: string]: ${typeOf(more as JsonSchema, within)}`]
      : []
  return ['{', ...lines, ...rest, `${indent}}`].join('\n')
}

function comment(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text.replaceAll('*/', '* /')} */\n` : ''
}
