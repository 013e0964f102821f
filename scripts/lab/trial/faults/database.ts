// Faults of the database and of its connection pooler.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { validSubmission } from '#testing/api.ts'
import { proxyTo } from '#testing/proxy.ts'
import { freePort } from '#testing/service.ts'
import { startPgbouncer } from '../../../pgbouncer.ts'
import { lostOf } from '../database-checks.ts'
import { type Fault, outage, outcomeOf } from './fault.ts'
import type { Environment } from './test-environment.ts'

/** Puts a proxy before the database that delays each packet, in both directions. */
export async function slowDatabase({ databaseUrl, after }: Environment, delayMs: number) {
  const proxy = await proxyTo(databaseUrl, delayMs)
  after(proxy.close)
  return { DATABASE_URL: proxy.url }
}

export const databaseFaults: Fault[] = [
  outage('database stopped', async ({ postgres }) => ({
    begin: postgres.stop,
    end: postgres.start,
  })),
  outage('database frozen (SIGSTOP)', async ({ postgres }) => ({
    begin: postgres.freeze,
    end: postgres.thaw,
  })),
  outage('pooler away (pgbouncer stopped)', async ({ databaseUrl, after }) => {
    const port = await freePort()
    let pooler = await startPgbouncer(databaseUrl, port)
    after(() => pooler.stop())
    return {
      settings: { DATABASE_URL: pooler.url },
      begin: () => pooler.stop(),
      end: async () => void (pooler = await startPgbouncer(databaseUrl, port)),
    }
  }),
  {
    name: 'database slow (300 ms each way)',
    run: async (environment) => {
      const { client } = await environment.serve(await slowDatabase(environment, 300))
      await client.mixed()
      await client.mixed()
      return outcomeOf(client, 'none needed')
    },
  },
  {
    name: 'database killed during 20 submissions (kill -9)',
    run: async (environment) => {
      const { db, postgres, serve, after } = environment
      // With a delay of 20 ms, some submissions are still in progress when the database is killed.
      const { client } = await serve(await slowDatabase(environment, 20))
      await client.submit()
      client.forget()
      const submissions = Array.from({ length: 20 }, () => ({
        body: validSubmission(),
        key: randomUUID(),
      }))
      const countWritten = async () => {
        const urls = submissions.map(({ body }) => body.url)
        const rows = await db.selectFrom('products').select('id').where('url', 'in', urls).execute()
        return rows.length
      }
      after(postgres.start)
      const sent = Promise.all(submissions.map(client.submit))
      while ((await countWritten()) < 6) await sleep(5)
      await postgres.kill()
      await sent
      const outcome = outcomeOf(client, '')
      await postgres.start()
      const recovery = await client.recovered()
      // Checked before submissions are repeated: a repetition would hide a lost submission.
      const lost = await lostOf(db, client.acknowledged)
      const repeated: string[] = []
      for (const each of submissions) repeated.push(await client.submit(each))
      const rows = await countWritten()
      const wrong = [
        ...lost.map((slug) => `lost: ${slug}`),
        ...repeated.filter((status) => status !== '201').map((status) => `repeated: ${status}`),
        ...(rows === 20 ? [] : [`${rows} rows of 20 submissions`]),
      ]
      return {
        ...outcome,
        wrong: [...outcome.wrong, ...wrong],
        recovery: `${recovery}; all 20 repeated with their Idempotency-Key: ${rows} rows`,
      }
    },
  },
]
