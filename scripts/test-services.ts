import { existsSync } from 'node:fs'
import { startPgbouncer } from './pgbouncer.ts'
import { startPostgres } from './postgres.ts'
import { run } from '#command.ts'
import { vitest } from './vitest.ts'

/** The path of the Redis server from Debian's package. */
const redisServer = '/usr/bin/redis-server'

// Repeats the database and service tests on a temporary Postgres cluster, through the Neon driver.
// Also runs the tests that need a connection pooler or Redis.
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
    // One run for the files on the command line, because they may belong to one project only.
    if (args.length > 0) return await vitest('named', ['db', 'served'], { environment, args })
    // The two runs are done at once: tests that pause a server leave the cores idle.
    const codes = await Promise.all([
      vitest('served', ['served'], { environment, isShownAtEnd: true }),
      vitest('db', ['db'], { environment }),
    ])
    return codes.every((code) => code === 0) ? 0 : 1
  } finally {
    for (const stop of stops) await stop()
  }
})
