import { existsSync } from 'node:fs'
import { startPgbouncer } from './pgbouncer.ts'
import { startPostgres } from './postgres.ts'
import { run } from '#command.ts'
import { vitest } from './vitest.ts'

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
    const environment = {
      TEST_DATABASE_URL: postgres.url,
      TEST_POOLER_URL: pooler.url,
      TEST_REDIS_SERVER: redisServer,
    }
    const args = process.argv.slice(2)
    // Files that are named may all be of one kind.
    if (args.length > 0) return await vitest('named', ['db', 'served'], { environment, args })
    // What freezes a server waits most of the time, and the other run computes meanwhile.
    const codes = await Promise.all([
      vitest('served', ['served'], { environment, isShownAtEnd: true }),
      vitest('db', ['db'], { environment }),
    ])
    return codes.every((code) => code === 0) ? 0 : 1
  } finally {
    for (const stop of stops) await stop()
  }
})
