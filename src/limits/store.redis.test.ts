import { sql } from 'kysely'
import { type VercelKV, createClient } from '@vercel/kv'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readBuckets } from '#contract/limits.ts'
import { mcpRoute } from '#mcp/handle-message.ts'
import { validSubmission } from '#testing/api.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestRedis, startRedis } from '#testing/redis.ts'
import { type TestService, callIn, freshClient, startersService } from '#testing/service-parts.ts'
import { processReadLimiter } from './read-limiter.ts'
import { limitStore } from './store.ts'
import { storeReadLimiter } from './store-reads.ts'
import { storeLimiter } from './store-submissions.ts'
import { postgresLimiter } from './submission-limiter.ts'

const secret = 'a secret of at least 32 characters, for tests'
const database = testDatabase()
let redis: TestRedis
let kv: VercelKV
let starters: TestService
beforeAll(async () => {
  redis = await startRedis()
  kv = createClient({ url: redis.url, token: redis.token, retry: false })
  starters = await startersService(database.db)
})
afterAll(() => redis.close())
beforeEach(async () => {
  await kv.flushall()
  await database.db.deleteFrom('limiter_events').execute()
})

/**
 * An instance of the service, with a clock of its own for the rest after an outage. A loaded
 * machine may make a healthy store slow, so only tests of a silent store shorten its deadline.
 */
function instance(deadlineMs = 20_000) {
  const logged: unknown[] = []
  let now = 0
  const log = (message: string, error: unknown) => logged.push(`${message}: ${String(error)}`)
  const store = limitStore({ url: redis.url, token: redis.token, log, now: () => now, deadlineMs })
  const postgres = postgresLimiter(() => database.db, secret)
  const limiter = storeLimiter(store, postgres)
  const here = processReadLimiter({ policies: readBuckets, secret, now: () => now })
  const readLimiter = storeReadLimiter(store, here, readBuckets, secret, () => new Date())
  const service: TestService = Object.assign({}, starters, { limiter, readLimiter })
  return { limiter, readLimiter, service, logged, pass: (ms: number) => (now += ms) }
}

const take = ({ limiter }: ReturnType<typeof instance>, addressBlock: string, email: string) =>
  limiter.take({ addressBlock, email }, database.db)

const attempt = ({ limiter }: ReturnType<typeof instance>, addressBlock: string) =>
  limiter.count(limiter.slots.ofAttempt(addressBlock))

/** Moves all times in the logs of the store back. */
async function age(ms: number) {
  for (const key of await kv.keys('proofstack:{submissions}:*')) {
    const log = await kv.zrange<(string | number)[]>(key, 0, -1, { withScores: true })
    for (let at = 0; at < log.length; at += 2)
      await kv.zadd(key, { member: log[at], score: Number(log[at + 1]) - ms })
  }
}

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const start = performance.now()
  return [await work, performance.now() - start]
}

