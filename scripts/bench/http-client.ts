import net from 'node:net'

/** A request as it is asked again and again. */
export interface Call {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** The bytes of a request over a connection that is kept. */
export function encode({ method, path, headers = {}, body = '' }: Call, host: string): Buffer {
  const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) }
  const all = { host, accept: 'application/json, text/html, */*', ...length, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/**
 * One kept connection. `ask` resolves with the status when the whole answer is there. It reads
 * HTTP as plainly as may be, because what a client costs on the same cores is taken from the
 * server: node:http would cost as much as the answers it asks for.
 */
export async function openConnection(url: URL) {
  const socket = net.connect(Number(url.port), url.hostname).setNoDelay(true)
  let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
  let read = answerReader()
  socket.on('data', (bytes) => {
    const status = read(bytes)
    if (status === undefined) return
    read = answerReader()
    settle?.resolve(status)
  })
  socket.on('error', (error) => settle?.reject(error))
  // An answer that never comes must not hold up the whole run.
  socket.setTimeout(30_000, () => socket.destroy(new Error('the server did not answer for 30 s')))
  socket.on('close', () => settle?.reject(new Error('the server closed a connection')))
  await new Promise<void>((resolve, reject) => {
    settle = { resolve: () => {}, reject }
    socket.once('connect', resolve)
  })
  return {
    ask: (bytes: Buffer): Promise<number> =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(bytes)
      }),
    close: () => void socket.destroy(),
  }
}

/**
 * Reads one answer: give it what comes, and it gives the status when all of it came.
 * https://www.rfc-editor.org/rfc/rfc9112#section-6
 */
export function answerReader(): (bytes: Buffer) => number | undefined {
  let state: 'head' | 'body' | 'size' | 'chunk' | 'end' = 'head'
  let kept: Buffer = Buffer.alloc(0)
  let status = 0
  let left = 0
  return (bytes) => {
    kept = kept.length > 0 ? Buffer.concat([kept, bytes]) : bytes
    while (true) {
      if (state === 'head' || state === 'size') {
        const mark = state === 'head' ? '\r\n\r\n' : '\r\n'
        const at = kept.indexOf(mark)
        if (at < 0) return undefined
        const text = kept.toString('latin1', 0, at)
        kept = kept.subarray(at + mark.length)
        if (state === 'head') {
          status = Number(text.slice(9, 12))
          const isChunked = /\r\ntransfer-encoding: *chunked/i.test(text)
          left = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0)
          state = isChunked ? 'size' : 'body'
        } else {
          const size = Number.parseInt(text, 16)
          // Behind a chunk, and behind the last one, comes one more end of line.
          left = size + 2
          state = size === 0 ? 'end' : 'chunk'
        }
      }
      if (state === 'size') continue
      if (kept.length < left) {
        left -= kept.length
        kept = Buffer.alloc(0)
        return undefined
      }
      kept = kept.subarray(left)
      if (state !== 'chunk') return status
      state = 'size'
    }
  }
}
