import { beforeEach, describe, expect, it } from 'vitest'
import { insertApproved, insertPending, insertRejected } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { recordAction } from './audit.ts'
import { readReviewFigures } from './review-figures.ts'

const database = testDatabase()

beforeEach(async () => {
  for (const table of ['audit', 'proofs', 'reports', 'products'] as const)
    await database.db.deleteFrom(table).execute()
})

const hour = 3_600_000
const ago = (days: number) => new Date(Date.now() - days * 24 * hour)

/** Records an action on a listing, this many days ago. */
async function did(product_id: string, action: string, { by = 'ada', days = 1 } = {}) {
  await recordAction(database.db, { actor: by, action, product_id })
  await database.db
    .updateTable('audit')
    .set({ at: ago(days) })
    .where('product_id', '=', product_id)
    .where('action', '=', action)
    .execute()
}

describe('the figures of the review', () => {
  it('are zero, without a median, while nothing was submitted', async () => {
    const figures = await readReviewFigures(database.db)
    expect(figures).toMatchObject({
      waiting: { count: 0, longest_days: null },
      submitted: { recent: 0, ever: 0 },
      first_decision: { hours: null, recent_hours: null, recent: 0, ever: 0 },
      listings: { total: 0, curated: 0, with_proof: 0 },
    })
    expect(Math.abs(Date.parse(figures.as_of) - Date.now())).toBeLessThan(60_000)
  })

  it('count the decisions of editors on submissions, in 90 days and in all', async () => {
    const { db } = database
    await insertPending(db, { created_at: ago(12.5) })
    const decided = async (action: string, days: number, hours: number) => {
      const insert = action === 'approve' ? insertApproved : insertRejected
      const { id } = await insert(db, {
        created_at: new Date(ago(days).getTime() - hours * hour),
      })
      await did(id, 'submit', { by: 'submitter', days })
      await did(id, action, { days })
      return id
    }
    const corrected = await decided('approve', 2, 10)
    await decided('approve', 3, 20)
    await decided('reject', 4, 60)
    await decided('reject', 100, 500)
    // Only the time to the first decision counts.
    await did(corrected, 'restore', { days: 1 })
    await db
      .updateTable('products')
      .set({ corrected_at: ago(1) })
      .where('id', '=', corrected)
      .execute()
    const figures = await readReviewFigures(db)
    expect(figures).toMatchObject({
      waiting: { count: 1, longest_days: 12 },
      submitted: { recent: 3, ever: 4 },
      approved: { recent: 2, ever: 2 },
      rejected: { recent: 1, ever: 2 },
      corrected: { recent: 1, ever: 1 },
      first_decision: { recent: 3, ever: 4 },
    })
    expect(figures.first_decision.recent_hours).toBeCloseTo(20)
    expect(figures.first_decision.hours).toBeCloseTo(40)
  })

  it('leave out actions of files, and separate withdrawals by owners and by editors', async () => {
    const { db } = database
    const curated = await insertApproved(db, { source_kind: 'curated', submitter_email: null })
    await did(curated.id, 'approve', { by: 'content' })
    const gone = { status: 'withdrawn', withdrawn_at: new Date(), approved_at: null } as const
    const [byOwner, byEditor] = [await insertApproved(db, gone), await insertApproved(db, gone)]
    await did(byOwner.id, 'withdraw', { by: 'owner' })
    await did(byEditor.id, 'withdraw')
    // This listing was never public.
    const unseen = await insertPending(db, gone)
    await did(unseen.id, 'withdraw', { by: 'owner' })
    expect(await readReviewFigures(db)).toMatchObject({
      approved: { recent: 0, ever: 0 },
      withdrawn: { by_owner: { recent: 1, ever: 1 }, by_editor: { recent: 1, ever: 1 } },
      listings: { total: 1, curated: 1 },
    })
  })

  it('count claims of public listings by status, and listings with a proof', async () => {
    const { db } = database
    const claim = (claim_review_status: 'verified' | 'submitted' | 'not_verified') =>
      insertApproved(db, { qualification_type: 'agent_native', claim_review_status })
    const { id } = await claim('verified')
    await claim('submitted')
    await claim('not_verified')
    await insertPending(db, { qualification_type: 'agent_native', claim_review_status: 'verified' })
    await db
      .insertInto('proofs')
      .values({
        product_id: id,
        repository: 'https://github.com/quill/quill',
        commit: 'c'.repeat(40),
        licence: null,
        archived: null,
        checked_at: new Date(),
        tools: '[]',
      })
      .execute()
    expect(await readReviewFigures(db)).toMatchObject({
      claims: { verified: 1, not_yet: 1, refused: 1 },
      listings: { total: 3, curated: 0, with_proof: 1 },
    })
  })

  it('count reports by what became of them, with the median days of those that were looked at', async () => {
    const { db } = database
    const { id: product_id } = await insertApproved(db)
    const report = (state: 'open' | 'mended' | 'answered' | 'junk', days: number, since = 1) => ({
      product_id,
      fact: 'text' as const,
      message: 'Not so.',
      state,
      created_at: ago(days + since),
      ...(state === 'open' ? {} : { decided_at: ago(since), decided_by: 'ada' }),
    })
    const rows = [
      report('open', 1),
      report('mended', 2),
      report('answered', 4),
      report('junk', 40),
      report('mended', 9, 100),
    ]
    await db.insertInto('reports').values(rows).execute()
    const { reports } = await readReviewFigures(db)
    expect(reports).toMatchObject({
      received: { recent: 4, ever: 5 },
      mended: { recent: 1, ever: 2 },
      answered: { recent: 1, ever: 1 },
      junk: { recent: 1, ever: 1 },
    })
    expect(reports.recent_days).toBeCloseTo(3)
    expect(reports.days).toBeCloseTo(4)
  })
})

