import { parentPort, workerData } from 'node:worker_threads'
import { problemBody, problemHeaders } from './problem.ts'
import { type SharedState, beats, begun } from './shared-state.ts'

/**
 * Runs the function of a build in a thread. Requests and answers are messages. A message is a flat array
 * with all headers in one text, since each object of a message takes time to clone (decision 0016).
 */
const { entry, state, beatMs } = workerData as {
  entry: string
  state: SharedState
  beatMs: number
}
const { default: handler } = (await import(entry)) as {
  default: { fetch: (request: Request) => Promise<Response> }
}

/** Bytes; a short body is a text with one character for each byte. */
export type FunctionBody = string | Uint8Array<ArrayBuffer>

/** Headers are names and values on alternating lines. */
export type FunctionCall = [
  id: number,
  url: string,
  method: string,
  headers: string,
  body: FunctionBody | null,
]

/** `failure` is an error for the log of the server. */
export type FunctionAnswer = [
  id: number,
  status: number,
  headers: string,
  body: ArrayBuffer,
  failure?: string,
]

parentPort!.on('message', async ([id, url, method, head, sentBody]: FunctionCall) => {
  // Skips withdrawn requests: the server then has set the counter past their ids.
  if (Atomics.compareExchange(state, begun, id - 1, id) !== id - 1) return
  try {
    const headers = new Headers()
    const lines = head.split('\n')
    for (let at = 0; at + 1 < lines.length; at += 2) headers.append(lines[at]!, lines[at + 1]!)
    const body = sentBody === null ? null : streamed(sentBody)
    const asked = { method, headers, body, duplex: 'half' }
    const response = await handler.fetch(new Request(url, asked))
    const bytes = await response.arrayBuffer()
    let sent = ''
    response.headers.forEach((value, name) => (sent += `${name}\n${value}\n`))
    parentPort!.postMessage([id, response.status, sent, bytes] satisfies FunctionAnswer, [bytes])
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort!.postMessage([id, ...problem(500), failure] satisfies FunctionAnswer)
  }
})
setInterval(() => Atomics.add(state, beats, 1), beatMs)
parentPort!.postMessage('ready')

/** As a stream, since a Request copies given bytes: for 100 bytes 8 µs instead of 12. */
function streamed(body: FunctionBody): ReadableStream {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  return new ReadableStream({
    start: (controller) => {
      if (bytes.length > 0) controller.enqueue(bytes)
      controller.close()
    },
  })
}

function problem(status: number): [status: number, headers: string, body: ArrayBuffer] {
  const headers = Object.entries(problemHeaders).map(([name, value]) => `${name}\n${value}\n`)
  return [status, headers.join(''), new TextEncoder().encode(problemBody(status)).buffer]
}
