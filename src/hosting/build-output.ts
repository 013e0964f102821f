import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import mime from 'mime'
import { type FunctionThread, hasFunction, startFunction } from './function-thread.ts'
import { type HasField, routeCondition } from './route-condition.ts'

/**
 * A route of config.json, as far as our builds use them.
 * https://vercel.com/docs/build-output-api/configuration
 */
interface Route {
  src?: string
  handle?: string
  dest?: string
  status?: number
  headers?: Record<string, string>
  methods?: string[]
  has?: HasField[]
  continue?: boolean
}

type CompiledRoute = Route & { pattern: RegExp; applies: ReturnType<typeof routeCondition> }

/** A little more than a function may take. */
const longestAnswerMs = 20_000

export type SiteBuild = ReturnType<typeof openBuild>

/**
 * Serves a Build Output API folder as the platform would: routes of config.json, static files,
 * functions. Our reading of its rules, not its router.
 */
export function openBuild(folder: string, environment: Record<string, string>) {
  const phases = readPhases(path.join(folder, 'config.json'))
  const statics = path.join(folder, 'static')
  const functions = new Map<string, FunctionThread>()
  const etags = new Map<string, string>()
  let underWay = 0

  const functionAt = (name: string): FunctionThread | undefined => {
    const file = path.join(folder, 'functions', `${name}.func`)
    if (!functions.has(name) && hasFunction(file))
      functions.set(name, startFunction(file, environment))
    return functions.get(name)
  }

  const find = async (address: string): Promise<Target | undefined> => {
    const file = await readStatic(statics, address)
    if (file) return { kind: 'file', ...file }
    const thread = functionAt(address.replace(/^\//, ''))
    return thread && { kind: 'function', thread }
  }

  const resolve = async (
    method: string,
    pathname: string,
    sent: IncomingHttpHeaders,
  ): Promise<Resolved> => {
    const state: Resolved = { headers: {}, status: undefined, target: undefined }
    let address = pathname
    const run = async (routes: CompiledRoute[]): Promise<boolean> => {
      for (const route of routes) {
        const match =
          (!route.methods || route.methods.includes(method)) &&
          route.applies(sent) &&
          route.pattern.exec(address)
        if (!match) continue
        const filled = (text: string) =>
          text.replace(/\$(\d)/g, (_, index: string) => match[Number(index)] ?? '')
        for (const [name, value] of Object.entries(route.headers ?? {}))
          state.headers[name.toLowerCase()] = filled(value)
        if (route.status !== undefined) state.status = route.status
        if (route.dest !== undefined)
          address = `/${filled(route.dest).split('?')[0]!.replace(/^\//, '')}`
        if (route.continue) continue
        if (route.dest !== undefined) state.target = await find(address)
        return true
      }
      return false
    }
    if ((await run(phases.main)) && (state.target || state.status !== undefined)) return state
    state.target ??= await find(address)
    if (!state.target) await run(phases.filesystem)
    return state
  }

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    clientAddress: string,
  ): Promise<void> => {
    const method = request.method ?? 'GET'
    const url = request.url ?? '/'
    const refusal = refuse(method, request.headers.host)
    if (refusal) return sendProblem(response, ...refusal)
    const { headers, status, target } = await resolve(method, url.split('?')[0]!, request.headers)
    if (!target) return void response.writeHead(status ?? 404, headers).end()
    if (target.kind === 'function')
      return callFunction(target.thread, request, response, { headers, clientAddress })
    const etag =
      etags.get(target.path) ??
      `"${createHash('sha256').update(target.body).digest('base64url').slice(0, 27)}"`
    etags.set(target.path, etag)
    sendFile(request, response, target, { ...headers, etag }, status)
  }

  return {
    /** Loads the function that answers everything dynamic. */
    ready: async () => functionAt('_render')?.ready(),

    handle: async (
      request: IncomingMessage,
      response: ServerResponse,
      clientAddress: string,
    ): Promise<void> => {
      underWay++
      try {
        await answer(request, response, clientAddress)
      } finally {
        underWay--
      }
    },

    /**
     * Waits for the requests that this build has begun, also those that still look for their file
     * or function, then ends its threads.
     */
    close: async () => {
      const until = Date.now() + longestAnswerMs
      while (underWay > 0 && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 20))
      await Promise.all([...functions.values()].map((thread) => thread.close()))
    },
  }
}

/**
 * What a platform's own edge refuses before any function sees it: methods that fetch forbids, and a
 * Host that is no host.
 */
