import net, { type AddressInfo } from 'node:net'

/** Listens on a free port and passes on to a database, each chunk so many milliseconds later. */
export async function slowWayTo(databaseUrl: string, milliseconds: number) {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  const pass = (from: net.Socket, to: net.Socket) => {
    sockets.add(from)
    from.setNoDelay(true)
    // Timers of one length fire in the order in which they were set.
    const later = (act: () => void) => setTimeout(act, milliseconds)
    from.on('data', (chunk) => later(() => to.write(chunk)))
    from.on('end', () => later(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
  }
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
