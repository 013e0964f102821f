import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { listChanges, listChangesAndRemovals } from '#db/queries/changelog.ts'
import { listQueue } from '#db/queries/review-queue.ts'
import { insertPending, insertRejected } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { rowOf, rowsOf, setRows } from '#testing/rows.ts'
import { approveListing } from './approve.ts'
import { setBadge } from './check-badge.ts'
import { rejectListing } from './reject.ts'
import { restoreListing } from './restore.ts'
import { proposeChange } from './revise.ts'
import { undoApproval } from './undo-approval.ts'
import { withdrawListing } from './withdraw.ts'

const database = testDatabase()
const urls = addresses('https://directory.example')
const everything = { since: null, after: null, order: 'asc', limit: 100 } as const

const approve = (slug: string, actor = 'ada') => approveListing(database.db, { slug, actor }, urls)
const undo = (slug: string, actor = 'ada') => undoApproval(database.db, { slug, actor }, urls)

async function approved() {
  const listing = await insertPending(database.db)
  await approve(listing.slug)
  return listing
}

const find = (id: string) => rowOf(database.db, 'products', { id })

const mailsOf = (id: string) =>
  rowsOf(database.db, 'outbox', { product_id: id }, ['kind', 'payload', 'suppressed_at'])

/** The mails of a listing have left. */
const send = (id: string) =>
  setRows(database.db, 'outbox', { product_id: id, suppressed_at: null }, { sent_at: new Date() })

describe('an approval that is undone', () => {
  it('leaves the listing in the queue with its domain and its history, and nothing in the feed', async () => {
    const { id, slug, domain } = await approved()
    const cursor = (await listChanges(database.db, everything)).latest!.toISOString()
    expect(await undo(slug)).toMatchObject({ outcome: 'done', isPublic: true })
    expect(await find(id)).toMatchObject({
      status: 'pending',
      approved_at: null,
      referral_code: null,
    })
    const row = (await listQueue(database.db)).find((one) => one.slug === slug)
    expect(row?.state).toBe('restored')
    await expect(insertPending(database.db, { domain })).rejects.toMatchObject({
      constraint: 'products_domain_key',
    })
    const feed = await listChanges(database.db, everything)
    expect(feed.items.map(({ product }) => product.slug)).not.toContain(slug)
    // A client with the cursor of the item gets its removal.
    const withRemovals = await listChangesAndRemovals(database.db, { ...everything, after: cursor })
    expect(withRemovals.items).toMatchObject([{ type: 'product_removed', product: { slug } }])
    expect(await approve(slug)).toMatchObject({ outcome: 'done' })
    const again = await listChanges(database.db, { ...everything, after: cursor })
    expect(again.items).toMatchObject([{ type: 'product_approved', product: { slug } }])
  })

  it('holds the mail of the approval back, and then writes none', async () => {
    const { id, slug } = await approved()
    await undo(slug)
    expect(await mailsOf(id)).toEqual([
      { kind: 'approval', payload: {}, suppressed_at: expect.any(Date) },
    ])
  })

  it('sends a short mail, which mentions no withdrawal, when the approval mail was sent', async () => {
    const { id, slug } = await approved()
    await send(id)
    await undo(slug)
    expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(['approval', 'back-in-review'])
  })

  it('sends that mail also while the approval mail is being sent', async () => {
    const { id, slug } = await approved()
    const sending = { locked_until: sql<Date>`now() + interval '1 minute'` }
    await setRows(database.db, 'outbox', { product_id: id }, sending)
    await undo(slug)
    expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(['approval', 'back-in-review'])
  })

  it('waits in the queue again also when it is withdrawn and restored later', async () => {
    const { id, slug } = await approved()
    await undo(slug)
    await withdrawListing(database.db, { slug, actor: 'ada', reason: 'No.' }, urls)
    await restoreListing(database.db, { slug, actor: 'ada' }, urls)
    expect(await find(id)).toMatchObject({ status: 'pending' })
  })
})

describe('an approval is not undone', () => {
  it('after ten minutes', async () => {
    const { id, slug } = await approved()
    const age = (minutes: number) => {
      const at = sql`now() - make_interval(mins => ${minutes}::int)`
      return setRows(database.db, 'audit', { product_id: id }, { at })
    }
    await age(11)
    expect(await undo(slug)).toMatchObject({ outcome: 'not_fresh', slug })
    expect(await find(id)).toMatchObject({ status: 'approved' })
    await age(9)
    expect(await undo(slug)).toMatchObject({ outcome: 'done' })
  })

  it('by another editor, or after anybody else has done something to it', async () => {
    const others = [
      (slug: string) => setBadge(database.db, { slug, actor: 'badge check', isFound: true }),
      (slug: string) => proposeChange(database.db, { slug, requested: { name: 'Another' } }),
    ]
    for (const other of others) {
      const { slug } = await approved()
      expect(await undo(slug, 'bob')).toMatchObject({ outcome: 'not_fresh', slug })
      expect(await other(slug)).toMatchObject({ outcome: 'done' })
      expect(await undo(slug)).toMatchObject({ outcome: 'not_fresh', slug })
    }
  })

  it('when what made it public was a restoration', async () => {
    const { slug } = await approved()
    await withdrawListing(database.db, { slug, actor: 'ada', reason: 'No.' }, urls)
    await restoreListing(database.db, { slug, actor: 'ada' }, urls)
    expect(await undo(slug)).toMatchObject({ outcome: 'not_fresh', slug })
  })
})

describe('a rejection that is taken back', () => {
  it('sends its submitter a mail with the link to the listing', async () => {
    const { id, slug, name } = await insertRejected(database.db)
    await restoreListing(database.db, { slug, actor: 'ada' }, urls)
    expect(await mailsOf(id)).toEqual([
      {
        kind: 'back-in-review',
        payload: {
          name,
          happened: expect.stringContaining('not accepted'),
          manage_url: expect.stringContaining('/manage/'),
        },
        suppressed_at: null,
      },
    ])
  })

  it('sends no mail when the rejection mail was not sent', async () => {
    const { id, slug } = await insertPending(database.db)
    await rejectListing(database.db, { slug, actor: 'ada', reason: 'No.' }, urls)
    await restoreListing(database.db, { slug, actor: 'ada' }, urls)
    expect(await mailsOf(id)).toMatchObject([
      { kind: 'rejection', payload: {}, suppressed_at: expect.any(Date) },
    ])
    // The next one is.
    await rejectListing(database.db, { slug, actor: 'ada', reason: 'No.' }, urls)
    await send(id)
    await restoreListing(database.db, { slug, actor: 'ada' }, urls)
    expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual([
      'rejection',
      'rejection',
      'back-in-review',
    ])
  })
})
