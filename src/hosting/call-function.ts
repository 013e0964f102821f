import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { maskedPath } from '#log/masked-path.ts'
import { platformIdHeader } from '#log/request.ts'
import { encodeAnswer, plainTags } from './content-encoding.ts'
import type { FunctionThreads } from './function-threads.ts'
import type { FunctionBody } from './function-worker.ts'
import { holdUnread } from './unread-answers.ts'

/**
 * The maximum size of a request body in bytes. It exceeds the contract's 64 KiB, so that the
 * function itself refuses bodies that are too large.
 */
const bodyLimit = 256 * 1024

/** In bytes. A larger body is read and dropped up to this size; then the connection is closed. */
const drainLimit = 16 * 2 ** 20

/** Sends a request to a function of the build, and its answer to the client. */
export async function callFunction(
  threads: FunctionThreads,
  request: IncomingMessage,
  response: ServerResponse,
  route: { headers: Record<string, string>; clientAddress: string },
): Promise<void> {
  const method = request.method ?? 'GET'
  const body = method === 'GET' || method === 'HEAD' ? null : await readBody(request)
  const id = randomUUID()
  const url = `http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`
  const headers = forwardedHeaders(request, { address: route.clientAddress, id })
  const { status, headers: own, body: plain } = await threads.call(method, url, headers, body)
  holdUnread(response, plain.length)
  // A function that ran into its deadline logs nothing itself.
  if (status === 504)
    console.error(`${method} ${maskedPath(url)} was not answered in time, request_id=${id}`)
  // Headers of the function overwrite those of the routes, as on the platform.
  const all = {
    'cache-control': 'public, max-age=0, must-revalidate',
    'x-request-id': id,
    ...route.headers,
    ...own,
  }
  const answer = await encodeAnswer(request, { status, headers: all, body: plain })
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304
  const length = hasBody ? { 'content-length': answer.body.length } : {}
  response
    .writeHead(status, { ...answer.headers, ...length })
    .end(method === 'HEAD' ? undefined : answer.body)
}

/** In bytes. Smaller bodies are sent to the thread as a string, which is faster than bytes. */
const shortBody = 16 * 1024

// Reads the body by events: an async iterator takes several times as long for a body of one chunk.
// A body that is too large is answered at once, but read to its end, so that the connection can
// serve the next request.
function readBody(request: IncomingMessage): Promise<FunctionBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      // Copied: a message with a Buffer would include the whole memory pool of the Buffer.
      resolve(body.length <= shortBody ? body.toString('latin1') : new Uint8Array(body))
    }
    request.on('data', (chunk: Buffer) => {
      const isEnough = size > bodyLimit
      size += chunk.length
      if (size > drainLimit) request.destroy()
      if (isEnough) return
      chunks.push(chunk)
      if (size > bodyLimit) take()
    })
    request.once('end', take)
    request.once('error', reject)
    // `close` also follows a complete request: the error is only created for a broken one.
    request.once('close', () => {
      if (!request.readableEnded) reject(new Error('the body did not come whole'))
    })
  })
}

// Request headers that the function does not get from the client: this server sets the IP address
// and the request id itself, and the others are about the connection.
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-real-ip',
  'x-vercel-forwarded-for',
  platformIdHeader,
  'forwarded',
])

/** The headers as lines, names and values by turns. HTTP allows no line breaks in them. */
function forwardedHeaders(
  request: IncomingMessage,
  { address, id }: { address: string; id: string },
): string {
  const { rawHeaders } = request
  let lines = ''
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    const value = rawHeaders[at + 1]!
    // The function only knows the ETag of its uncompressed body.
    if (!notForwarded.has(name))
      lines += `${name}\n${name === 'if-none-match' ? plainTags(value) : value}\n`
  }
  return `${lines}x-real-ip\n${address}\n${platformIdHeader}\n${id}\n`
}
