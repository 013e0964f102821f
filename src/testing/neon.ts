import net, { type AddressInfo } from 'node:net'
import { neonConfig } from '@neondatabase/serverless'
import { WebSocketServer, createWebSocketStream } from 'ws'
import { proxyTo } from './proxy.ts'

/** A Postgres that the driver reaches as it does Neon: by WebSocket, under a name of Neon. */
export type NeonBridge = Awaited<ReturnType<typeof bridgeTo>>

/** Listens on a free port for the driver, and forwards each WebSocket to a Postgres over TCP. */
export async function bridgeTo(
  postgresUrl: string,
  { latencyMs = 0 }: { latencyMs?: number } = {},
) {
  const server = await proxyTo(postgresUrl, latencyMs / 2)
  const target = new URL(server.url)
  let breaking: 'before' | 'after' | undefined
  const turns: string[] = []

  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => sockets.once('listening', resolve))
  sockets.on('connection', (webSocket, { socket }) => {
    const near = createWebSocketStream(webSocket)
    const far = net.connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    let turn = -1
    near.on('data', (said: Buffer) => {
      if (turn < 0) turn = turns.push('') - 1
      turns[turn] += said.toString('latin1')
      const when = breaking
      breaking = undefined
      if (when === undefined) return
      far.unpipe()
      if (when === 'before') far.destroy()
      // A local Postgres has processed the message after 100 ms.
      setTimeout(() => socket.destroy(), when === 'before' ? 0 : 100)
    })
    far.on('data', () => (turn = -1))
    near.pipe(far)
    far.pipe(near)
    near.on('error', () => far.destroy())
    near.on('close', () => far.destroy())
    far.on('error', () => webSocket.terminate())
  })
  const { port } = sockets.address() as AddressInfo
  const network = await proxyTo(`postgres://127.0.0.1:${port}/`)

  useBridges()
  const named = (name: string) => {
    const url = new URL(postgresUrl)
    url.host = `${name}.bridge.neon.tech`
    return url.href
  }
  const name = `port-${new URL(network.url).port}`
  return {
    url: named(name),
    /** The same URL with the hostname of Neon's pooler. */
    pooledUrl: named(`${name}-pooler`),
    /** The proxy between client and bridge. While it is frozen or cut, WebSockets get no data. */
    network,
    /** The proxy before Postgres. While it is frozen, WebSockets stay alive unanswered. */
    server,
    /** What clients have sent so far, one text for each round trip. */
    turns: () => turns,
    /** Breaks the connection at the next message, before or after Postgres gets it. */
    breakNext: (when: 'before' | 'after') => (breaking = when),
    close: async () => {
      await network.close()
      await new Promise((resolve) => sockets.close(resolve))
      await server.close()
    },
  }
}

/** Makes the driver connect to the bridge on the port in the hostname, such as `port-5433…`. */
function useBridges() {
  neonConfig.wsProxy = (host) => `127.0.0.1:${/^port-(\d+)/.exec(host)![1]}/`
  neonConfig.useSecureWebSocket = false
}
