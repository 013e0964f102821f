import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { startPgbouncer } from './pgbouncer.ts'
import { startPostgres } from './postgres.ts'
import { run } from './run.ts'

const root = path.dirname(import.meta.dirname)

/** Where Debian puts it. */
const redisServer = '/usr/bin/redis-server'

// Repeats the database and whole-service tests on a real Postgres, through the Neon driver, in a
// cluster that lives as long as the run, and beside it what only such servers have: a pooler, and the
// limits on a real Redis.
await run(async () => {
  if (!existsSync(redisServer))
    throw new Error('No Redis server is installed. On Debian: apt-get install redis-server')
  const postgres = await startPostgres()
  const stops = [postgres.stop]
  try {
    const pooler = await startPgbouncer(postgres.url)
    stops.unshift(pooler.stop)
    const args = [
      'run',
      '--config',
      'src/testing/vitest.config.ts',
      '--project',
      'db',
      '--project',
      'served',
      ...process.argv.slice(2),
    ]
    const vitest = spawn(
      process.execPath,
      [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args],
      {
        cwd: root,
        env: {
          ...process.env,
          TEST_DATABASE_URL: postgres.url,
          TEST_POOLER_URL: pooler.url,
          TEST_REDIS_SERVER: redisServer,
        },
        stdio: 'inherit',
      },
    )
    return await new Promise<number>((resolve) =>
      vitest.once('close', (code) => resolve(code ?? 1)),
    )
  } finally {
    for (const stop of stops) await stop()
  }
})
