import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import proxyAddr from 'proxy-addr'
import { type SiteBuild, sendProblem } from './build-output.ts'

/**
 * Where the editor's commands find the hook of the running server. The address holds its secret.
 */
export const hookFile = (dataDir: string) => path.join(dataDir, 'rebuild-hook')

export interface LocalHost {
  port: number
  /**
   * Puts a build in front of all further requests. What is under way is answered by the build that
   * began it.
   */
  serve: (build: SiteBuild) => SiteBuild | undefined
  current: () => SiteBuild | undefined
  close: () => Promise<void>
}

/** The server of `npm start`, on 127.0.0.1 alone. Until the first build is there it answers 503. */
export async function startLocalHost(options: {
  port: number
  dataDir: string
  trustedProxy: string | undefined
  onRebuild: () => 'started' | 'queued'
}): Promise<LocalHost> {
  const trust = trustFunction(options.trustedProxy)
  const hookPath = `/hooks/rebuild/${randomBytes(24).toString('base64url')}`
  let current: SiteBuild | undefined

  const server = createServer((request, response) => {
    if (request.url === hookPath) return answerHook(request, response, options.onRebuild)
    if (!current)
      return sendProblem(response, 503, 'The site is being built. Try again in a few seconds.', {
        'retry-after': '5',
      })
    current.handle(request, response, proxyAddr(request, trust)).catch((error: unknown) => {
      console.error('a request failed in the server:', error)
      if (response.headersSent) return void response.end()
      sendProblem(response, 500, 'Something went wrong on our side. Try again later.')
    })
  })
  await listen(server, options.port)
  const { port } = server.address() as AddressInfo
  await writeFile(hookFile(options.dataDir), `http://127.0.0.1:${port}${hookPath}\n`, {
    mode: 0o600,
  })

  return {
    port,
    serve: (build) => {
      const previous = current
      current = build
      return previous
    },
    current: () => current,
    close: async () => {
      await rm(hookFile(options.dataDir), { force: true })
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      // Whoever keeps a connection open must not keep the service from ending.
      setTimeout(() => server.closeAllConnections(), 5_000).unref()
      await closed
    },
  }
}

function answerHook(request: IncomingMessage, response: ServerResponse, ask: () => string) {
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end()
  response
    .writeHead(202, { 'content-type': 'application/json' })
    .end(JSON.stringify({ rebuild: ask() }))
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(
        isTaken
          ? new Error(
              `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
            )
          : error,
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

// Decision, Submit: "an X-Forwarded-For from the caller is never believed, unless `TRUSTED_PROXY`
// (addresses or hop count) says whose".
function trustFunction(trusted: string | undefined): (address: string, hop: number) => boolean {
  if (trusted === undefined) return () => false
  if (/^\d+$/.test(trusted)) return (_, hop) => hop < Number(trusted)
  return proxyAddr.compile(trusted.split(',').map((entry) => entry.trim()))
}
