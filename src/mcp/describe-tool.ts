import type { Operation } from '#contract/operation.ts'
import { inputSchema } from './arguments.ts'
import { type ObjectSchema, outputSchema } from './output-schema.ts'

/** A tool as `tools/list` describes it. */
export type DescribedTool = ReturnType<typeof describeTool>

/** An operation as `tools/list` describes it. */
export function describeTool(operation: Operation) {
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
}
