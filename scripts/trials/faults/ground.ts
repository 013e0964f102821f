import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Db, connect } from '#db/connect.ts'
import { keptBuilds } from '#hosting/kept-builds.ts'
import { type Service, runScript, startService } from '#testing/service.ts'
import { startPostgres } from '../../postgres.ts'
import { type Caller, callerOf } from './caller.ts'

/** A Postgres of the trial, always at the same address, and a build made on it. */
export interface Ground {
  databaseUrl: string
  postgres: {
    /** Its folder, from which another can be copied while it is stopped. */
    folder: string
    stop: () => Promise<void>
    start: () => Promise<void>
    kill: () => Promise<void>
    freeze: () => void
    thaw: () => void
  }
  db: Db
  /** A folder that goes when the fault is over. */
  folder: (name: string) => Promise<string>
  /** Done when the fault is over, the last first. */
  after: (end: () => unknown) => void
  /**
   * Serves the build, as `npm run serve` does, with these settings; it stops when the fault is over.
   * `change` gets the folder of its build before.
   */
  serve: (
    environment?: Record<string, string>,
    args?: string[],
    change?: (build: string) => Promise<void>,
  ) => Promise<Served>
  /** A command of an editor, on the database and beside this service. */
  editor: (
    args: string[],
    service: Service,
    environment?: Record<string, string>,
  ) => ReturnType<typeof runScript>
}

interface Served extends Service {
  caller: Caller
  /** The folder of the build that it keeps. */
  build: () => Promise<string>
}

/** Starts the Postgres and makes the build: a minute. `endFault` ends what one fault started. */
export async function openGround() {
  const base = await mkdtemp(path.join(os.tmpdir(), 'proofstack-faults-'))
  // Postgres runs as another user than root and must reach its own part.
  await chmod(base, 0o755)
  const kept = path.join(base, 'postgres')
  let running = await startPostgres(kept).catch(async (error: unknown) => {
    await rm(base, { recursive: true, force: true })
    throw error
  })
  let isRunning = true
  const databaseUrl = running.url
  const port = Number(new URL(databaseUrl).port)
  // What a fault broke is broken for this pool, too; its next question finds a new connection.
  const db = connect(databaseUrl, { max: 3, onError: () => {} })
  const postgres: Ground['postgres'] = {
    folder: kept,
    stop: async () => {
      if (isRunning) await running.stop()
      isRunning = false
    },
    start: async () => {
      if (!isRunning) running = await startPostgres(kept, port)
      isRunning = true
    },
    kill: async () => {
      await running.kill()
      isRunning = false
    },
    freeze: () => running.freeze(),
    thaw: () => running.thaw(),
  }
  let ends: (() => unknown)[] = []
  const after = (end: () => unknown) => void ends.push(end)
  const folder = async (name: string) => {
    const made = await mkdtemp(path.join(base, `${name}-`))
    after(() => rm(made, { recursive: true, force: true }))
    return made
  }
  const built = path.join(base, 'built')
  const ground: Ground = {
    databaseUrl,
    postgres,
    db,
    folder,
    after,
    serve: async (environment = {}, args = ['--built'], change = async () => {}) => {
      const dataDir = await folder('service')
      await cp(built, dataDir, { recursive: true, preserveTimestamps: true })
      const build = async () => (await keptBuilds(path.join(dataDir, 'site')).last())!
      await change(await build())
      const service = await startService({
        dataDir,
        args,
        environment: { DATABASE_URL: databaseUrl, ...environment },
      })
      after(() => service.stop('SIGKILL'))
      return { ...service, build, caller: callerOf(service.url) }
    },
    editor: (args, { url, dataDir }, environment = {}) =>
      runScript('editor.ts', args, { dataDir, environment: beside(url, dataDir, environment) }),
  }
  const beside = (url: string, dataDir: string, more: Record<string, string>) => ({
    DATABASE_URL: databaseUrl,
    SITE_URL: `http://localhost:${new URL(url).port}`,
    MAIL_DIR: path.join(dataDir, 'mail'),
    ...more,
  })
  const endFault = async () => {
    const ending = ends.reverse()
    ends = []
    for (const end of ending) await end()
  }
  const close = async () => {
    await endFault()
    await db.destroy()
    if (isRunning) running.thaw()
    await postgres.stop()
    await rm(base, { recursive: true, force: true })
  }
  try {
    const environment = { DATABASE_URL: databaseUrl }
    await (await startService({ dataDir: built, environment })).stop()
  } catch (error) {
    await close()
    throw error
  }
  return { ground, endFault, close }
}
