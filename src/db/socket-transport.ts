import net from 'node:net'

// A peer that reads nothing more never answers the end of a connection; then it is cut.
const closingGraceMs = 500

type Listener = (event: unknown) => void

// RFC-less but stable since Postgres 7.2: length 8, then the code 80877103. The server answers with
// one byte, S or N.
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Where a connection goes: a unix socket (or Windows pipe) by path, or TCP by host and port. */
export interface SocketTarget {
  path?: string
  host?: string
  port?: number
  /**
   * `verified` checks the server certificate, `unverified` only encrypts, `off` speaks plain
   * Postgres.
   */
  tls: 'off' | 'verified' | 'unverified'
}

/**
 * A class that looks like WebSocket to the Neon driver and speaks to any Postgres over a socket. So
 * every database is reached through one driver, with one set of result types and error codes.
 */
export function socketTransport(target: SocketTarget) {
  return class SocketTransport {
    binaryType = 'arraybuffer'
    readyState = 0
    readonly #listeners = new Map<string, Listener[]>()
    #socket: net.Socket

    constructor() {
      this.#socket = target.path
        ? net.connect(target.path)
        : net.connect({ host: target.host!, port: target.port!, noDelay: true })
      this.#socket.on('error', (error) => this.#emit('error', error))
      this.#socket.on('close', () => this.#closed())
      if (target.tls === 'off') this.#socket.once('connect', () => this.#opened())
      else this.#socket.once('connect', () => this.#encrypt())
    }

    addEventListener(type: string, listener: Listener) {
      this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
    }

    removeEventListener(type: string, listener: Listener) {
      this.#listeners.set(
        type,
        (this.#listeners.get(type) ?? []).filter((entry) => entry !== listener),
      )
    }

    // The driver hands over the five messages of a query one by one. They leave together: each packet
    // of its own costs both ends a call of the system, and wakes the database five times.
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
        if (answer[0] !== 0x53)
          return void this.#socket.destroy(new Error('the database server does not offer TLS'))
        void this.#secure(this.#socket)
      })
    }

    async #secure(plain: net.Socket) {
      // Loaded where it is used: a fresh function on Neon, or beside its database, never asks for it.
      const tls = await import('node:tls')
      plain.removeAllListeners('close')
      this.#socket = tls.connect({
        socket: plain,
        servername: target.host!,
        rejectUnauthorized: target.tls === 'verified',
      })
      this.#socket.on('error', (error) => this.#emit('error', error))
      this.#socket.on('close', () => this.#closed())
      this.#socket.once('secureConnect', () => this.#opened())
    }

    #opened() {
      // Closed before it was open: there is nobody left to tell.
      if (this.readyState > 1) return void this.#socket.destroy()
      this.readyState = 1
      this.#socket.on('data', (data) => this.#emit('message', { data }))
      this.#emit('open', {})
    }

    #closed() {
      this.readyState = 3
      this.#emit('close', {})
    }

    #emit(type: string, event: unknown) {
      for (const listener of this.#listeners.get(type) ?? []) listener(event)
    }
  }
}
