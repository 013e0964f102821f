// The faults of `trial faults`: of the database, the rate-limit store and the machine.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { validSubmission } from '#testing/api.ts'
import { proxyTo } from '#testing/proxy.ts'
import { startRedis } from '#testing/redis.ts'
import type { clientOf } from './client.ts'
import { lostOf } from './database-checks.ts'
import type { Environment } from './environment.ts'

type Outcome = ReturnType<ReturnType<typeof clientOf>['report']> & { recovery: string }

/** Puts a proxy before the database that delays each packet, in both directions. */
async function slowDatabase({ databaseUrl, after }: Environment, delayMs: number) {
  const proxy = await proxyTo(databaseUrl, delayMs)
  after(proxy.close)
  return { DATABASE_URL: proxy.url }
}

type Outage = { settings?: Record<string, string>; begin: () => unknown; end: () => unknown }

/** Makes a fault of an outage: clients read and submit before, during and after it. */
const outage =
  (prepare: (of: Environment) => Promise<Outage>) =>
  async (environment: Environment): Promise<Outcome> => {
    const { settings, begin, end } = await prepare(environment)
    const { client } = await environment.serve(settings)
    await client.mixed()
    client.forget()
    let isAway = true
    const endOnce = async () => {
      if (isAway) await end()
      isAway = false
    }
    environment.after(endOnce)
    await begin()
    await client.mixed()
    await client.mixed()
    const report = client.report()
    await endOnce()
    return { ...report, recovery: await client.recovered() }
  }

const redisOutage = (begin: 'stop' | 'freeze', end: 'start' | 'thaw') =>
  outage(async ({ after }) => {
    const redis = await startRedis()
    after(redis.close)
    const settings = { KV_REST_API_URL: redis.url, KV_REST_API_TOKEN: redis.token }
    return { settings, begin: redis[begin], end: redis[end] }
  })

export const faultsByName: Record<string, (of: Environment) => Promise<Outcome>> = {
  'database stopped': outage(async ({ postgres: { stop: begin, start: end } }) => ({ begin, end })),
  'database frozen (SIGSTOP)': outage(async ({ postgres }) => {
    return { begin: postgres.freeze, end: postgres.thaw }
  }),
  'database slow (300 ms each way)': async (environment) => {
    const { client } = await environment.serve(await slowDatabase(environment, 300))
    await client.mixed()
    return { ...client.report(), recovery: 'none needed' }
  },
  'database killed during 20 submissions (kill -9)': async (environment) => {
    const { db, postgres, serve, after } = environment
    // With a delay of 20 ms, some submissions are still in progress when the database is killed.
    const { client } = await serve(await slowDatabase(environment, 20))
    await client.submit()
    client.forget()
    const bodies = Array.from({ length: 20 }, () => validSubmission())
    const submissions = bodies.map((body) => ({ body, key: randomUUID() }))
    const urls = bodies.map(({ url }) => url)
    const written = db.selectFrom('products').select('id').where('url', 'in', urls)
    after(postgres.start)
    const sent = Promise.all(submissions.map(client.submit))
    while ((await written.execute()).length < 6) await sleep(5)
    await postgres.kill()
    await sent
    const report = client.report()
    await postgres.start()
    const recovery = await client.recovered()
    // Checked before submissions are repeated: a repetition would hide a lost submission.
    const wrong = (await lostOf(db, client.acknowledged)).map((slug) => `lost: ${slug}`)
    for (const each of submissions)
      if ((await client.submit(each)) !== 201) wrong.push('a repetition was refused')
    const rows = (await written.execute()).length
    if (rows !== 20) wrong.push(`${rows} rows of 20 submissions`)
    return { ...report, wrong: [...report.wrong, ...wrong], recovery: `${recovery}; ${rows} rows` }
  },
  'rate-limit store stopped': redisOutage('stop', 'start'),
  'rate-limit store frozen (SIGSTOP)': redisOutage('freeze', 'thaw'),
  'SIGTERM under load, with a slow database (100 ms each way)': async (environment) => {
    const { client, stop } = await environment.serve(await slowDatabase(environment, 100))
    let isOver = false
    const readers = Array.from({ length: 50 }, async () => {
      while (!isOver) await client.send('/products')
    })
    await sleep(1_000)
    const submitters = Array.from({ length: 10 }, () => client.submit())
    await sleep(500)
    isOver = true
    const code = await stop()
    await Promise.all([...readers, ...submitters])
    const isWhole = /^\/products 200 ×\d+; \S+ 201 ×10$/.test(client.report().answers)
    const wrong = isWhole ? [] : ['a request from before the signal was not answered']
    if (code !== 0) wrong.push(`it ended with ${code}`)
    return { ...client.report(wrong), recovery: `ended with ${code}` }
  },
}
