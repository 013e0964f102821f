import { EventEmitter } from 'node:events'
import net from 'node:net'

// How long to wait until the peer confirms the end of a connection. Then the connection is cut: a
// peer that no longer reads never confirms.
const closingGraceMs = 500

// The SSLRequest message: length 8, then the code 80877103. The server answers with one byte, S or
// N.
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** The target of a connection: a unix socket (or Windows pipe) by path, or TCP by host and port. */
export interface SocketTarget {
  path?: string
  host?: string
  port?: number
  /** `verified` checks the server certificate, `unverified` only encrypts, `off` is clear text. */
  tls: 'off' | 'verified' | 'unverified'
}

/**
 * A WebSocket-like class for the Neon driver that connects to any Postgres by a socket, so that one
 * driver, with one set of result types and error codes, serves every database.
 */
export function socketTransport(target: SocketTarget) {
  return class SocketTransport extends EventEmitter {
    binaryType = 'arraybuffer'
    readyState = 0
    readonly addEventListener = this.on
    readonly removeEventListener = this.off
    #socket: net.Socket

    constructor() {
      super()
      // Without a listener, an error would end the process.
      this.on('error', () => {})
      this.#socket = target.path
        ? net.connect(target.path)
        : net.connect({ host: target.host!, port: target.port!, noDelay: true })
      this.#watch()
      if (target.tls === 'off') this.#socket.once('connect', () => this.#opened())
      else this.#socket.once('connect', () => this.#encrypt())
    }

    // Corked, so that the five messages of a query, which the driver sends one by one, leave in one
    // packet. Five packets cost five system calls and wake the database five times.
    send(data: Uint8Array) {
      const socket = this.#socket
      if (socket.writableCorked === 0) {
        socket.cork()
        queueMicrotask(() => socket.uncork())
      }
      socket.write(data)
    }

    close() {
      this.readyState = 2
      this.#socket.end()
      const cut = setTimeout(() => this.#socket.destroy(), closingGraceMs).unref()
      this.#socket.once('close', () => clearTimeout(cut))
    }

    #encrypt() {
      this.#socket.write(sslRequest)
      this.#socket.once('data', (answer) => {
        if (answer[0] === 0x53) void this.#secure(this.#socket)
        else this.#socket.destroy(new Error('the database server does not offer TLS'))
      })
    }

    async #secure(plain: net.Socket) {
      // Imported on demand: a function on Neon never needs it.
      const tls = await import('node:tls')
      plain.removeAllListeners('close')
      this.#socket = tls.connect({
        socket: plain,
        servername: target.host!,
        rejectUnauthorized: target.tls === 'verified',
      })
      this.#watch()
      this.#socket.once('secureConnect', () => this.#opened())
    }

    #opened() {
      // `close` was called before the connection was open.
      if (this.readyState > 1) return void this.#socket.destroy()
      this.readyState = 1
      this.#socket.on('data', (data) => this.emit('message', { data }))
      this.emit('open', {})
    }

    #watch() {
      this.#socket.on('error', (error) => this.emit('error', error))
      this.#socket.on('close', () => {
        this.readyState = 3
        this.emit('close', {})
      })
    }
  }
}
