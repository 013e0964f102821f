import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ended, started } from '#testing/server-process.ts'
import { freePort } from '#testing/service.ts'

/**
 * Starts a new Postgres cluster with the server that Debian installed. `stop` ends and removes it; a
 * cluster in the folder `kept` stays for the next start. It listens on the port `at`, or on a free
 * one.
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
  // Passwords in clear text, as at Neon: SCRAM in the driver costs 80 ms of CPU for a connection.
  const initdb = [
    '-D',
    data,
    '-U',
    'proofstack',
    '--auth=password',
    `--pwfile=${password}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    const made = spawnSync(path.join(bin, 'initdb'), initdb, { ...user, encoding: 'utf8' })
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  }
  const port = at ?? (await freePort())
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=400',
  ].flatMap((setting) => ['-c', setting])
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await started(server, 'ready to accept connections')
  // stderr, because stdout of a command may be JSON.
  console.error(`Postgres ${path.basename(path.dirname(bin))} on port ${port}.`)
  const signalAll = (signal: NodeJS.Signals) => {
    // Postgres has a process for each connection, and they are no process group.
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
    for (const pid of [server.pid!, ...children.split(' ').map(Number)])
      if (pid > 0) process.kill(pid, signal)
  }
  return {
    url: `postgres://proofstack:test@127.0.0.1:${port}/postgres`,
    /** Stops all answers, while connections stay open and new ones are accepted. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    /** Kills all processes, without a shutdown. */
    kill: async () => {
      const closed = once(server, 'close')
      signalAll('SIGKILL')
      await closed
    },
    stop: async () => {
      // A fast shutdown, which closes all connections.
      await ended(server, 'SIGINT')
      if (!kept) await rm(folder, { recursive: true, force: true })
    },
  }
}

function postgresFolder(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : []
  const found = versions
    .map((version) => path.join(debian, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')))
  if (!found)
    throw new Error('No Postgres server is installed. On Debian: apt-get install postgresql')
  return found
}

/** The user for a server, as the new owner of its folder: Postgres and pgbouncer refuse to run as root. */
export async function runAs(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [id('-u'), id('-g')]
  await chown(folder, uid, gid)
  return { uid, gid }
}
