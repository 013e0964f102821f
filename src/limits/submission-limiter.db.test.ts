import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { submissionBuckets } from '#contract/limits.ts'
import { testDatabase } from '#testing/database.ts'
import { postgresLimiter } from './submission-limiter.ts'

const database = testDatabase()
const secret = 'a secret of at least 32 characters, for tests'
const limiter = () => postgresLimiter(() => database.db, secret)

const { count, slots } = limiter()
const attempt = (addressBlock: string) => count(slots.ofAttempt(addressBlock))

describe('count', () => {
  it('of 200 parallel attempts from one block exactly 120 are admitted, and the others get a wait within the minute', async () => {
    const waits = await Promise.all(Array.from({ length: 200 }, () => attempt('203.0.113.7')))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(submissionBuckets.submit_attempt.tokens)
    const refused = waits.filter((wait) => wait !== 0)
    expect(refused.every((wait) => Number.isInteger(wait) && wait >= 1 && wait <= 60)).toBe(true)
  })

  it('attempts of one block do not count for another', async () => {
    const bucket = submissionBuckets.submit_attempt
    const fill = Array.from({ length: bucket.tokens }, () => attempt('198.51.100.1'))
    expect(new Set(await Promise.all(fill))).toEqual(new Set([0]))
    expect(await attempt('198.51.100.1')).toBeGreaterThan(0)
    expect(await attempt('198.51.100.2')).toBe(0)
  })

  it('attempts are free again when their minute is over', async () => {
    await Promise.all(Array.from({ length: 121 }, () => attempt('198.51.100.3')))
    await sql`update limiter_events set at = at - interval '60 seconds'`.execute(database.db)
    expect(await attempt('198.51.100.3')).toBe(0)
  })
})

describe('take', () => {
  const take = (addressBlock: string, email: string, of = limiter()) =>
    of.take({ addressBlock, email }, database.db)
  const accepted = { receipt: null }

  it('admits one an hour for the address and three a day for the e-mail, and returns the longer wait', async () => {
    expect(await take('203.0.113.9', 'ada@example.com')).toEqual(accepted)
    const hourly = { wait: expect.closeTo(submissionBuckets.submit_address.seconds, -1) }
    expect(await take('203.0.113.9', 'grace@example.com')).toEqual(hourly)
    for (const block of ['203.0.113.10', '203.0.113.11'])
      expect(await take(block, 'ada@example.com')).toEqual(accepted)
    const daily = { wait: expect.closeTo(submissionBuckets.submit_email.seconds, -1) }
    expect(await take('203.0.113.12', 'ada@example.com')).toEqual(daily)
    // Both buckets are full now; the day is longer.
    expect(await take('203.0.113.9', 'ada@example.com')).toEqual(daily)
  })

  it('takes both buckets or none: a refusal by one leaves the other as it is', async () => {
    await take('203.0.113.20', 'one@example.com')
    await take('203.0.113.20', 'two@example.com')
    for (const block of ['203.0.113.21', '203.0.113.22', '203.0.113.23'])
      expect(await take(block, 'two@example.com')).toEqual(accepted)
  })

  it('admits ten an hour from one IPv6 /48, whatever its blocks and e-mails, and all or nothing', async () => {
    const from = (site: number) => take(`2001:db8:7:${site}::/64`, `${site}@site.example`)
    for (let site = 0; site < 10; site++) expect(await from(site)).toEqual(accepted)
    expect(await from(10)).toEqual({ wait: expect.closeTo(3600, -1) })
    expect(await take('2001:db8:8:10::/64', '10@site.example')).toEqual(accepted)
  })

  it('counts the aliases of one mailbox together', async () => {
    for (const [block, email] of [
      ['203.0.113.24', 'a.da+one@gmail.com'],
      ['203.0.113.25', 'ada@googlemail.com'],
      ['203.0.113.26', 'ada+two@gmail.com'],
    ] as const)
      expect(await take(block, email)).toEqual(accepted)
    expect(await take('203.0.113.27', 'ad.a@gmail.com')).toHaveProperty('wait')
  })

  it('of 30 at once from one address one is admitted', async () => {
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, index) => take('203.0.113.30', `${index}@example.com`)),
    )
    expect(taken.filter((one) => 'receipt' in one)).toHaveLength(1)
  })

  it('is undone by a rollback, and giving back after it changes nothing', async () => {
    const submitter = { addressBlock: '203.0.113.40', email: 'rolled@example.com' }
    const attempt = database.db.transaction().execute(async (trx) => {
      expect(await limiter().take(submitter, trx)).toEqual(accepted)
      throw new Error('second thoughts')
    })
    await expect(attempt).rejects.toThrow('second thoughts')
    await limiter().giveBack(null)
    expect(await limiter().take(submitter, database.db)).toEqual(accepted)
  })

  it('counts another e-mail, another secret, or an e-mail that looks like an address apart', async () => {
    await take('203.0.113.50', 'apart@example.com')
    const other = postgresLimiter(() => database.db, `${secret}.`)
    expect(await take('203.0.113.50', 'apart@example.com', other)).toEqual(accepted)
    expect(await take('apart@example.com', '203.0.113.50')).toEqual(accepted)
  })
})

