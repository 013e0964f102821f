import { fork } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { functionEnvironment } from './environment.ts'
import type { Ground } from './ground.ts'
import type { ServerTask } from './server.ts'

export interface Served {
  url: string
  pid: number
  stop: () => Promise<void>
}

/** Serves a build output as `npm start` does, in a process of its own, on the loopback alone. */
export async function serveSite(ground: Ground, site: string, name: string): Promise<Served> {
  const dataDir = path.join(ground.folder, `data-${name}`)
  await mkdir(dataDir, { recursive: true })
  const environment = { ...functionEnvironment(ground), DATA_DIR: dataDir }
  const child = fork(path.join(import.meta.dirname, 'server.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (told) => resolve((told as { url: string }).url))
    void ended.then(() => reject(new Error('the server under measure ended before it was ready')))
    child.send({ site, dataDir, environment } satisfies ServerTask)
  })
  return {
    url,
    pid: child.pid!,
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}
