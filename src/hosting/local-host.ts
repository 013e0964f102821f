import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import proxyAddr from 'proxy-addr'
import { redacted } from '#contract/redacted.ts'
import { withoutPort } from '#core/without-port.ts'
import type { SiteBuild } from './build-output.ts'
import { answerBuilding } from './building.ts'
import { problemBody, sendProblem } from './problem.ts'
import { refusal } from './request-line.ts'

/** The file with the secret URL of the server's rebuild hook. Commands of editors read it. */
export const hookFile = (dataDir: string) => path.join(dataDir, 'rebuild-hook')

export type LocalHost = Awaited<ReturnType<typeof startLocalHost>>

/**
 * The time in which a client must send the headers of a request, and the whole request, and the
 * time after which it is cut if it reads nothing of an answer. Slow clients must not block
 * connections, and answers that nobody reads must not fill the memory.
 */
const clientDeadlines = { headersMs: 15_000, requestMs: 30_000, unreadMs: 30_000 }

/** Starts the server of `npm start`. It answers 503 until it gets the first build. */
export async function startLocalHost(options: {
  port: number
  /** The hostname or IP address to listen on. */
  host: string
  dataDir: string
  trustedProxy: string | undefined
  onRebuild: () => 'started' | 'queued' | Promise<unknown>
  deadlines?: typeof clientDeadlines
}) {
  const trust = trustFunction(options.trustedProxy)
  const hookPath = `/hooks/rebuild/${randomBytes(24).toString('base64url')}`
  let current: SiteBuild | undefined

  const { headersMs, requestMs, unreadMs } = options.deadlines ?? clientDeadlines
  const timeouts = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs / 2),
  }
  const server = createServer({ requireHostHeader: false, ...timeouts }, (request, response) => {
    const refused = refusal(request)
    if (refused) return sendProblem(response, ...refused)
    if (request.url === hookPath) return void answerHook(request, response, options.onRebuild)
    if (!current) return answerBuilding(request, response)
    current.handle(request, response, clientAddress(request, trust)).catch((error: unknown) => {
      // A client that closes the connection early, or is cut, is not a failure.
      const isCut = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
      if (isCut || (request.destroyed && !request.complete)) return
      console.error('a request failed in the server:', redacted(error))
      if (response.headersSent) return void response.end()
      sendProblem(response, 500)
    })
  })
  // Without a listener, Node destroys a socket on which nothing has moved for this time.
  server.setTimeout(unreadMs)
  server.on('clientError', answerUnreadable)
  server.on('checkExpectation', (_, response: ServerResponse) => sendProblem(response, 417))
  server.on('connect', (_, socket) => socket.end(rawProblem(405, 'Method Not Allowed')))
  await listen(server, options.port, options.host)
  // The cast is safe: `address()` returns a string only for pipes.
  const { port } = server.address() as AddressInfo
  const hook = `http://${reachable(options.host)}:${port}${hookPath}\n`
  await writeFile(hookFile(options.dataDir), hook, { mode: 0o600 })

  return {
    port,
    /** Serves all further requests from `build`, and returns the build that was served before. */
    serve: (build: SiteBuild): SiteBuild | undefined => {
      const previous = current
      current = build
      return previous
    },
    current: () => current,
    close: async (): Promise<void> => {
      await rm(hookFile(options.dataDir), { force: true })
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      // Open connections must not keep the service from ending. They get 12 s, because a submission
      // that waits for the database is answered within 10 s.
      setTimeout(() => server.closeAllConnections(), 12_000).unref()
      await closed
    },
  }
}

async function answerHook(request: IncomingMessage, response: ServerResponse, ask: () => unknown) {
  if (request.method !== 'POST')
    return sendProblem(response, 405, 'A rebuild is asked for with POST.', { allow: 'POST' })
  response
    .writeHead(202, { 'content-type': 'application/json' })
    .end(JSON.stringify({ rebuild: await ask() }))
}

// Bytes that are no HTTP request reach no request handler. They get the contract's error, too.
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, reason] = unreadable[error.code ?? ''] ?? [400, 'Bad Request']
  socket.end(rawProblem(status, reason))
}

const unreadable: Record<string, [status: number, reason: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

function rawProblem(status: number, reason: string): string {
  const body = problemBody(status, `${reason}.`)
  const headers = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    ...(status === 405 ? ['allow: GET, HEAD'] : []),
  ]
  return `HTTP/1.1 ${status} ${reason}\r\n${headers.join('\r\n')}\r\n\r\n${body}`
}

/** The host by which programs on this machine reach a server that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIP(host) === 6 ? `[${host}]` : host
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`
          : `HOST=${host} and PORT=${port} cannot be listened on: ${error.message}.`
      reject(new Error(message, { cause: error }))
    })
    server.listen(port, host, resolve)
  })
}

// A proxy that hands on what the client sent may name no IP address: then the socket has it. Each
// such name would have rate limits of its own.
function clientAddress(request: IncomingMessage, trust: ReturnType<typeof trustFunction>): string {
  const address = proxyAddr(request, trust)
  return isIP(withoutPort(address)) ? address : (request.socket.remoteAddress ?? '')
}

// Returns a function that says whether the proxy at an IP address is trusted. Decisions, Submit:
// "an X-Forwarded-For from the caller is never believed, unless `TRUSTED_PROXY` (addresses or hop
// count) says whose".
function trustFunction(trusted: string | undefined): (address: string, hop: number) => boolean {
  if (trusted === undefined) return () => false
  if (/^\d+$/.test(trusted)) return (_, hop) => hop < Number(trusted)
  const isTrusted = proxyAddr.compile(trusted.split(',').map((entry) => entry.trim()))
  return (address, hop) => isTrusted(withoutPort(address), hop)
}
