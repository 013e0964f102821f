import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { describeTool } from './describe-tool.ts'

/** The ids of the operations that are MCP tools. */
export type ToolId = {
  [I in keyof typeof operations]: (typeof operations)[I] extends { isTool: true } ? I : never
}[keyof typeof operations]

const offered = Object.values<Operation>(operations).filter(({ isTool }) => isTool)

/** The answer to `tools/list`: all tools in the order of the contract. */
export const tools = offered.map(describeTool)

/** Whether a tool has this name. */
export function isToolId(name: string): name is ToolId {
  return tools.some((tool) => tool.name === name)
}
