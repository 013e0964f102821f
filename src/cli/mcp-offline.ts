// The MCP server over a snapshot: the methods of both protocol versions that a server with tools has.
import { mcp } from '#contract/mcp.ts'
import { attempt } from '#core/attempt.ts'
import { argumentsOf } from '#mcp/arguments.ts'
import { describeTool } from '#mcp/describe-tool.ts'
import { answerModern, completeStart, inMeta, noSuchTool } from '#mcp/modern.ts'
import { instructions, serverInfo } from '#mcp/server-info.ts'
import { type OfflineCaller, offlineOperations } from './offline.ts'

const tools = offlineOperations.map(describeTool)

/** Older protocol versions whose messages are alike for tools. */
const formerVersions: readonly unknown[] = [mcp.protocol_version, '2025-06-18', '2025-03-26']

interface Message {
  id?: string | number
  method?: unknown
  params?: {
    name?: string
    arguments?: Record<string, unknown>
    protocolVersion?: unknown
    cursor?: unknown
    _meta?: Record<string, unknown>
  }
}

/** Answers a line of an MCP client with lines. */
export function offlineAnswer(call: OfflineCaller): (line: string) => Promise<string[]> {
  return async (line) => {
    const message = attempt(() => Object(JSON.parse(line)) as Message)
    if (!message) return [failed(undefined, -32700, 'The line is no JSON.')]
    const { id, method, params = {} } = message
    if (params._meta?.[inMeta('protocolVersion')] !== undefined) return modern(message, call)
    if (id === undefined) return []
    const result = (body: object) => [JSON.stringify({ jsonrpc: '2.0', id, result: body })]
    switch (method) {
      case 'initialize': {
        const { protocolVersion: wanted } = params
        const protocolVersion = formerVersions.includes(wanted) ? wanted : mcp.protocol_version
        return result({ protocolVersion, capabilities: { tools: {} }, serverInfo, instructions })
      }
      case 'ping':
        return result({})
      case 'tools/list':
        if (params.cursor) return [failed(id, -32602, 'tools/list has one page and no cursor.')]
        return result({ tools })
      case 'tools/call': {
        const { name = '' } = params
        const given = Object(argumentsOf(params.arguments)) as Record<string, unknown>
        return tools.some((tool) => tool.name === name)
          ? [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${await call(name, given)}}`]
          : [failed(id, -32602, noSuchTool(String(name), tools))]
      }
      default:
        return [failed(id, -32601, 'There is no such method here.')]
    }
  }
}

async function modern(message: Message, call: OfflineCaller): Promise<string[]> {
  const answered = answerModern(message, undefined, tools)
  if (answered.kind === 'accepted') return []
  if (answered.kind === 'message') return [JSON.stringify(answered.body)]
  if (answered.kind === 'stream') return answered.messages.map((each) => JSON.stringify(each))
  const { id, name, given } = answered
  const result = await call(name, given)
  return [
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${completeStart},${result.slice(1)}}`,
  ]
}

const failed = (id: string | number | undefined, code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })
