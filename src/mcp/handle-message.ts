import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  JSONRPCRequestSchema,
  ListToolsRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { ApiError, errors } from '#contract/errors.ts'
import { type LimitState, limits } from '#contract/limits.ts'
import { mcp } from '#contract/mcp.ts'
import { cut } from '#contract/text.ts'
import { streamOf, unsupportedHeaders } from '#http/answer.ts'
import { clientAddress } from '#http/client-address.ts'
import { limitHeaders } from '#http/limit-headers.ts'
import { isLocalSite, isLoopbackToItself, isOwnOrigin } from '#http/own-origin.ts'
import { mediaType, readText } from '#http/read-input.ts'
import { countRead } from '#service/admit.ts'
import { asApiError } from '#service/failure.ts'
import type { Service } from '#service/service.ts'
import { argumentsOf } from './arguments.ts'
import { type ToolCaller, toolCaller } from './call-tool.ts'
import { answerModern, completeStart, idOf, noSuchTool } from './modern.ts'
import { isModern } from './protocol-version.ts'
import { instructions, serverInfo } from './server-info.ts'
import { isToolId, tools } from './tools.ts'

const toolNames = tools.map(({ name }) => name)

// The SDK requires a validator. Its default is left out of the function (integration/left-out.ts).
// Only a server that sends requests to clients (elicitation) would use it.
const jsonSchemaValidator = {
  getValidator: () => {
    throw new Error('this server sends its clients no requests')
  },
}

/**
 * POST /mcp: an MCP server with Streamable HTTP, stateless, with JSON answers and only tools. Spec,
 * section "Hosted MCP server".
 */
export function mcpRoute(service: Service): (context: { request: Request }) => Promise<Response> {
  const callTool = toolCaller(service)
  return async ({ request }) => {
    const origin = request.headers.get('origin')
    if (origin !== null && !mayCall(origin, request, service))
      return protocolError(403, -32000, 'This origin may not call the MCP server.')
    const asked = { request, service, callTool }
    const response = await answer(asked).catch((error: unknown) => failed(error, service))
    response.headers.set('cache-control', 'no-store')
    if (origin === null) return response
    response.headers.set('access-control-allow-origin', origin)
    response.headers.set('access-control-expose-headers', 'ratelimit, ratelimit-policy')
    response.headers.append('vary', 'origin')
    return response
  }
}

// Whether a browser page on an origin may call the server. Decisions, MCP: "`Origin` of the
// service's own address passes, whatever port it listens on".
function mayCall(origin: string, { headers }: Request, service: Service): boolean {
  if (isOwnOrigin(origin, service)) return true
  return isLocalSite(service) && isLoopbackToItself(origin, headers.get('host'))
}

function failed(error: unknown, { log }: Service): Response {
  const { kind, message, retryAfterSeconds: wait } = asApiError(log, 'POST /mcp', error)
  const headers = wait === undefined ? undefined : { 'retry-after': String(wait) }
  return protocolError(errors[kind].status, ErrorCode.InternalError, message, null, headers)
}

type Asked = { request: Request; service: Service; callTool: ToolCaller }

async function answer(asked: Asked): Promise<Response> {
  const { request, service } = asked
  if (request.method === 'OPTIONS') return preflight()
  if (request.method !== 'POST') {
    const message =
      'Send JSON-RPC messages with POST. There is no event stream and no session here.'
    return protocolError(405, -32000, message, null, { allow: 'POST' })
  }
  if (mediaType(request) !== 'application/json')
    return protocolError(415, ErrorCode.InvalidRequest, 'Send the message as application/json.')
  if (!acceptsJson(request.headers.get('accept')))
    return protocolError(406, -32000, 'Answers are JSON: accept application/json.')
  const json = await readJson(request)
  if (json instanceof Response) return json
  if (isModern(json.value, request.headers)) return respondModern(json.value, asked)
  const read = checkMessage(json.value)
  if (read instanceof Response) return read
  const { message } = read
  const version = request.headers.get('mcp-protocol-version')
  if (isToolCall(message) && isSupported(version)) return answerCall(message, '{', asked)
  // Other messages of the protocol; a call counts in the bucket of its operation.
  await countRead('catalogue_reads', clientAddress(request), service)
  const { id, method } = message as { id?: string | number; method?: unknown }
  if (method !== 'initialize' && !isSupported(version))
    return protocolError(
      400,
      -32000,
      `The protocol version ${cut(version!, 40)} is not served; there are ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`,
      id,
    )
  // Each request gets an SDK server and a transport of its own, so that clients share no state.
  const server = createServer(service)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    // The SDK server is not closed after a success: closing would create an error object, which is
    // slow.
    return await transport.handleRequest(acceptingJson(request), { parsedBody: message })
  } catch (error) {
    void server.close()
    throw error
  }
}

