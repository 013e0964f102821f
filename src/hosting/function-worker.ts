import { format } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { onceFor } from '#core/once.ts'
import { type SharedState, beats, begun } from './shared-state.ts'

/**
 * Runs the function of a build in a thread. Requests and answers are messages: flat arrays with all
 * headers in one string, since every object in a message takes time to clone (decision 16).
 */
const { entry, state, beatMs } = workerData as {
  entry: string
  state: SharedState
  beatMs: number
}
const { default: handler } = (await import(entry)) as {
  default: { fetch: (request: Request) => Promise<Response> }
}

/** The bytes of a body: a short one as a string, a character for each byte, which is faster. */
export type FunctionBody = string | Uint8Array<ArrayBuffer>

/** A request. `headers` has names and values on alternating lines. */
export type FunctionCall = [
  id: number,
  url: string,
  method: string,
  headers: string,
  body: FunctionBody | null,
]

/** An answer. `failure` is the text of an error for the server's log, without an answer. */
export type FunctionAnswer = [
  id: number,
  status: number,
  headers: string,
  body: Uint8Array,
  failure?: string,
]

// Log lines are written once for each turn of the event loop: each write is a message to the server.
let logged = ''
console.log = (...texts: unknown[]) => {
  if (logged === '')
    setImmediate(() => {
      process.stdout.write(logged)
      logged = ''
    })
  logged += `${format(...texts)}\n`
}

parentPort!.on('message', async ([id, url, method, head, sentBody]: FunctionCall) => {
  // The id of this request differs from the counter if the server has withdrawn the request: the
  // server then set the counter to a later id.
  if (Atomics.compareExchange(state, begun, id - 1, id) !== id - 1) return
  try {
    const headers = new Headers()
    const lines = head.split('\n')
    for (let at = 0; at + 1 < lines.length; at += 2) headers.append(lines[at]!, lines[at + 1]!)
    const body = sentBody === null ? null : streamed(sentBody)
    const asked = { method, headers, body, duplex: 'half' }
    const response = await handler.fetch(new Request(url, asked))
    const bytes = await bodyOf(response)
    let sent = ''
    for (const [name, value] of response.headers) sent += `${name}\n${value}\n`
    parentPort!.postMessage([id, response.status, sent, bytes] satisfies FunctionAnswer)
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort!.postMessage([id, 500, '', new Uint8Array(), failure] satisfies FunctionAnswer)
  }
})
setInterval(() => Atomics.add(state, beats, 1), beatMs)
parentPort!.postMessage('ready')

/** A stream, because a Request copies given bytes: for 100 bytes 8 µs instead of 12 µs. */
function streamed(body: FunctionBody): ReadableStream {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  return new ReadableStream({
    start: (controller) => {
      if (bytes.length > 0) controller.enqueue(bytes)
      controller.close()
    },
  })
}

/**
 * The body of a response, in memory that the server shares: a message would copy it, and
 * `arrayBuffer()` does so twice. A chunk that a handler caches is copied once.
 */
async function bodyOf({ body }: Response): Promise<Uint8Array> {
  const chunks = body ? await Array.fromAsync(body) : []
  return shared(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
}

const shared = onceFor((chunk: Uint8Array) => {
  const copy = new Uint8Array(new SharedArrayBuffer(chunk.length))
  copy.set(chunk)
  return copy
})
