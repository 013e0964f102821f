import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ended, started } from '#testing/server-process.ts'
import { freePort } from '#testing/service.ts'

/**
 * Starts a Postgres cluster with the server of a Debian package. `stop` ends the server and deletes
 * the cluster, unless its folder was given as `kept`. It listens on the port `at` or a free port.
 */
export async function startPostgres(kept?: string, at?: number) {
  const bin = postgresFolder()
  if (kept) mkdirSync(kept, { recursive: true })
  const folder = kept ?? (await mkdtemp(path.join(os.tmpdir(), 'proofstack-postgres-')))
  await chmod(folder, 0o755)
  const user = await runAs(folder)
  const password = path.join(folder, 'password')
  await writeFile(password, 'test', { mode: 0o644 })
  const data = path.join(folder, 'data')
  // Plain-text passwords, as at Neon: SCRAM would cost the driver 80 ms of CPU for each connection.
  const initdb = [
    `--pgdata=${data}`,
    '--username=proofstack',
    '--auth=password',
    `--pwfile=${password}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    const made = spawnSync(path.join(bin, 'initdb'), initdb, { ...user, encoding: 'utf8' })
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  }
  const port = at ?? (await freePort())
  const settings = [
    '-D',
    data,
    `--port=${port}`,
    '--listen_addresses=127.0.0.1',
    '--unix_socket_directories=',
    '--fsync=off',
    '--max_connections=400',
  ]
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  const server = spawn(path.join(bin, 'postgres'), settings, { ...user, stdio: [...stdio] })
  await started(server, 'ready to accept connections')
  // To stderr, because the stdout of some commands is JSON.
  console.error(`Postgres ${path.basename(path.dirname(bin))} on port ${port}.`)
  const signalAll = (signal: NodeJS.Signals) => {
    // Postgres has one process for each connection, and they do not share a process group.
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
    for (const pid of [server.pid!, ...children.split(' ').map(Number)].filter(Boolean))
      try {
        process.kill(pid, signal)
      } catch (error) {
        // The process of a connection may have ended since the list was read.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
  }
  return {
    url: `postgres://proofstack:test@127.0.0.1:${port}/postgres`,
    /** Pauses Postgres: it answers nothing, but connections stay open and new ones are accepted. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    /** Kills all processes of Postgres without a shutdown. */
    kill: async () => {
      const closed = once(server, 'close')
      signalAll('SIGKILL')
      await closed
    },
    stop: async () => {
      // SIGINT is a fast shutdown: Postgres closes all connections.
      await ended(server, 'SIGINT')
      if (!kept) await rm(folder, { recursive: true, force: true })
    },
  }
}

function postgresFolder(): string {
  const byVersion = new Intl.Collator('en', { numeric: true }).compare
  const newest = globSync('/usr/lib/postgresql/*/bin/initdb').sort(byVersion).at(-1)
  if (!newest)
    throw new Error('No Postgres server is installed. On Debian: apt-get install postgresql')
  return path.dirname(newest)
}

/**
 * Makes the user `postgres` the owner of a folder, and returns its ids for running a server:
 * Postgres and pgbouncer refuse to run as root. Empty if this process is not root.
 */
export async function runAs(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [id('-u'), id('-g')]
  await chown(folder, uid, gid)
  return { uid, gid }
}