function createServer(service: Service): Server {
  const server = new Server(
    { ...serverInfo, websiteUrl: service.urls.site },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
  return server
}

/** A `tools/call` message that `checkMessage` has validated by the SDK's schema. */
interface ToolCall {
  id: string | number
  params: { name: string; arguments?: Record<string, unknown> }
}

function isToolCall(message: unknown): message is ToolCall {
  const { method, id } = message as { method?: unknown; id?: unknown }
  return method === 'tools/call' && id !== undefined
}

// Whether the SDK serves a protocol version.
function isSupported(version: string | null): boolean {
  return !version || SUPPORTED_PROTOCOL_VERSIONS.includes(version)
}

/** Answers a message of the protocol version 2026-07-28. */
async function respondModern(message: unknown, asked: Asked): Promise<Response> {
  const { request, service } = asked
  const answered = answerModern(message, request.headers, tools)
  if (answered.kind === 'call') {
    const { id, name, given } = answered
    const call = { id, params: { name, arguments: given } }
    return answerCall(call, `${completeStart},`, asked)
  }
  await countRead('catalogue_reads', clientAddress(request), service)
  if (answered.kind === 'accepted') return new Response(null, { status: 202 })
  if (answered.kind === 'message') return Response.json(answered.body, { status: answered.status })
  const events = answered.messages.map((one) => `event: message\ndata: ${JSON.stringify(one)}\n\n`)
  return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } })
}

/**
 * Answers a valid `tools/call` without the SDK, whose server costs several times as much as the
 * answer. `start` begins the JSON of the result: its opening brace, and fields that come first.
 */