describe('takeQuestion', () => {
  it('of 300 parallel questions from one address exactly ten are admitted, and each undone one makes room', async () => {
    const ask = () => limiter().takeQuestion('203.0.113.70')
    const asked = await Promise.all(Array.from({ length: 300 }, ask))
    const admitted = asked.filter(({ wait }) => wait === 0)
    expect(admitted).toHaveLength(10)
    expect(Math.max(...asked.map(({ wait }) => wait))).toBeLessThanOrEqual(60)
    await Promise.all(admitted.slice(0, 3).map(({ undo }) => undo()))
    const again = await Promise.all(Array.from({ length: 10 }, ask))
    expect(again.filter(({ wait }) => wait === 0)).toHaveLength(3)
  })
})

it('of looks at claims 400 an hour of all together are admitted, and those at none do not count', async () => {
  const looks = (from: number, claim: (n: number) => string | undefined) =>
    Array.from({ length: 410 }, (_, n) => from + n).map((n) =>
      count(slots.ofLook({ addressBlock: `198.18.${n >> 8}.${n & 255}`, claim: claim(n) })),
    )
  expect(await Promise.all(looks(0, () => undefined))).toEqual(Array(410).fill(0))
  const waits = await Promise.all(looks(1000, String))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(submissionBuckets.look_all.tokens)
})

describe('wait', () => {
  it('is that of the address, and counts nothing', async () => {
    const submitter = { addressBlock: '203.0.113.60', email: 'dry@example.com' }
    for (let times = 0; times < 3; times++)
      expect(await limiter().wait(submitter.addressBlock, database.db)).toBe(0)
    await limiter().take(submitter, database.db)
    expect(await limiter().wait(submitter.addressBlock, database.db)).toBeGreaterThan(3590)
  })
})

it('no address and no e-mail is stored: only hashes that need the secret', async () => {
  const { db } = database
  await db.deleteFrom('limiter_events').execute()
  const [addressBlock, email] = ['2001:db8:1:2::/64', 'ada@example.com']
  await attempt(addressBlock)
  await limiter().take({ addressBlock, email }, db)
  const { rows } = await sql<{ bucket: string; key: string; whole: string }>`
    select bucket, key, e::text as whole from limiter_events e order by bucket`.execute(db)
  expect(rows.map(({ bucket }) => bucket)).toEqual([
    'submit_address',
    'submit_attempt',
    'submit_email',
    'submit_network',
  ])
  for (const { key, whole } of rows) {
    expect(key).toMatch(/^[\w-]{43}$/)
    for (const part of [addressBlock, '2001', 'db8', email, 'ada', 'example'])
      expect(whole).not.toContain(part)
  }
  const unkeyed = [addressBlock, email, `address:${addressBlock}`, `email:${email}`].map((value) =>
    createHash('sha256').update(value).digest('base64url'),
  )
  expect(rows.filter(({ key }) => unkeyed.includes(key))).toEqual([])
})
