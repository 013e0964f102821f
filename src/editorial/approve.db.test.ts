import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { testDatabase } from '#testing/database.ts'
import { insertPending } from '#testing/builders.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { setListing } from '#db/queries/decisions.ts'
import { approveListing } from './approve.ts'
import { decide } from './decide.ts'

const database = testDatabase()
const urls = addresses('https://directory.example')
const approve = (slug: string, actor = 'ada') => approveListing(database.db, { slug, actor }, urls)

/** Everything that a decision may write about a listing. */
async function traces(id: string) {
  const { db } = database
  const [changes, actions, mails] = await Promise.all([
    db.selectFrom('changelog').selectAll().where('product_id', '=', id).execute(),
    rowsOf(db, 'audit', { product_id: id }, ['actor', 'action', 'detail']),
    rowsOf(db, 'outbox', { product_id: id }, ['id', 'kind', 'to_email', 'payload', 'attempts']),
  ])
  const product = await rowOf(db, 'products', { id })
  return { product, changes, actions, mails }
}

describe('approveListing', () => {
  it('publishes a listing: status, changelog item, audit row and mail, all of the same moment', async () => {
    const { id, slug, name, submitter_email } = await insertPending(database.db)
    const outcome = await approve(slug)
    const { product, changes, actions, mails } = await traces(id)
    expect(outcome).toEqual({
      outcome: 'done',
      slug,
      name,
      isPublic: true,
      mailIds: mails.map((mail) => mail.id),
    })
    expect(product).toMatchObject({
      status: 'approved',
      approved_at: expect.any(Date),
      founder_profile_slug: null,
      rejected_at: null,
    })
    expect(product.referral_code).toMatch(/^[b-df-hj-km-np-tv-z2-46-9]{10}$/)
    const { approved_at } = product
    expect(changes).toMatchObject([
      { type: 'product_approved', timestamp: approved_at, approved_at },
    ])
    expect(actions).toEqual([{ actor: 'ada', action: 'approve', detail: {} }])
    expect(mails).toMatchObject([
      {
        kind: 'approval',
        to_email: submitter_email,
        attempts: 0,
        payload: {
          name,
          listing_url: `https://directory.example/product/${slug}`,
          referral_code: product.referral_code,
        },
      },
    ])
    expect(mails[0]!.payload['badge_snippet']).toContain(
      `<img src="https://directory.example/badge/${slug}.svg"`,
    )
  })

  it('writes no mail for a listing that nobody submitted', async () => {
    const { id, slug, name } = await insertPending(database.db, {
      submitter_email: null,
      source_kind: 'curated',
    })
    expect(await approve(slug)).toMatchObject({ outcome: 'done', name, mailIds: [] })
    const { product, changes, mails } = await traces(id)
    expect({ status: product.status, changes: changes.length, mails }).toEqual({
      status: 'approved',
      changes: 1,
      mails: [],
    })
  })

  it('ten editors at once: one wins, the others learn who it was, and everything happens once', async () => {
    const { id, slug } = await insertPending(database.db)
    const editors = Array.from({ length: 10 }, (_, index) => `editor-${index}`)
    const outcomes = await Promise.all(editors.map((actor) => approve(slug, actor)))
    expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    const { changes, actions, mails } = await traces(id)
    expect([changes.length, actions.length, mails.length]).toEqual([1, 1, 1])
    const winner = editors[outcomes.findIndex(({ outcome }) => outcome === 'done')]
    expect(actions[0]!.actor).toBe(winner)
    for (const outcome of outcomes.filter((each) => each.outcome !== 'done')) {
      expect(outcome).toEqual({ outcome: 'not_allowed', slug, status: 'approved', by: winner })
    }
  })

  it('says so of a slug that nobody has', async () => {
    expect(await approve('nobody-has-this')).toEqual({
      outcome: 'unknown',
      slug: 'nobody-has-this',
    })
  })
})

describe('decide', () => {
  it('a decision that fails halfway changes nothing', async () => {
    const { id, slug } = await insertPending(database.db)
    const before = await traces(id)
    const review = decide(database.db, 'reject', { slug, actor: 'ada' }, async (trx, listing) => {
      await setListing(trx, listing.id, { name: 'Changed' })
      throw new Error('second thoughts')
    })
    await expect(review).rejects.toThrow('second thoughts')
    expect(await traces(id)).toEqual(before)
    expect(await approve(slug)).toMatchObject({ outcome: 'done' })
  })
})