async function answerCall(
  { id, params }: ToolCall,
  start: string,
  { request, service, callTool }: Asked,
): Promise<Response> {
  const { name } = params
  if (!isToolId(name))
    return protocolError(200, ErrorCode.InvalidParams, noSuchTool(name, tools), id)
  let limit: LimitState | undefined
  try {
    const address = clientAddress(request)
    // These are the arguments as the client sent them: the SDK's parser would drop `__proto__`.
    const given = params.arguments ?? {}
    const result = await callTool(name, given, address, (counted) => (limit = counted))
    const end = `,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
    // The opening brace of the tool's result is that of `start`.
    const body = streamOf(Buffer.from(`{"result":${start}`), result.subarray(1), Buffer.from(end))
    const headers = { 'content-type': 'application/json', ...limitHeaders(limit) }
    return new Response(body, { headers })
  } catch (error) {
    const { message } = asApiError(service.log, `MCP tool ${name}`, error)
    return protocolError(200, ErrorCode.InternalError, message, id)
  }
}

const withoutTask = ({ params }: { params: { task?: unknown } }) => params.task === undefined

/** Validates a whole `tools/call` message by one schema, so that it is parsed only once. */
const ToolCallSchema = CallToolRequestSchema.extend(
  JSONRPCRequestSchema.pick({ jsonrpc: true, id: true }).shape,
)
  .strict()
  .refine(withoutTask)

const parametersOf = {
  initialize: {
    schema: InitializeRequestSchema,
    wanted: 'initialize takes protocolVersion, capabilities and clientInfo.',
  },
  'tools/list': {
    schema: ListToolsRequestSchema.refine(({ params }) => !params?.cursor),
    wanted: 'tools/list takes no parameters; there is one page.',
  },
  'tools/call': {
    schema: CallToolRequestSchema.refine(withoutTask),
    wanted: `tools/call takes a name and an object of arguments; tasks are not supported. The names are ${toolNames.join(', ')}.`,
  },
} as const

/** Parses the body, or returns an error: -32700 for invalid JSON, -32600 for an invalid request. */
async function readJson(request: Request): Promise<{ value: unknown } | Response> {
  const isNew = request.headers.get('mcp-protocol-version') === mcp.modern_protocol_version
  // If the id of a message is unknown, its error has no `id` in the version 2026-07-28, but an `id`
  // that is null in older versions.
  const id = isNew ? 'absent' : null
  try {
    return { value: JSON.parse(await readText(request, limits.mcp_message)) as unknown }
  } catch (error) {
    if (!(error instanceof ApiError))
      return protocolError(400, ErrorCode.ParseError, 'The body is not valid JSON.', id)
    const { status } = errors[error.kind]
    const code = status === 400 ? ErrorCode.ParseError : ErrorCode.InvalidRequest
    return protocolError(status, code, error.message, id, unsupportedHeaders(error))
  }
}

/**
 * Validates a message of the older versions, which the SDK serves, or returns a JSON-RPC error:
 * -32600 for an invalid request, -32602 for invalid parameters.
 */
function checkMessage(sent: unknown): { message: unknown } | Response {
  const message = withArguments(sent)
  if (Array.isArray(message))
    return protocolError(
      400,
      ErrorCode.InvalidRequest,
      'Send one message in each request; batches are not supported.',
    )
  if (ToolCallSchema.safeParse(message).success) return { message }
  const known = idOf(message) ?? null
  if (!JSONRPCMessageSchema.safeParse(message).success)
    return protocolError(
      400,
      ErrorCode.InvalidRequest,
      'The body is not a JSON-RPC 2.0 message.',
      known,
    )
  // The SDK would answer invalid parameters as internal errors, with the message of its parser.
  const { method } = message as { method?: unknown }
  const schema =
    typeof method === 'string' && Object.hasOwn(parametersOf, method)
      ? parametersOf[method as keyof typeof parametersOf]
      : undefined
  if (schema && known !== null && !schema.schema.safeParse(message).success)
    return protocolError(200, ErrorCode.InvalidParams, schema.wanted, known)
  return { message }
}

function withArguments(message: unknown): unknown {
  const { method, params } = Object(message) as { method?: unknown; params?: unknown }
  const { arguments: given } = Object(params) as { arguments?: unknown }
  if (method !== 'tools/call' || (given !== null && typeof given !== 'string')) return message
  return {
    ...Object(message),
    params: { ...Object(params), arguments: argumentsOf(given) },
  } as unknown
}

const both = ['application/json', 'text/event-stream'] as const

// Decisions, MCP: "A client that accepts only `application/json` is served" and "a missing header
// passes". So does an empty one. The SDK would require both types in Accept.
function acceptingJson(request: Request): Request {
  const accept = request.headers.get('accept') ?? ''
  const isRight = both.every((type) => accept.includes(type))
  if (isRight && request.headers.get('mcp-protocol-version') !== '') return request
  const headers = new Headers(request.headers)
  headers.set('accept', both.join(', '))
  if (headers.get('mcp-protocol-version') === '') headers.delete('mcp-protocol-version')
  return new Request(request.url, { method: 'POST', headers })
}

function acceptsJson(accept: string | null): boolean {
  return !accept?.trim() || /application\/json|application\/\*|\*\/\*/i.test(accept)
}

function preflight(): Response {
  const headers = {
    allow: 'POST',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers':
      'content-type, accept, mcp-protocol-version, mcp-method, mcp-name',
    'access-control-max-age': '86400',
  }
  return new Response(null, { status: 204, headers })
}

function protocolError(
  status: number,
  code: number,
  message: string,
  id: string | number | null | 'absent' = null,
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { jsonrpc: '2.0', ...(id === 'absent' ? {} : { id }), error: { code, message } },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  )
}
