import { z } from 'zod'
import { ErrorCode } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { inputSchema } from './arguments.ts'

/** The operations that are tools. */
export type ToolId = {
  [I in keyof typeof operations]: (typeof operations)[I]['isTool'] extends true ? I : never
}[keyof typeof operations]

/** The structured content of a failed call. */
export const ToolFailure = z.object({
  error_code: ErrorCode.describe('The stable code to branch on.'),
  message: z.string().describe('What is wrong and the way out.'),
  retry_after_seconds: z.int().optional().describe('How long to wait before trying again.'),
})
export type ToolFailure = z.infer<typeof ToolFailure>

type ObjectSchema = { type: 'object'; [key: string]: unknown }

/**
 * Descriptions and bounds of answers stand in the documentation; here they would be most of what a
 * client loads before its first call.
 */
const leftOut = new Set([
  'id',
  'description',
  'examples',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'maxLength',
])

const offered = Object.values<Operation>(operations).filter(({ isTool }) => isTool)

/** The tools as `tools/list` names them, in the contract's order. Decision, MCP. */
export const tools = offered.map((operation) => {
  const isRead = operation.method === 'GET'
  return {
    name: operation.id,
    title: operation.summary,
    description: `${operation.description} ${operation.guidance ?? ''}`,
    inputSchema: inputSchema(operation) as ObjectSchema,
    outputSchema: outputSchema(operation),
    annotations: {
      title: operation.summary,
      readOnlyHint: isRead,
      destructiveHint: false,
      idempotentHint: isRead,
      // Everything that is read is the directory's own.
      openWorldHint: !isRead,
    },
  }
})

/** Whether there is a tool of this name. */
export function isToolId(name: string): name is ToolId {
  return tools.some((tool) => tool.name === name)
}

// Decision, MCP: "an output schema is `type: object` with `anyOf` body and failure (a strict client
// validates it even on errors)".
function outputSchema(operation: Operation): ObjectSchema {
  const answers = [...Object.values(operation.responses).map(({ schema }) => schema), ToolFailure]
  const { $schema: _, $defs, anyOf } = z.toJSONSchema(z.union(answers), { io: 'output' })
  return { type: 'object', anyOf: anyOf?.map(bare), ...($defs ? { $defs: bareEach($defs) } : {}) }
}

function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([key]) => !leftOut.has(key))
  // Names of fields and definitions are not keywords: a field may be called `description`.
  return portable(
    Object.fromEntries(
      entries.map(([key, value]) => [
        key,
        key === 'properties' ? bareEach(value as object) : bare(value),
      ]),
    ),
  )
}

function bareEach(named: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, bare(schema)]))
}

// What `mcp-inspector --strict` asks for: hosts that translate schemas refuse a list of types, and
// `false` as a schema.
function portable({ type, items, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (Array.isArray(type))
    return {
      anyOf: type.map((one: unknown) =>
        one === 'null' ? { type: one } : portable({ type: one, items, ...rest }),
      ),
    }
  const bound = Array.isArray(rest['prefixItems'])
    ? { minItems: rest['prefixItems'].length, maxItems: rest['prefixItems'].length }
    : {}
  return {
    ...(type === undefined ? {} : { type }),
    ...(items === undefined || items === false ? {} : { items }),
    ...rest,
    ...bound,
  }
}
