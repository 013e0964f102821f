import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { inputSchema } from './arguments.ts'
import { type ObjectSchema, outputSchema } from './output-schema.ts'

/** The ids of the operations that are MCP tools. */
export type ToolId = {
  [I in keyof typeof operations]: (typeof operations)[I]['isTool'] extends true ? I : never
}[keyof typeof operations]

const offered = Object.values<Operation>(operations).filter(({ isTool }) => isTool)

/** The answer to `tools/list`: all tools in the order of the contract. */
export const tools = offered.map((operation) => {
  const isRead = operation.method === 'GET' || operation.isQuestion === true
  return {
    name: operation.id,
    title: operation.summary,
    description: `${operation.description} ${operation.guidance ?? ''}`,
    inputSchema: inputSchema(operation) as ObjectSchema,
    outputSchema: outputSchema(operation),
    annotations: {
      readOnlyHint: isRead,
      // MCP: these two hints only apply to tools that are not read-only.
      ...(isRead ? {} : { destructiveHint: false, idempotentHint: false }),
      // Tools that only read see nothing but the data of the directory.
      openWorldHint: !isRead,
    },
  }
})

/** Whether a tool has this name. */
export function isToolId(name: string): name is ToolId {
  return tools.some((tool) => tool.name === name)
}
