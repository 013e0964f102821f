import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { fresh, insertApproved, insertPending, insertRejected } from '#testing/builders.ts'
import { insertRow, rowOf } from '#testing/rows.ts'
import { findOpenOwnerClaim, setOwnerVerified } from './owner-claims.ts'

const database = testDatabase()

async function claimOn({ id, slug }: { id: string; slug: string }, expiresIn = '7 days') {
  const tokenHash = fresh('hash')
  const token_expires_at = sql<Date>`now() + ${expiresIn}::interval`
  await insertRow(database.db, 'owner_claims', {
    product_id: id,
    email: `owner@${slug}.example`,
    token_hash: tokenHash,
    token_expires_at,
  })
  return tokenHash
}

function claimOf(productId: string) {
  return rowOf(database.db, 'owner_claims', { product_id: productId })
}

describe('an open link', () => {
  it.each([
    { status: 'pending', insert: insertPending },
    { status: 'approved', insert: insertApproved },
  ])(
    'finds the claim on a listing that is $status, as often as it is opened',
    async ({ insert }) => {
      const listing = await insert(database.db)
      const tokenHash = await claimOn(listing)
      const claim = {
        product_id: listing.id,
        email: `owner@${listing.slug}.example`,
        name: listing.name,
        domain: listing.domain,
        registrable_domain: listing.domain,
      }
      for (const _ of ['scanner', 'owner'])
        expect(await findOpenOwnerClaim(database.db, { tokenHash, at: new Date() })).toEqual(claim)
    },
  )

  it('confirms once: of ten presses at the same time one counts, and then the link finds nothing', async () => {
    const listing = await insertPending(database.db)
    const tokenHash = await claimOn(listing)
    const presses = Array.from({ length: 10 }, () =>
      setOwnerVerified(database.db, { tokenHash, at: new Date(), status: 'email_verified' }),
    )
    expect((await Promise.all(presses)).filter(Boolean)).toHaveLength(1)
    expect(await findOpenOwnerClaim(database.db, { tokenHash, at: new Date() })).toBeUndefined()
    expect(await claimOf(listing.id)).toMatchObject({
      status: 'email_verified',
      verified_at: expect.any(Date),
      token_hash: null,
      token_expires_at: null,
    })
  })

  it('confirms its own claim and no other', async () => {
    const [one, other] = [await insertPending(database.db), await insertPending(database.db)]
    const tokenHash = await claimOn(one)
    await claimOn(other)
    expect(
      await setOwnerVerified(database.db, { tokenHash, at: new Date(), status: 'domain_verified' }),
    ).toBe(true)
    expect((await claimOf(one.id)).status).toBe('domain_verified')
    expect((await claimOf(other.id)).status).toBe('unverified')
  })
})

describe('a link that is not open', () => {
  it('finds and confirms nothing once it has expired', async () => {
    const listing = await insertPending(database.db)
    const tokenHash = await claimOn(listing, '-1 second')
    expect(await findOpenOwnerClaim(database.db, { tokenHash, at: new Date() })).toBeUndefined()
    expect(
      await setOwnerVerified(database.db, { tokenHash, at: new Date(), status: 'email_verified' }),
    ).toBe(false)
    expect((await claimOf(listing.id)).status).toBe('unverified')
  })

  it('finds and confirms nothing once the listing is rejected', async () => {
    const listing = await insertRejected(database.db)
    const tokenHash = await claimOn(listing)
    expect(await findOpenOwnerClaim(database.db, { tokenHash, at: new Date() })).toBeUndefined()
    expect(
      await setOwnerVerified(database.db, { tokenHash, at: new Date(), status: 'email_verified' }),
    ).toBe(false)
    expect((await claimOf(listing.id)).status).toBe('unverified')
  })

  it.each(['', 'unknown'])('finds and confirms nothing under the hash %j', async (tokenHash) => {
    await claimOn(await insertPending(database.db))
    expect(await findOpenOwnerClaim(database.db, { tokenHash, at: new Date() })).toBeUndefined()
    expect(
      await setOwnerVerified(database.db, { tokenHash, at: new Date(), status: 'email_verified' }),
    ).toBe(false)
  })
})
