import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '#testing/service.ts'

/**
 * Starts a real Postgres in a cluster of its own, from what Debian has installed. It ends and is
 * removed with `stop`; one in a folder that is `kept` is there again the next time, and at the same
 * address if its port is named.
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
  // As Neon does: the password in clear text inside an encrypted connection. SCRAM in the driver
  // costs 80 ms of CPU a connection.
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
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (text) => {
      printed = (printed + String(text)).slice(-4000)
      if (printed.includes('ready to accept connections')) resolve()
    })
    server.once('close', () => reject(new Error(`postgres ended: ${printed}`)))
  })
  // Where a command prints JSON alone, this must not be in between.
  console.error(`Postgres ${path.basename(path.dirname(bin))} on port ${port}.`)
  const signalAll = (signal: NodeJS.Signals) => {
    // The server's own processes, one a connection, are no group of their own.
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
    for (const pid of [server.pid!, ...children.split(' ').map(Number)])
      if (pid > 0) process.kill(pid, signal)
  }
  return {
    url: `postgres://proofstack:test@127.0.0.1:${port}/postgres`,
    /** From now on nothing answers, though connections are there and even come. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    /** Ends every process of it at once, with nothing put in order. */
    kill: async () => {
      const ended = new Promise((resolve) => server.once('close', resolve))
      signalAll('SIGKILL')
      await ended
    },
    stop: async () => {
      const ended = new Promise((resolve) => server.once('close', resolve))
      // Fast shutdown: whoever is still connected is sent away.
      server.kill('SIGINT')
      await ended
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

/** Who runs a server, with the folder made theirs: neither Postgres nor its pooler runs as root. */
export async function runAs(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [id('-u'), id('-g')]
  await chown(folder, uid, gid)
  return { uid, gid }
}