describe('submissions in the store', () => {
  it('of 50 at once from one address, by several instances, exactly one passes', async () => {
    const instances = [instance(), instance(), instance()]
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        take(instances[n % 3]!, '203.0.113.1', `${n}@x.example`),
      ),
    )
    expect(taken.filter((one) => 'receipt' in one)).toHaveLength(1)
    const waits = taken.flatMap((one) => ('wait' in one ? [one.wait] : []))
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(3_595)
    expect(Math.max(...waits)).toBeLessThanOrEqual(3_600)
    expect(instances.flatMap(({ logged }) => logged)).toEqual([])
  })

  it('are refused before Postgres is asked, with the exact wait, and the longer of two', async () => {
    const one = instance()
    for (const block of ['203.0.113.2', '203.0.113.3', '203.0.113.4']) {
      const taken = await take(one, block, 'ada@x.example')
      if ('receipt' in taken) await one.limiter.keep(taken.receipt)
    }
    await database.db.deleteFrom('limiter_events').execute()
    await age(3_000_000)
    expect(await take(one, '203.0.113.2', 'grace@x.example')).toEqual({
      wait: expect.closeTo(600, -1) as number,
    })
    expect(await take(one, '203.0.113.5', 'ada@x.example')).toEqual({
      wait: expect.closeTo(83_400, -1) as number,
    })
    expect(await take(one, '203.0.113.2', 'ada@x.example')).toEqual({
      wait: expect.closeTo(83_400, -1) as number,
    })
    // None of these was counted: the address has room when its hour is over, and not before.
    await age(590_000)
    const last = await take(one, '203.0.113.2', 'grace@x.example')
    if (!('wait' in last)) throw new Error('it was admitted too early')
    expect(last.wait).toBeGreaterThanOrEqual(5)
    expect(last.wait).toBeLessThanOrEqual(10)
    await age(10_000)
    expect(await take(one, '203.0.113.2', 'grace@x.example')).toHaveProperty('receipt')
    expect(one.logged).toEqual([])
  })

  it('take both buckets or neither', async () => {
    const one = instance()
    await take(one, '203.0.113.6', 'one@x.example')
    expect(await take(one, '203.0.113.6', 'two@x.example')).toHaveProperty('wait')
    for (const block of ['203.0.113.7', '203.0.113.8', '203.0.113.9'])
      expect(await take(one, block, 'two@x.example')).toHaveProperty('receipt')
    expect(await take(one, '203.0.113.10', 'two@x.example')).toHaveProperty('wait')
    expect(await take(one, '203.0.113.10', 'three@x.example')).toHaveProperty('receipt')
  })

  it('are reported by a dry run without being counted', async () => {
    const one = instance()
    const block = '203.0.113.11'
    for (let times = 0; times < 3; times++)
      expect(await one.limiter.wait(block, database.db)).toBe(0)
    await take(one, block, 'dry@x.example')
    await database.db.deleteFrom('limiter_events').execute()
    expect(await one.limiter.wait(block, database.db)).toBeGreaterThan(3_590)
  })

  it('of one IPv6 /48 are ten an hour, which are kept for the hour', async () => {
    const one = instance()
    for (let site = 0; site < 10; site++) {
      const taken = await take(one, `2001:db8:7:${site}::/64`, `${site}@x.example`)
      if ('receipt' in taken) await one.limiter.keep(taken.receipt)
    }
    await database.db.deleteFrom('limiter_events').execute()
    await age(3_000_000)
    expect(await take(one, '2001:db8:7:a::/64', 'a@x.example')).toEqual({
      wait: expect.closeTo(600, -1) as number,
    })
    expect(await take(one, '2001:db8:8:a::/64', 'a@x.example')).toHaveProperty('receipt')
  })

  it('questions by e-mail are ten a minute from an address, for all instances, without those undone', async () => {
    const instances = [instance(), instance()]
    const ask = (n: number) => instances[n % 2]!.limiter.takeQuestion('203.0.113.13')
    const admitted = async () =>
      (await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)))).filter(
        ({ wait }) => wait === 0,
      )
    const first = await admitted()
    expect(first).toHaveLength(10)
    await age(50_000)
    await first[0]!.undo()
    expect(await admitted()).toHaveLength(1)
    await age(11_000)
    expect(await admitted()).toHaveLength(9)
    expect(await database.db.selectFrom('limiter_events').selectAll().execute()).toEqual([])
  })

  it('are given back, and those that a dead process held are free after half a minute', async () => {
    const one = instance()
    const again = async () => {
      await database.db.deleteFrom('limiter_events').execute()
      return take(one, '203.0.113.12', 'held@x.example')
    }
    const first = await again()
    if (!('receipt' in first)) throw new Error('the first was refused')
    await one.limiter.giveBack(first.receipt)
    const second = await again()
    expect(second).toHaveProperty('receipt')
    await age(29_000)
    expect(await again()).toHaveProperty('wait')
    await age(1_500)
    const third = await again()
    if (!('receipt' in third)) throw new Error('what was held was not free')
    await one.limiter.keep(third.receipt)
    await age(31_000)
    expect(await again()).toHaveProperty('wait')
  })

  it('that Postgres knows and the store does not are refused, and leave nothing in the store', async () => {
    const one = instance()
    await take(one, '203.0.113.13', 'known@x.example')
    await kv.flushall()
    expect(await take(one, '203.0.113.13', 'other@x.example')).toEqual({
      wait: expect.closeTo(3_600, -1) as number,
    })
    expect(await kv.keys('*')).toEqual([])
  })

  it('are capped in their attempts of any outcome, without a row in Postgres', async () => {
    const one = instance()
    const waits = await Promise.all(Array.from({ length: 150 }, () => attempt(one, '203.0.113.14')))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(120)
    expect(Math.max(...waits)).toBeLessThanOrEqual(60)
    const { rows } = await sql`select * from limiter_events`.execute(database.db)
    expect(rows).toEqual([])
  })
})

