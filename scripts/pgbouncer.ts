import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ended, started } from '#testing/server-process.ts'
import { freePort } from '#testing/service.ts'
import { runAs } from './postgres.ts'

/**
 * Starts Debian's pgbouncer in front of a Postgres, in transaction mode as at Neon: a client gets a
 * connection for one transaction only. It gives access to all databases of the server, on the port
 * `at` or a free port.
 */
export async function startPgbouncer(postgresUrl: string, at?: number) {
  const binary = '/usr/sbin/pgbouncer'
  if (!existsSync(binary))
    throw new Error('No pgbouncer is installed. On Debian: apt-get install pgbouncer')
  const postgres = new URL(postgresUrl)
  const { username, password } = postgres
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-pgbouncer-'))
  const port = at ?? (await freePort())
  const users = path.join(folder, 'users.txt')
  const settings = path.join(folder, 'pgbouncer.ini')
  await writeFile(users, `"${username}" "${password}"\n`, { mode: 0o600 })
  const lines = [
    '[databases]',
    `* = host=${postgres.hostname} port=${postgres.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    // The driver sends the password at first, which works with plain authentication only.
    'auth_type = plain',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 10',
    'max_client_conn = 500',
  ]
  await writeFile(settings, `${lines.join('\n')}\n`, { mode: 0o600 })
  const user = await runAs(folder)
  if (user.uid !== undefined)
    await Promise.all([users, settings].map((file) => chown(file, user.uid!, user.gid!)))
  const pooler = spawn(binary, [settings], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  await started(pooler, 'process up')
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${postgres.pathname}`,
    stop: async () => {
      await ended(pooler)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