function refuse(
  method: string,
  host: string | undefined,
): [status: number, message: string] | undefined {
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method))
    return [405, `${method} does not work here; use GET.`]
  if (!URL.canParse(`http://${host ?? 'localhost'}/`))
    return [400, 'The Host header names no host.']
  return undefined
}

/** The contract's error body, where no function could write it. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
) {
  const error_code = status >= 500 ? 'INTERNAL_ERROR' : 'VALIDATION_ERROR'
  const all = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    ...headers,
  }
  response.writeHead(status, all).end(JSON.stringify({ error: message, error_code }))
}

type Target =
  { kind: 'file'; path: string; body: Buffer } | { kind: 'function'; thread: FunctionThread }

interface Resolved {
  headers: Record<string, string>
  status: number | undefined
  target: Target | undefined
}

function readPhases(file: string): { main: CompiledRoute[]; filesystem: CompiledRoute[] } {
  const { routes } = JSON.parse(readFileSync(file, 'utf8')) as { routes: Route[] }
  const phases: Record<string, CompiledRoute[]> = { main: [], filesystem: [] }
  let phase = 'main'
  for (const route of routes) {
    if (route.handle) phase = route.handle
    else
      (phases[phase] ??= []).push({
        ...route,
        pattern: new RegExp(route.src ?? '^'),
        applies: routeCondition(route.has),
      })
  }
  return { main: phases['main']!, filesystem: phases['filesystem']! }
}

async function readStatic(
  root: string,
  address: string,
): Promise<{ path: string; body: Buffer } | undefined> {
  let decoded: string
  try {
    decoded = decodeURIComponent(address)
  } catch {
    return undefined
  }
  // "//tools" and "/a/../tools" are not the address of the file, and routes that set its headers
  // would not match.
  if (decoded.includes('\0') || decoded !== path.posix.normalize(decoded)) return undefined
  for (const candidate of [decoded, `${decoded}/index.html`]) {
    const file = path.join(root, candidate)
    if (!file.startsWith(root + path.sep)) return undefined
    try {
      return { path: file, body: await readFile(file) }
    } catch (error) {
      if (
        !['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes(
          (error as NodeJS.ErrnoException).code ?? '',
        )
      )
        throw error
    }
  }
  return undefined
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: { path: string; body: Buffer },
  headers: Record<string, string>,
  status = 200,
) {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (!isReading) return void response.writeHead(405, { allow: 'GET, HEAD' }).end()
  const all: Record<string, string | number> = {
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': contentType(file.path),
    'content-length': file.body.length,
    ...headers,
  }
  const known =
    request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  if (status === 200 && known.some((tag) => tag === headers['etag'] || tag === '*')) {
    delete all['content-length']
    return void response.writeHead(304, all).end()
  }
  response.writeHead(status, all).end(request.method === 'HEAD' ? undefined : file.body)
}

function contentType(file: string): string {
  const type = mime.getType(file) ?? 'application/octet-stream'
  return /^text\/|json|xml|javascript/.test(type) ? `${type}; charset=utf-8` : type
}

/**
 * More than the contract's 64 KiB, so that the function sees that a body is too large and says so
 * itself.
 */
const bodyLimit = 256 * 1024

async function callFunction(
  thread: FunctionThread,
  request: IncomingMessage,
  response: ServerResponse,
  route: { headers: Record<string, string>; clientAddress: string },
) {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const body = hasBody ? await readBody(request) : null
  const headers = forwardedHeaders(request, route.clientAddress)
  const host = request.headers.host ?? 'localhost'
  const answer = await thread.call({
    url: `http://${host}${request.url ?? '/'}`,
    method: request.method ?? 'GET',
    headers,
    body,
  })
  // A function's headers win over those of the routes, as on the platform.
  const all = new Headers(
    Object.entries({ 'cache-control': 'public, max-age=0, must-revalidate', ...route.headers }),
  )
  for (const [name, value] of answer.headers) all.set(name, value)
  response.setHeaders(all).writeHead(answer.status).end(Buffer.from(answer.body))
}

async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > bodyLimit) break
  }
  return new Uint8Array(Buffer.concat(chunks))
}

// Headers that say who calls come from us alone, and those about the connection are not the
// function's business.
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-real-ip',
  'x-vercel-forwarded-for',
  'forwarded',
])

function forwardedHeaders(request: IncomingMessage, clientAddress: string): [string, string][] {
  const kept: [string, string][] = []
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]!.toLowerCase()
    if (!notForwarded.has(name)) kept.push([name, request.rawHeaders[index + 1]!])
  }
  return [...kept, ['x-real-ip', clientAddress]]
}
