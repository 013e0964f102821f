import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { inputSchema } from './arguments.ts'
import { type ObjectSchema, outputSchema } from './output-schema.ts'

/** The operations that are tools. */
export type ToolId = {
  [I in keyof typeof operations]: (typeof operations)[I]['isTool'] extends true ? I : never
}[keyof typeof operations]

const offered = Object.values<Operation>(operations).filter(({ isTool }) => isTool)

/** The tools as `tools/list` names them, in the contract's order. Decision, MCP. */
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
      // The protocol: these two say something of what is no reading alone.
      ...(isRead ? {} : { destructiveHint: false, idempotentHint: false }),
      // Everything that is read is the directory's own.
      openWorldHint: !isRead,
    },
  }
})

/** Whether there is a tool of this name. */
export function isToolId(name: string): name is ToolId {
  return tools.some((tool) => tool.name === name)
}
