import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { maskedPath } from '#log/masked-path.ts'
import { platformIdHeader } from '#log/request.ts'
import { plainTags } from './content-encoding.ts'
import { encodeAnswer } from './encode-answer.ts'
import type { FunctionThreads } from './function-threads.ts'
import type { FunctionBody } from './function-worker.ts'

/**
 * More than the contract's 64 KiB, so that the function sees that a body is too large and says so
 * itself.
 */
const bodyLimit = 256 * 1024

/** Whoever sends more than this for nothing is hung up on. */
const drainLimit = 16 * 2 ** 20

/** Answers a request with what a function of the build says to it. */
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
  const { status, headers: said, body: plain } = await threads.call(method, url, headers, body)
  // The function itself has said nothing of it, and never will.
  if (status === 504)
    console.error(`${method} ${maskedPath(url)} was not answered in time, request_id=${id}`)
  // A function's headers win over those of the routes, as on the platform.
  const all = {
    'cache-control': 'public, max-age=0, must-revalidate',
    'x-request-id': id,
    ...route.headers,
    ...said,
  }
  const answer = await encodeAnswer(request, { status, headers: all, body: plain })
  response
    .writeHead(status, {
      ...answer.headers,
      ...(hasBody(method, status) ? { 'content-length': answer.body.length } : {}),
    })
    .end(method === 'HEAD' ? undefined : answer.body)
}

function hasBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304
}

/** Up to this size a text costs less in a message than bytes do. */
const shortBody = 16 * 1024

// Without the memory around it, which would go along.
function asMessage(body: Buffer): FunctionBody {
  return body.length <= shortBody ? body.toString('latin1') : new Uint8Array(body)
}

// By events: an iterator takes several times as long for the one chunk that nearly every body is. Of what
// is too large the answer is given at once; left unread, the rest would stand in the way of the next
// request on this connection.
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
    // It closes after each request, and an error made for nothing costs its stack.
    request.once('close', () => {
      if (!request.readableEnded) reject(new Error('the body did not come whole'))
    })
  })
}

// Headers that say who calls, and the name of the call, come from us alone, and those about the connection are not the
// function's business.
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

/** Names and values, one a line: a value of HTTP has no line break. */
function forwardedHeaders(
  request: IncomingMessage,
  { address, id }: { address: string; id: string },
): string {
  const { rawHeaders } = request
  let lines = ''
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    const value = rawHeaders[at + 1]!
    // The function knows its plain body alone.
    if (!notForwarded.has(name))
      lines += `${name}\n${name === 'if-none-match' ? plainTags(value) : value}\n`
  }
  return `${lines}x-real-ip\n${address}\n${platformIdHeader}\n${id}\n`
}
