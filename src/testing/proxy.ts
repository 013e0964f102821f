import net from 'node:net'
import { listening } from './server-process.ts'

/** A proxy in front of a database. A test can freeze, thaw and cut it. */
export type Proxy = Awaited<ReturnType<typeof proxyTo>>

/** Listens on a free port and forwards to the database at `url`, each chunk after `delayMs`. */
export async function proxyTo(url: string, delayMs = 0) {
  const target = new URL(url)
  const path = target.searchParams.get('host')
  const sockets = new Set<net.Socket>()
  let isFrozen = false
  let count = 0
  const server = net.createServer((socket) => {
    count++
    const upstream = path
      ? net.connect(path)
      : net.connect(Number(target.port || 5432), target.hostname)
    const pass = (from: net.Socket, to: net.Socket) => {
      sockets.add(from)
      // Keeps the order of chunks: timers with the same delay fire in the order in which they were
      // set.
      const later = (act: () => void) => void (delayMs === 0 ? act() : setTimeout(act, delayMs))
      from.on('data', (data) => later(() => to.write(data)))
      from.on('end', () => later(() => to.end()))
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
      if (isFrozen) from.pause()
    }
    pass(socket, upstream)
    pass(upstream, socket)
  })
  const proxied = new URL(target)
  proxied.searchParams.delete('host')
  proxied.host = `127.0.0.1:${await listening(server)}`
  const all = (act: (socket: net.Socket) => void) => sockets.forEach(act)
  return {
    url: proxied.href,
    /** How many connections were opened so far. */
    count: () => count,
    /** How many connections are open. */
    open: () => sockets.size / 2,
    /** Holds back all data in both directions, while connections stay open. */
    freeze: () => {
      isFrozen = true
      all((socket) => socket.pause())
    },
    thaw: () => {
      isFrozen = false
      all((socket) => socket.resume())
    },
    /** Breaks every open connection. */
    cut: () => all((socket) => socket.destroy()),
    close: async () => {
      all((socket) => socket.destroy())
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
