// The test environment of `trial faults`: a Postgres on a fixed port, and a site built from it.
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect } from '#db/connection/connect.ts'
import { startService } from '#testing/service.ts'
import { startPostgres } from '../../postgres.ts'
import { clientOf } from './client.ts'

export type Environment = Awaited<ReturnType<typeof openEnvironment>>

export async function openEnvironment() {
  const base = await mkdtemp(path.join(os.tmpdir(), 'proofstack-faults-'))
  // Postgres runs as its own user, not as root, and must be able to open this folder.
  await chmod(base, 0o755)
  const cluster = path.join(base, 'postgres')
  let running: Awaited<ReturnType<typeof startPostgres>> | undefined = await startPostgres(cluster)
  const databaseUrl = running.url
  const db = connect(databaseUrl, { max: 3, onError: () => {} })
  const postgres = {
    start: async () => {
      running ??= await startPostgres(cluster, Number(new URL(databaseUrl).port))
    },
    stop: async () => (await running?.stop(), (running = undefined)),
    kill: async () => (await running?.kill(), (running = undefined)),
    freeze: () => running?.freeze(),
    thaw: () => running?.thaw(),
  }
  let ends: (() => unknown)[] = []
  /** Registers work to do after the fault. The last registered runs first. */
  const after = (work: () => unknown) => void ends.unshift(work)
  /** Stops and deletes everything that a fault has created. */
  const endFault = async () => {
    for (const work of ends) await work()
    ends = []
  }
  const close = async () => {
    await endFault()
    await db.destroy()
    await postgres.stop()
    await rm(base, { recursive: true, force: true })
  }
  const built = path.join(base, 'built')
  const build = async () => {
    const environment = { DATABASE_URL: databaseUrl }
    await (await startService({ dataDir: built, environment })).stop()
  }
  /** Serves a copy of the built site, like `npm run serve`, until the fault is over. */
  const serve = async (settings: Record<string, string> = {}) => {
    const dataDir = await mkdtemp(path.join(base, 'service-'))
    after(() => rm(dataDir, { recursive: true, force: true }))
    await cp(built, dataDir, { recursive: true, preserveTimestamps: true })
    const environment = { DATABASE_URL: databaseUrl, ...settings }
    const service = await startService({ dataDir, args: ['--built'], environment })
    after(() => service.stop('SIGKILL'))
    return { ...service, client: clientOf(service.url) }
  }
  return { databaseUrl, db, postgres, build, after, serve, endFault, close }
}
