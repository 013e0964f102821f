import { describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { insertPending } from '#testing/builders.ts'
import { rowOf } from '#testing/rows.ts'
import { publishListing } from './publish-listing.ts'

const database = testDatabase()

async function publish(founder_name: string | null = null, approvedAt?: string) {
  const { id } = await insertPending(database.db, { founder_name })
  const published = await database.db
    .transaction()
    .execute((trx) => publishListing(trx, { id, founder_name }, approvedAt))
  const product = await rowOf(database.db, 'products', { id }, [
    'status',
    'approved_at',
    'referral_code',
    'founder_profile_slug',
  ])
  return { published, product }
}

describe('publishListing', () => {
  it('tells the time and the referral code that it wrote', async () => {
    const { published, product } = await publish()
    expect(product).toMatchObject({ status: 'approved', ...published })
  })

  it.each([
    { founder: 'Ada Lovelace', slug: 'ada-lovelace' },
    { founder: '  Zoë   O’Brien ', slug: 'zoe-obrien' },
    { founder: '王小明', slug: null },
    { founder: '', slug: null },
    { founder: null, slug: null },
  ])('the founder $founder has the profile $slug', async ({ founder, slug }) => {
    expect((await publish(founder)).product.founder_profile_slug).toBe(slug)
  })

  it('40 listings at once have 40 referral codes and 40 times', async () => {
    const published = await Promise.all(Array.from({ length: 40 }, () => publish()))
    expect(new Set(published.map(({ published }) => published.referral_code)).size).toBe(40)
    expect(new Set(published.map(({ published }) => published.approved_at.getTime())).size).toBe(40)
  })

  it('a starter that was approved before keeps its time only while nothing newer is there', async () => {
    await publish()
    const past = '2026-01-02T03:04:05.678Z'
    expect((await publish(null, past)).product.approved_at).not.toEqual(new Date(past))
    await database.db.deleteFrom('changelog').execute()
    expect((await publish(null, past)).product.approved_at).toEqual(new Date(past))
  })
})