describe('a submission whose insert fails', () => {
  it('is given back: the same submission is accepted when the database is back', async () => {
    const { service, logged } = instance()
    const sent = { body: validSubmission(), from: freshClient() }
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(
      database.db,
    )
    await sql`create trigger refused before insert on outbox for each row execute function refuse()`.execute(
      database.db,
    )
    expect((await callIn(service, 'submit_product', '/submit', sent)).status).toBe(500)
    await sql`drop trigger refused on outbox`.execute(database.db)
    await sql`drop function refuse`.execute(database.db)
    expect((await callIn(service, 'submit_product', '/submit', sent)).status).toBe(201)
    const other = { ...sent, body: validSubmission() }
    expect((await callIn(service, 'submit_product', '/submit', other)).status).toBe(429)
    expect(logged).toEqual([])
  })
})

describe('reads in the store', () => {
  it('count by REST, also with a failure, which says what is left, and are refused beyond them', async () => {
    const { service, logged } = instance()
    const from = freshClient()
    const list = (query = '', headers = {}) =>
      callIn(service, 'list_products', `/products${query}`, { from, headers })
    const first = await list()
    expect(first.headers.get('ratelimit-policy')).toBe('"catalogue_reads";q=120;w=60')
    // A shared cache may keep it.
    expect(first.headers.get('ratelimit')).toBeNull()
    expect((await list('?limit=0')).headers.get('ratelimit')).toMatch(/;r=118;/)
    const rest = await Promise.all(Array.from({ length: 130 }, () => list()))
    expect(logged).toEqual([])
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(118)
    const refused = rest.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(12)
    const { headers } = refused[0]!
    expect(headers.get('ratelimit')).toBe(`"catalogue_reads";r=0;t=${headers.get('retry-after')}`)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(30)
    // A client that is past its bucket here is refused without a call.
    await kv.flushall()
    expect((await list()).status).toBe(429)
    expect(await kv.keys('*')).toEqual([])
    // The same client still has its searches, and its neighbours in the /64 share the refusal.
    const search = await callIn(service, 'search', '/search?q=&limit=0', { from })
    expect(search.headers.get('ratelimit')).toMatch(/^"search_reads";r=29;/)
    const neighbour = { from: from.replace('::1', ':ffff::2') }
    expect((await callIn(service, 'list_products', '/products', neighbour)).status).toBe(429)
  })

  it('are counted in the same buckets over MCP, whose answer has the HTTP headers too', async () => {
    const { service } = instance()
    const from = freshClient()
    await callIn(service, 'search', '/search?q=browser', { from })
    const call = () =>
      mcpRoute(service)({
        request: new Request('https://proofstack.example/mcp', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-real-ip': from },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'search', arguments: { q: 'browser' } },
          }),
        }),
      })
    expect((await call()).headers.get('ratelimit')).toMatch(/^"search_reads";r=28;t=\d+$/)
    for (let times = 0; times < 28; times++) await call()
    const refused = await call()
    expect(refused.headers.get('ratelimit')).toMatch(/^"search_reads";r=0;t=\d+$/)
    expect(await refused.json()).toMatchObject({
      result: {
        isError: true,
        structuredContent: {
          error_code: 'RATE_LIMITED',
          retry_after_seconds: expect.any(Number) as number,
        },
      },
    })
  })
})

