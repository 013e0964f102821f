import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Makes a server listen on a free loopback port, which it returns. */
export async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // The cast is safe: `address()` is a string only for servers on a pipe.
  return (server.address() as AddressInfo).port
}

/** Waits until a server prints `words`. Throws its output if it ends earlier. */
export function started(server: ChildProcess, words: string): Promise<void> {
  let printed = ''
  return new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (text) => {
        printed = (printed + String(text)).slice(-4000)
        if (printed.includes(words)) resolve()
      })
    server.once('error', reject)
    server.once('close', () => reject(new Error(`${server.spawnfile} ended: ${printed}`)))
  })
}

/** Ends a server, even a frozen one, and waits until it has ended. */
export async function ended(
  server: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const closed = once(server, 'close')
  server.kill('SIGCONT')
  server.kill(signal)
  await closed
}
