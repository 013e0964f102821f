import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { listChanges } from '#db/queries/changelog.ts'
import { readState } from '#db/queries/undos.ts'
import { listQueue } from '#db/queries/review-queue.ts'
import { insertApproved, insertPending, insertRejected, insertTool } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { rowsOf, setRows } from '#testing/rows.ts'
import { approveListing } from './approve.ts'
import { askRevision } from './ask-revision.ts'
import { setBadge } from './check-badge.ts'
import { editListing } from './edit.ts'
import { acceptProposal, declineProposal } from './proposal.ts'
import { rejectListing } from './reject.ts'
import { restoreListing } from './restore.ts'
import { reviewClaim } from './review-claim.ts'
import { proposeChange } from './revise.ts'
import { undoDecision } from './undo.ts'
import { withdrawListing } from './withdraw.ts'

const database = testDatabase()
const urls = addresses('https://directory.example')
const everything = { since: null, after: null, order: 'asc', limit: 100 } as const
const claim = {
  qualification_type: 'agent_native',
  agent_use_case: 'support',
  qualification_statement: 'Agents answer.',
  workflow_summary: 'A mail comes, an agent answers.',
  claim_review_status: 'submitted',
} as const

const by = (slug: string, actor = 'ada') => ({ slug, actor, mailDelayMinutes: 5 })
const verdict = { status: 'verified', verifier: 'Ada', evidence: 'Docs.', notes: null } as const
const approve = (slug: string) => approveListing(database.db, by(slug), urls)
const askMore = (slug: string) => askRevision(database.db, { ...by(slug), notes: 'More.' }, urls)
const reject = (slug: string) => rejectListing(database.db, { ...by(slug), reason: 'No.' }, urls)
const withdraw = (slug: string) =>
  withdrawListing(database.db, { ...by(slug), reason: 'No.' }, urls)
const review = (slug: string) => reviewClaim(database.db, { ...by(slug), ...verdict }, urls)
const accept = (slug: string) => acceptProposal(database.db, by(slug), { urls, codeHosts: [] })
const decline = (slug: string) => declineProposal(database.db, { ...by(slug), reason: 'No.' }, urls)
const restore = (slug: string) => restoreListing(database.db, by(slug), urls)
const approveWhole = (slug: string) =>
  approveListing(database.db, { ...by(slug), verdict, topics: ['coding-agents'] }, urls)
async function correct(slug: string) {
  const tool = await insertTool(database.db)
  const corrections = { tool_slugs: [tool.slug], name: 'New', topics: ['voice-agents'] }
  return editListing(database.db, { ...by(slug), corrections }, { codeHosts: [], urls })
}
const undo = (slug: string, actor = 'ada') => undoDecision(database.db, { slug, actor }, urls)

async function approved() {
  const listing = await insertPending(database.db, claim)
  await approve(listing.slug)
  return listing
}

async function proposed() {
  const listing = await insertApproved(database.db, claim)
  await proposeChange(database.db, { slug: listing.slug, requested: { name: 'Another' } })
  return listing
}

const stateOf = (id: string) => database.db.transaction().execute((trx) => readState(trx, id))
const mailsOf = (id: string) =>
  rowsOf(database.db, 'outbox', { product_id: id }, ['kind', 'payload', 'suppressed_at'])
/** The mails of a listing have left. */
const send = (id: string) =>
  setRows(database.db, 'outbox', { product_id: id, suppressed_at: null }, { sent_at: new Date() })