describe('in detail', () => {
  const rejected = async (reason: string, days = 1) => {
    const { id } = await insertRejected(database.db)
    await recordAction(database.db, {
      actor: 'ada',
      action: 'reject',
      product_id: id,
      detail: { reason },
    })
    await database.db
      .updateTable('audit')
      .set({ at: ago(days) })
      .where('product_id', '=', id)
      .execute()
  }

  it('rejections count by their usual reasons, also where an editor changed the end of the text', async () => {
    const reasons = [
      { title: 'Spam', text: 'It advertises and says little about a product. Send it again.' },
      {
        title: 'Duplicate',
        text: 'This is in the directory already, under another domain.',
        with_look_alike: 'This is listed already, as {{look_alike}}, and each has one.',
      },
    ]
    const [spam, duplicate] = reasons
    await rejected(spam!.text)
    await rejected(`${spam!.text.slice(0, 61)} And mend it. ${duplicate!.text}`, 100)
    await rejected('This is listed already, as n8n, and each has one.')
    await rejected('No.')
    expect((await readReviewFigures(database.db, reasons)).rejections).toEqual([
      { reason: 'Duplicate', recent: 1, ever: 2 },
      { reason: 'Spam', recent: 1, ever: 2 },
      { reason: null, recent: 1, ever: 1 },
    ])
  })

  it('count claims of ownership by what became of them, also of listings that editors entered', async () => {
    const { id } = await insertApproved(database.db, { source_kind: 'curated' })
    await did(id, 'refuse-claim', { by: 'owner' })
    await did(id, 'claim', { by: 'owner', days: 100 })
    expect((await readReviewFigures(database.db)).ownership).toEqual({
      claimed: { recent: 0, ever: 1 },
      refused: { recent: 1, ever: 1 },
      lapsed: { recent: 0, ever: 0 },
    })
  })

  it('proposals count by what became of them', async () => {
    const { id: product_id } = await insertApproved(database.db)
    const propose = (outcome: 'accepted' | 'declined' | 'replaced' | null, days: number) =>
      database.db
        .insertInto('proposals')
        .values({
          product_id,
          changes: '{}',
          created_at: ago(days),
          ...(outcome && { outcome, decided_at: ago(days), decided_by: 'ada' }),
        })
        .execute()
    await propose('accepted', 1)
    await propose('accepted', 100)
    await propose('declined', 1)
    await propose('replaced', 1)
    await propose(null, 1)
    expect((await readReviewFigures(database.db)).proposals).toEqual({
      proposed: { recent: 4, ever: 5 },
      accepted: { recent: 1, ever: 2 },
      declined: { recent: 1, ever: 1 },
    })
  })

  it('months are counted from the first submission to now, empty ones too', async () => {
    expect((await readReviewFigures(database.db)).months).toEqual([])
    const { id } = await insertApproved(database.db)
    await did(id, 'submit', { by: 'submitter', days: 70 })
    await did(id, 'approve', { days: 0 })
    const { months } = await readReviewFigures(database.db)
    expect(months.length).toBeGreaterThanOrEqual(3)
    expect(months.length).toBeLessThanOrEqual(4)
    expect(months[0]).toMatchObject({ submitted: 1, approved: 0, rejected: 0 })
    expect(months[1]).toMatchObject({ submitted: 0, approved: 0, rejected: 0 })
    expect(months.at(-1)).toEqual({
      month: new Date().toISOString().slice(0, 7),
      submitted: 0,
      approved: 1,
      rejected: 0,
    })
  })
})
