import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { maskedPath } from '#log/masked-path.ts'
import { platformIdHeader } from '#log/request.ts'
import { plainTags } from './content-encoding.ts'
import { encodeAnswer } from './encode-answer.ts'
import type { FunctionThreads } from './function-threads.ts'
import type { FunctionBody } from './function-worker.ts'

/** In bytes. More than the contract's 64 KiB: the function itself refuses larger bodies. */
const bodyLimit = 256 * 1024

/** In bytes. The connection is closed when a client sends more. */
const drainLimit = 16 * 2 ** 20

/** Answers a request with the answer of a function of the build. */
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
  // The function itself logs nothing in this case.
  if (status === 504)
    console.error(`${method} ${maskedPath(url)} was not answered in time, request_id=${id}`)
  // A function's headers win over those of the routes, as on the platform.
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

/** In bytes. Up to this size a text is faster in a message than bytes. */
const shortBody = 16 * 1024

// A copy: a message would include the whole memory pool of the buffer.
function asMessage(body: Buffer): FunctionBody {
  return body.length <= shortBody ? body.toString('latin1') : new Uint8Array(body)
}

// By events: an iterator takes several times as long for a body of one chunk. A body that is too large is
// answered at once, but read to its end, so that the connection can serve the next request.
function readBody(request: IncomingMessage): Promise<FunctionBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = () => resolve(asMessage(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
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
    // The event comes after each request, so the error is only created if needed.
    request.once('close', () => {
      if (!request.readableEnded) reject(new Error('the body did not come whole'))
    })
  })
}

// The server itself sets the headers with the client's address and the request id. Headers about the
// connection do not concern the function.
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

/** Names and values on alternating lines: values in HTTP have no line breaks. */
function forwardedHeaders(
  request: IncomingMessage,
  { address, id }: { address: string; id: string },
): string {
  const { rawHeaders } = request
  let lines = ''
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    const value = rawHeaders[at + 1]!
    // The function only knows the tag of its uncompressed body.
    if (!notForwarded.has(name))
      lines += `${name}\n${name === 'if-none-match' ? plainTags(value) : value}\n`
  }
  return `${lines}x-real-ip\n${address}\n${platformIdHeader}\n${id}\n`
}
