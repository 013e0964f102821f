import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { submissionBuckets } from '#contract/limits.ts'
import { takeSlots } from '#db/submissions.ts'
import { testDatabase } from '#testing/database.ts'
import { postgresLimiter } from './submission-slots.ts'

const database = testDatabase()
const secret = 'a secret of at least 32 characters, for tests'
const limiter = () => postgresLimiter(database.db, secret)

describe('takeAttempt', () => {
  it('of 200 parallel attempts from one block exactly 120 are admitted, and the others are told a wait within the minute', async () => {
    const waits = await Promise.all(
      Array.from({ length: 200 }, () => limiter().takeAttempt('203.0.113.7')),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(submissionBuckets.submit_attempt.tokens)
    const refused = waits.filter((wait) => wait !== 0)
    expect(refused.every((wait) => Number.isInteger(wait) && wait >= 1 && wait <= 60)).toBe(true)
  })

  it('one block’s attempts are not another’s', async () => {
    const bucket = submissionBuckets.submit_attempt
    const fill = Array.from({ length: bucket.tokens }, () => limiter().takeAttempt('198.51.100.1'))
    expect(new Set(await Promise.all(fill))).toEqual(new Set([0]))
    expect(await limiter().takeAttempt('198.51.100.1')).toBeGreaterThan(0)
    expect(await limiter().takeAttempt('198.51.100.2')).toBe(0)
  })

  it('attempts are free again when their minute is over', async () => {
    await Promise.all(Array.from({ length: 121 }, () => limiter().takeAttempt('198.51.100.3')))
    await sql`update limiter_events set at = at - interval '60 seconds'`.execute(database.db)
    expect(await limiter().takeAttempt('198.51.100.3')).toBe(0)
  })
})

describe('slots', () => {
  it('are one an hour for the address and three a day for the e-mail, as the contract has it', () => {
    const slots = limiter().slots({ addressBlock: '203.0.113.9', email: 'ada@example.com' })
    expect(slots.map(({ bucket, tokens, seconds }) => ({ bucket, tokens, seconds }))).toEqual([
      { bucket: 'submit_address', tokens: 1, seconds: 3600 },
      { bucket: 'submit_email', tokens: 3, seconds: 86_400 },
    ])
  })

  it('are the same for the same submitter, and others for another, under another secret, or for an e-mail that looks like an address', () => {
    const keys = (of: ReturnType<typeof limiter>, addressBlock: string, email: string) =>
      of.slots({ addressBlock, email }).map(({ key }) => key)
    const [address, email] = keys(limiter(), '203.0.113.9', 'ada@example.com')
    expect(keys(limiter(), '203.0.113.9', 'ada@example.com')).toEqual([address, email])
    const others = [
      ...keys(limiter(), '203.0.113.10', 'grace@example.com'),
      ...keys(postgresLimiter(database.db, `${secret}.`), '203.0.113.9', 'ada@example.com'),
      ...keys(limiter(), 'ada@example.com', '203.0.113.9'),
    ]
    expect(new Set([address, email, ...others]).size).toBe(8)
  })
})

it('no address and no e-mail is kept: only hashes that nobody can make without the secret', async () => {
  const { db } = database
  await db.deleteFrom('limiter_events').execute()
  const [addressBlock, email] = ['2001:db8:1:2::/64', 'ada@example.com']
  await limiter().takeAttempt(addressBlock)
  await takeSlots(db, limiter().slots({ addressBlock, email }))
  const { rows } = await sql<{ bucket: string; key: string; whole: string }>`
    select bucket, key, e::text as whole from limiter_events e order by bucket`.execute(db)
  expect(rows.map(({ bucket }) => bucket)).toEqual([
    'submit_address',
    'submit_attempt',
    'submit_email',
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
