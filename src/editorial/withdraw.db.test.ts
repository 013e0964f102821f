import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { listChanges, listNewestRemovals } from '#db/queries/changelog.ts'
import { listApprovedBySlug } from '#db/queries/products.ts'
import { listTools } from '#db/queries/tools.ts'
import { listIssues } from '#db/queries/weekly-issues.ts'
import { insertPending, insertTool } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { approveListing } from './approve.ts'
import { syncIssue } from './sync-issues.ts'
import { restoreListing } from './restore.ts'
import { withdrawListing } from './withdraw.ts'

const database = testDatabase()
const urls = addresses('https://directory.example')
const everything = { since: null, after: null, order: 'asc', limit: 100 } as const

async function approved(more: Parameters<typeof insertPending>[1] = {}) {
  const tool = await insertTool(database.db)
  const product = await insertPending(database.db, more, [tool])
  await approveListing(database.db, { slug: product.slug, actor: 'ada' }, urls)
  return { ...product, tool }
}

const withdraw = (slug: string) =>
  withdrawListing(database.db, { slug, actor: 'ada', reason: 'It was closed.' }, urls)
const restore = (slug: string) => restoreListing(database.db, { slug, actor: 'ada' }, urls)

describe('a withdrawal', () => {
  it('takes the listing out of lists and counts, and writes to its owner why', async () => {
    const { id, slug, name, tool } = await approved({ name: 'Quillfeather' })
    const outcome = await withdraw(slug)
    expect(outcome).toMatchObject({ outcome: 'done', name, isPublic: true })
    expect(await listApprovedBySlug(database.db, [slug])).toEqual([])
    const counted = (await listTools(database.db)).find((each) => each.slug === tool.slug)
    expect(counted?.product_count).toBe(0)
    const mails = await rowsOf(database.db, 'outbox', { product_id: id }, ['kind', 'payload'])
    expect(mails.at(-1)).toEqual({
      kind: 'withdrawal',
      payload: { name, reason: 'It was closed.', submit_url: 'https://directory.example/submit' },
    })
  })

  it('frees the domain, and never the slug', async () => {
    const { slug, domain } = await approved()
    await withdraw(slug)
    expect((await insertPending(database.db, { domain })).domain).toBe(domain)
    const again = insertPending(database.db, { slug, domain: `new.${domain}` })
    await expect(again).rejects.toMatchObject({ constraint: 'products_slug_key' })
  })

  it('leaves the feed with its total and latest time; the feed with removals has its slug alone', async () => {
    const first = await approved()
    const second = await approved()
    const before = await listChanges(database.db, everything)
    const feedBefore = await listChanges(database.db, { ...everything, removals: true })
    await withdraw(second.slug)
    const after = await listChanges(database.db, everything)
    expect(after.total).toBe(before.total - 1)
    expect(after.items.map(({ product }) => product.slug)).not.toContain(second.slug)
    expect(after.latest!.getTime()).toBeLessThan(before.latest!.getTime())
    const feed = await listChanges(database.db, { ...everything, removals: true })
    // Its item went, its removal came.
    expect(feed.total).toBe(feedBefore.total)
    expect(feed.items.at(-1)).toMatchObject({
      type: 'product_removed',
      product: { slug: second.slug },
    })
    expect(feed.latest!.getTime()).toBeGreaterThan(before.latest!.getTime())
    // So does the manifest of the files, until it comes back.
    const gone = () => listNewestRemovals(database.db, 3)
    expect((await gone())[0]).toEqual({ slug: second.slug, removed_at: feed.latest })
    // A cursor behind the item that went is as good as before.
    const cursor = new Date(before.items.at(-1)!.timestamp).toISOString()
    const third = await approved()
    const later = await listChanges(database.db, { ...everything, after: cursor })
    expect(later.items.map(({ product }) => product.slug)).toEqual([third.slug])
    expect(after.items.map(({ product }) => product.slug)).toContain(first.slug)
    await restore(second.slug)
    expect((await gone()).map(({ slug }) => slug)).not.toContain(second.slug)
  })

  it('of a listing that was never public is in no feed', async () => {
    const { slug } = await insertPending(database.db)
    await withdraw(slug)
    const feed = await listChanges(database.db, { ...everything, removals: true })
    expect(feed.items.map(({ product }) => product.slug)).not.toContain(slug)
    expect(await restore(slug)).toMatchObject({ outcome: 'done', isPublic: false })
  })

  it('of the lead of a weekly issue lets the next one lead, and of the last leaves the issue out', async () => {
    const [lead, next] = [await approved(), await approved()]
    const products = [lead.slug, next.slug]
    const published_at = '2026-05-18T12:00:00.000Z'
    const issue = { number: 5, slug: 'five', title: 'Five', published_at, products, markdown: 'B.' }
    const sync = () => database.db.transaction().execute((trx) => syncIssue(trx, issue))
    await sync()
    const feed = async () =>
      (await listChanges(database.db, everything)).items
        .filter(({ type }) => type === 'weekly_issue_published')
        .map((item) => [item.product.slug, item.issue?.product_slugs])
    expect(await feed()).toEqual([[lead.slug, [lead.slug, next.slug]]])
    await withdraw(lead.slug)
    expect(await feed()).toEqual([[next.slug, [next.slug]]])
    expect((await listIssues(database.db))[0]?.product_slugs).toEqual([next.slug])
    await withdraw(next.slug)
    await sync()
    expect(await feed()).toEqual([])
    expect(await listIssues(database.db)).toEqual([])
  })
})

describe('a restoration', () => {
  it('is refused while another listing has the domain, and says which', async () => {
    const { slug, domain } = await approved()
    await withdraw(slug)
    const other = await insertPending(database.db, { domain })
    expect(await restore(slug)).toEqual({
      outcome: 'domain_taken',
      slug,
      domain,
      holder: other.slug,
    })
    await withdraw(other.slug)
    expect(await restore(slug)).toMatchObject({ outcome: 'done' })
  })

  it('publishes a new item with a new time; the old items stay out, the referral code stays', async () => {
    const { id, slug } = await approved({ name: 'Inkwell Restored' })
    const row = () =>
      rowOf(database.db, 'products', { id }, [
        'approved_at',
        'referral_code',
        'withdrawn_at',
        'withdrawal_reason',
      ])
    const before = await row()
    await withdraw(slug)
    await restore(slug)
    const after = await row()
    expect(new Date(after.approved_at!).getTime()).toBeGreaterThan(
      new Date(before.approved_at!).getTime(),
    )
    expect(after).toMatchObject({
      referral_code: before.referral_code,
      withdrawn_at: null,
      withdrawal_reason: null,
    })
    const items = (await listChanges(database.db, everything)).items.filter(
      ({ product }) => product.slug === slug,
    )
    expect(items.map(({ timestamp }) => new Date(timestamp))).toEqual([after.approved_at])
    const feed = await listChanges(database.db, { ...everything, removals: true })
    expect(
      feed.items.filter(({ product }) => product.slug === slug).map(({ type }) => type),
    ).toEqual(['product_removed', 'product_approved'])
  })
})