const pending = () => insertPending(database.db, claim)
const listed = () => insertApproved(database.db, claim)
describe('a decision that is undone before its mail has left', () => {
  it.each([
    ['an approval', pending, approve],
    ['an approval with topics and a claim', pending, approveWhole],
    ['a revision', pending, askMore],
    ['a rejection', pending, reject],
    ['a withdrawal of what was never public', pending, withdraw],
    ['a claim', listed, review],
    ['a correction of tools, texts and topics', listed, correct],
    ['an accepted proposal', proposed, accept],
    ['a declined proposal', proposed, decline],
    ['a restoration', () => insertRejected(database.db), restore],
  ] as const)('%s leaves everything as it was, and no mail', async (_, make, decide) => {
    const { id, slug } = await make()
    const before = await stateOf(id)
    expect(await decide(slug)).toMatchObject({ outcome: 'done' })
    expect(await stateOf(id)).not.toEqual(before)
    expect(await undo(slug)).toMatchObject({ outcome: 'done', mailIds: [] })
    expect(await stateOf(id)).toEqual(before)
    for (const mail of await mailsOf(id))
      expect(mail).toMatchObject({ payload: {}, suppressed_at: expect.any(Date) })
    expect(await undo(slug)).toMatchObject({ outcome: 'not_fresh' })
  })

  it('of a public listing that was withdrawn publishes it anew, as a restoration does', async () => {
    const { id, slug } = await listed()
    const before = await stateOf(id)
    await withdraw(slug)
    expect(await undo(slug)).toMatchObject({ outcome: 'done', isPublic: true, mailIds: [] })
    const own = ['approved_at', 'referral_code', 'founder_profile_slug']
    const rest = (state: object) =>
      Object.fromEntries(Object.entries(state).filter(([name]) => !own.includes(name)))
    expect(rest(await stateOf(id))).toEqual(rest(before))
  })

  it('of an approval leaves nothing in the feed, and a removal for those who saw it', async () => {
    const { slug } = await approved()
    const cursor = (await listChanges(database.db, everything)).latest!.toISOString()
    expect(await undo(slug)).toMatchObject({ isPublic: true })
    expect((await listQueue(database.db)).find((one) => one.slug === slug)?.state).toBe('restored')
    const feed = await listChanges(database.db, everything)
    expect(feed.items.map(({ product }) => product.slug)).not.toContain(slug)
    const withRemovals = await listChanges(database.db, {
      ...everything,
      after: cursor,
      removals: true,
    })
    expect(withRemovals.items).toMatchObject([{ type: 'product_removed', product: { slug } }])
    expect(await approve(slug)).toMatchObject({ outcome: 'done' })
  })

  it('is refused, and left as it is, when another listing has taken the domain', async () => {
    const { id, slug, domain } = await pending()
    await reject(slug)
    const holder = await insertPending(database.db, { domain })
    expect(await undo(slug)).toMatchObject({ outcome: 'domain_taken', holder: holder.slug })
    expect((await mailsOf(id)).map(({ suppressed_at }) => suppressed_at)).toEqual([null])
  })
})

describe('a decision whose mail has left', () => {
  it('is undone with a second mail where the listing waits again', async () => {
    for (const decide of [approve, reject]) {
      const { id, slug } = await pending()
      await decide(slug)
      await send(id)
      expect(await undo(slug)).toMatchObject({ outcome: 'done', mailIds: [expect.any(String)] })
      expect((await mailsOf(id)).at(-1)).toMatchObject({ kind: 'back-in-review' })
    }
  })

  it('counts as having left while it is being sent', async () => {
    const { id, slug } = await approved()
    const sending = { locked_until: sql<Date>`now() + interval '1 minute'` }
    await setRows(database.db, 'outbox', { product_id: id }, sending)
    await undo(slug)
    expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(['approval', 'back-in-review'])
  })

  it('stays where no mail could correct it', async () => {
    const { id, slug } = await pending()
    await askMore(slug)
    await send(id)
    const before = await stateOf(id)
    expect(await undo(slug)).toEqual({ outcome: 'mail_left', slug })
    expect(await stateOf(id)).toEqual(before)
  })
})

describe('a decision is not undone', () => {
  it('after ten minutes', async () => {
    const { id, slug } = await approved()
    const age = (minutes: number) =>
      database.db
        .updateTable('audit')
        .set({ at: sql<Date>`now() - make_interval(mins => ${minutes}::int)` })
        .where('product_id', '=', id)
        .execute()
    await age(11)
    expect(await undo(slug)).toMatchObject({ outcome: 'not_fresh', slug })
    await age(9)
    expect(await undo(slug)).toMatchObject({ outcome: 'done' })
  })

  it('by another editor, or after anybody has done something to it', async () => {
    const others = [
      (slug: string) => setBadge(database.db, { slug, actor: 'badge check', isFound: true }),
      (slug: string) => proposeChange(database.db, { slug, requested: { name: 'Another' } }),
    ]
    for (const other of others) {
      const { slug } = await approved()
      expect(await undo(slug, 'bob')).toMatchObject({ outcome: 'not_fresh', by: 'ada' })
      expect(await other(slug)).toMatchObject({ outcome: 'done' })
      expect(await undo(slug)).toMatchObject({ outcome: 'not_fresh', slug })
    }
  })
})

describe('a rejection that is taken back', () => {
  it('sends its submitter a mail with the link to the listing', async () => {
    const { id, slug, name } = await insertRejected(database.db)
    await restore(slug)
    const payload = {
      name,
      happened: expect.stringContaining('not accepted'),
      manage_url: expect.stringContaining('/manage/'),
    }
    expect(await mailsOf(id)).toEqual([{ kind: 'back-in-review', payload, suppressed_at: null }])
  })

  it('sends no mail when the rejection mail was not sent', async () => {
    const { id, slug } = await insertPending(database.db)
    await reject(slug)
    await restore(slug)
    expect(await mailsOf(id)).toMatchObject([
      { kind: 'rejection', payload: {}, suppressed_at: expect.any(Date) },
    ])
  })
})
