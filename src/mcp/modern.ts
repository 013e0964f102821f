// MCP 2026-07-28: each request has its protocol version in `_meta`; there is no initialize and no
// session. Comments below cite pages of the specification of that version by their titles.
import { z } from 'zod'
import { mcp } from '#contract/mcp.ts'
import { cut } from '#contract/text.ts'
import { didYouMean } from '#core/nearest-names.ts'
import { argumentsOf } from './arguments.ts'
import { instructions, serverInfo } from './server-info.ts'
import type { DescribedTool } from './describe-tool.ts'

/** The protocol versions that the answer to `server/discover` lists, newest first. */
export const servedVersions = [mcp.modern_protocol_version, mcp.protocol_version] as const

export const inMeta = (key: string) => `io.modelcontextprotocol/${key}`

/** HTTP headers that must agree with the message; undefined over stdio, which has no headers. */
export type MessageHeaders = Pick<Headers, 'get'> | undefined

const Message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})

const Meta = z.object({
  [inMeta('protocolVersion')]: z.string(),
  [inMeta('clientCapabilities')]: z.record(z.string(), z.unknown()),
})

const ToolCall = z.object({
  name: z.string(),
  arguments: z.preprocess(argumentsOf, z.record(z.string(), z.unknown())),
})

/** The answer to one message: a JSON message, a tool to call, a stream of messages, or a 202. */
export type ModernAnswer =
  | { kind: 'message'; status: number; body: object }
  | { kind: 'call'; id: string | number; name: string; given: Record<string, unknown> }
  | { kind: 'stream'; messages: object[] }
  | { kind: 'accepted' }

/** The JSON-RPC error codes of MCP 2026-07-28. */
const codes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const

const complete = {
  resultType: 'complete',
  _meta: { [inMeta('serverInfo')]: serverInfo },
} as const

/** The first fields of every result, as JSON without the closing brace. */
export const completeStart = JSON.stringify(complete).slice(0, -1)

/** Lists are the same for all clients and only change with a deployment. Specification: Caching. */
const cacheable = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/**
 * Answers a message of the version 2026-07-28 for a server with these tools. The checks are in the
 * order of the specification.
 */
export function answerModern(
  message: unknown,
  headers: MessageHeaders,
  tools: readonly DescribedTool[],
): ModernAnswer {
  const parsed = Message.safeParse(message)
  const known = idOf(message)
  const refused = (status: number, code: number, text: string, data?: object): ModernAnswer => ({
    kind: 'message',
    status,
    body: {
      jsonrpc: '2.0',
      ...(known === undefined ? {} : { id: known }),
      error: { code, message: text, ...(data && { data }) },
    },
  })
  if (!parsed.success)
    return refused(400, codes.invalidRequest, 'The body is not a JSON-RPC 2.0 message.')
  const { method, params = {} } = parsed.data
  if (known === undefined) return { kind: 'accepted' }

  const meta = Meta.safeParse(params['_meta'])
  if (!meta.success) {
    const wanted = `${inMeta('protocolVersion')}, a string, and ${inMeta('clientCapabilities')}, an object`
    return refused(400, codes.invalidParams, `params._meta needs ${wanted}.`)
  }
  const requested = meta.data[inMeta('protocolVersion')] as string
  const mismatch = headers && headerProblem(headers, { requested, method })
  if (mismatch) return refused(400, codes.headerMismatch, mismatch)
  if (requested !== mcp.modern_protocol_version)
    return refused(
      400,
      codes.unsupportedVersion,
      `The version ${JSON.stringify(cut(requested, 40))} is not served.`,
      {
        supported: servedVersions,
        requested,
      },
    )
  const result = (body: object): ModernAnswer => ({
    kind: 'message',
    status: 200,
    body: { jsonrpc: '2.0', id: known, result: { ...complete, ...body } },
  })

  switch (method) {
    case 'server/discover':
      return result({
        supportedVersions: servedVersions,
        capabilities: { tools: {} },
        instructions,
        ...cacheable,
      })
    case 'tools/list':
      return params['cursor'] === undefined
        ? result({ tools, ...cacheable })
        : refused(200, codes.invalidParams, 'tools/list has one page and no cursor.')
    case 'subscriptions/listen':
      return { kind: 'stream', messages: subscribed(known) }
    case 'tools/call': {
      const named = headers?.get('mcp-name')?.trim()
      if (headers && decoded(named) !== params['name'])
        return refused(400, codes.headerMismatch, 'The header Mcp-Name must be params.name.')
      const call = ToolCall.safeParse(params)
      if (!call.success)
        return refused(
          200,
          codes.invalidParams,
          'tools/call takes a name and an object of arguments.',
        )
      const { name, arguments: given } = call.data
      if (tools.some((tool) => tool.name === name)) return { kind: 'call', id: known, name, given }
      return refused(200, codes.invalidParams, noSuchTool(name, tools))
    }
    default:
      return refused(
        404,
        codes.methodNotFound,
        `There is no method ${JSON.stringify(cut(method, 60))} here.`,
      )
  }
}

/** The id of a message, which need not be valid otherwise. */
export function idOf(message: unknown): string | number | undefined {
  const { id } = Object(message) as { id?: unknown }
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : undefined
}

/** The error message for an unknown tool. */
export function noSuchTool(name: string, tools: readonly { name: string }[]): string {
  const names = tools.map((tool) => tool.name)
  return `There is no tool ${JSON.stringify(cut(name, 60))}${didYouMean(name, names)}; there are ${names.join(', ')}.`
}

/** The error of contradicting headers. Specification: Streamable HTTP, Server Validation. */
function headerProblem(
  headers: Pick<Headers, 'get'>,
  { requested, method }: { requested: string; method: string },
): string | undefined {
  if (headers.get('mcp-protocol-version')?.trim() !== requested)
    return `The header MCP-Protocol-Version must be the version of params._meta.`
  return headers.get('mcp-method')?.trim() === method
    ? undefined
    : 'The header Mcp-Method must be the method.'
}

/** Decodes a header value, also one of `=?base64?…?=`; undefined if the encoding is invalid. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1]
  if (encoded === undefined) return value
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined
}

/**
 * The messages of a subscription. It ends at once, because nothing changes between deployments.
 * Specification: Subscriptions.
 */
function subscribed(id: string | number): object[] {
  const _meta = { [inMeta('subscriptionId')]: id }
  return [
    {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: {}, _meta },
    },
    { jsonrpc: '2.0', id, result: { ...complete, _meta: { ...complete._meta, ..._meta } } },
  ]
}