it('no address and no e-mail is in the store: only hashes that need the secret', async () => {
  const { service } = instance()
  const body = validSubmission()
  await callIn(service, 'submit_product', '/submit', { body, from: '203.0.113.77' })
  for (let times = 0; times < 13; times++)
    await callIn(service, 'list_products', '/products', { from: '2001:db8:77::1' })
  const keys = await kv.keys('*')
  expect(keys.map((key) => key.slice(0, key.lastIndexOf(':'))).sort()).toEqual([
    'proofstack:reads:catalogue_reads',
    'proofstack:{submissions}:submit_address',
    'proofstack:{submissions}:submit_attempt',
    'proofstack:{submissions}:submit_email',
  ])
  const values = await Promise.all(
    keys.map(async (key) =>
      key.includes('reads') ? kv.hgetall(key) : kv.zrange(key, 0, -1, { withScores: true }),
    ),
  )
  const whole = JSON.stringify([keys, values])
  for (const clear of ['203.0.113.', '2001:', 'db8:', String(body['email']), '@'])
    expect(whole).not.toContain(clear)
  for (const key of keys) expect(key).toMatch(/:[\w-]{43}$/)
  // Every key expires.
  for (const key of keys) expect(await kv.pttl(key)).toBeGreaterThan(0)
})

it('two instances share one bucket, past a tenth of it each', async () => {
  const instances = [instance(), instance()]
  const take = (n: number) => instances[n % 2]!.readLimiter.take('search_reads', '203.0.113.30')
  const taken: boolean[] = []
  for (let n = 0; n < 50; n++) taken.push((await take(n)).isRefused)
  expect(taken.filter((isRefused) => !isRefused)).toHaveLength(30 + 2 * 3)
})

describe('a store that is stopped', () => {
  it('leaves submissions to Postgres and reads to the process, is reported once, and counts again when it is back', async () => {
    const one = instance()
    await redis.stop()
    try {
      const body = () => validSubmission()
      const from = freshClient()
      const submit = () => callIn(one.service, 'submit_product', '/submit', { body: body(), from })
      expect((await submit()).status).toBe(201)
      expect((await submit()).status).toBe(429)
      const read = () => callIn(one.service, 'list_products', '/products', { from })
      for (let times = 0; times < 120; times++) expect((await read()).status).toBe(200)
      expect((await read()).status).toBe(429)
      one.pass(6_000)
      for (let times = 0; times < 4; times++)
        await one.readLimiter.take('search_reads', '203.0.113.20')
      expect(one.logged).toEqual([expect.stringMatching(/the store of the limits is away/)])
    } finally {
      await redis.start()
    }
    one.pass(6_000)
    expect(await kv.keys('*')).toEqual([])
    await one.readLimiter.take('search_reads', '203.0.113.20')
    expect(await kv.keys('*')).toHaveLength(1)
  })
})

describe('a store that is silent', () => {
  it('costs one submission half a second, and the next requests nothing', async () => {
    const one = instance(500)
    redis.freeze()
    try {
      const from = freshClient()
      const [wait, ms] = await timed(attempt(one, from))
      expect(wait).toBe(0)
      expect(ms).toBeGreaterThan(400)
      expect(ms).toBeLessThan(1_000)
      const sent = { body: validSubmission(), from }
      expect((await callIn(one.service, 'submit_product', '/submit', sent)).status).toBe(201)
      const again = { body: validSubmission(), from }
      expect((await callIn(one.service, 'submit_product', '/submit', again)).status).toBe(429)
      const read = () => one.readLimiter.take('search_reads', '203.0.113.21')
      const [passed, readMs] = await timed(Promise.all(Array.from({ length: 31 }, read)))
      expect(passed.filter(({ isRefused }) => !isRefused)).toHaveLength(30)
      expect(readMs).toBeLessThan(100)
      one.pass(61_000)
      for (let times = 0; times < 3; times++) await read()
      const [tried, triedMs] = await timed(read())
      expect(tried).toMatchObject({ isRefused: false, limit: { remaining: 26 } })
      expect(triedMs).toBeGreaterThan(400)
      expect(one.logged).toEqual([expect.stringMatching(/no answer within 500 ms/)])
    } finally {
      redis.thaw()
    }
  })
})
