import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { recordAction } from './audit.ts'
import { testDatabase } from '#testing/database.ts'
import { insertApproved, insertPending, insertRejected, insertTool } from '#testing/builders.ts'
import { insertRow, setRows } from '#testing/rows.ts'
import { countBeside, countQueue, findForReview, listQueue } from './review-queue.ts'
import { rejectListing } from '#editorial/reject.ts'

const database = testDatabase()

describe('listQueue', () => {
  it('has the pending listings by priority, then the oldest first, then by id, and no others', async () => {
    const { db } = database
    const [january, february] = [new Date('2026-01-01'), new Date('2026-02-01')]
    const twins = [
      await insertPending(db, { created_at: february }),
      await insertPending(db, { created_at: february }),
    ]
    const old = await insertPending(db, { created_at: january })
    const urgent = await insertPending(db, { created_at: february, review_priority: 10 })
    const unimportant = await insertPending(db, { created_at: january, review_priority: -1 })
    await insertApproved(db, { review_priority: 99 })
    await insertRejected(db, { review_priority: 99 })
    const expected = [urgent, old, ...twins.sort((a, b) => (a.id < b.id ? -1 : 1)), unimportant]
    expect((await listQueue(db)).map(({ slug }) => slug)).toEqual(expected.map(({ slug }) => slug))
    expect((await listQueue(db))[0]).toEqual({
      slug: urgent.slug,
      name: urgent.name,
      domain: urgent.domain,
      qualification_type: null,
      review_priority: 10,
      created_at: february,
      waits_since: february,
      texts_since: february,
      state: 'new',
      version: '0',
    })
  })
})

it('proposals are in order of creation, however old and urgent their listings are', async () => {
  const { db } = database
  const day = (date: number) => new Date(Date.UTC(2026, 2, date))
  const proposal = async (created_at: Date, listing: Parameters<typeof insertApproved>[1]) => {
    const { id, slug } = await insertApproved(db, listing)
    await insertRow(db, 'proposals', { product_id: id, changes: '{"name":"New"}', created_at })
    return slug
  }
  const late = await proposal(day(9), { created_at: day(1), review_priority: 10 })
  const early = await proposal(day(5), { created_at: day(3) })
  const rows = await listQueue(db, { state: 'proposed' })
  expect(rows.map(({ slug, waits_since }) => ({ slug, waits_since }))).toEqual([
    { slug: early, waits_since: day(5) },
    { slug: late, waits_since: day(9) },
  ])
})

it('a claim without a decision at the approval of its listing is beside the queue until its review', async () => {
  const { db } = database
  const claim = { qualification_type: 'agent_native', claim_review_status: 'submitted' } as const
  const waiting = async () =>
    (await listQueue(db, { state: 'claim_undecided' })).map(({ slug }) => slug)
  const before = await waiting()
  const { id, slug } = await insertApproved(db, claim)
  // Not the claim of a file, which an editor wrote, nor that of a pending listing.
  await insertApproved(db, { ...claim, source_kind: 'curated' })
  await insertPending(db, claim)
  expect((await waiting()).toSorted()).toEqual([...before, slug].toSorted())
  expect(await countBeside(db, 'claim_undecided')).toBe(before.length + 1)
  const verified = { claim_review_status: 'verified', claim_reviewed_at: new Date() } as const
  await setRows(db, 'products', { id }, verified)
  expect(await waiting()).toEqual(before)
})

it('listings that wait for their owner are not counted as waiting for an editor', async () => {
  const { db } = database
  const before = await countQueue(db)
  await insertPending(db)
  await insertPending(db, { revision_notes: 'Mend it.', revision_asked_at: new Date() })
  expect(await countQueue(db)).toEqual({
    toDecide: before.toDecide + 1,
    withOwner: before.withOwner + 1,
  })
})

describe('findForReview', () => {
  it('shows tools in order, custom tools and the owner’s claim', async () => {
    const { db } = database
    const tools = [await insertTool(db), await insertTool(db)].reverse()
    const {
      id: product_id,
      slug,
      submitter_email,
    } = await insertPending(db, { workflow_summary: 'Reads and answers.' }, tools)
    await db
      .insertInto('product_custom_tools')
      .values([
        { product_id, position: 1, name: 'Abacus' },
        { product_id, position: 0, name: 'Quill' },
      ])
      .execute()
    await insertRow(db, 'owner_claims', {
      product_id,
      email: submitter_email!,
      token_hash: null,
      status: 'email_verified',
    })
    expect(await findForReview(db, slug)).toMatchObject({
      slug,
      status: 'pending',
      submitter_email,
      workflow_summary: 'Reads and answers.',
      tools: tools.map((tool) => tool.slug),
      custom_tools: ['Quill', 'Abacus'],
      owner_status: 'email_verified',
      others_of_submitter: [],
      history: [],
    })
  })

  it('shows other listings of the same address, oldest first, in any status', async () => {
    const { db } = database
    const submitter_email = 'busy@example.com'
    const created = (day: number) => ({
      submitter_email,
      created_at: new Date(Date.UTC(2026, 0, day)),
    })
    const third = await insertPending(db, created(3))
    const first = await insertRejected(db, created(1))
    const second = await insertApproved(db, created(2))
    const asked = await insertPending(db, created(4))
    await insertPending(db)
    expect((await findForReview(db, asked.slug))?.others_of_submitter).toMatchObject([
      { slug: first.slug, status: 'rejected', reason: 'It has no website yet.' },
      { slug: second.slug, status: 'approved', reason: null },
      { slug: third.slug, status: 'pending', reason: null },
    ])
  })

  it('does not group listings without a submitter', async () => {
    const nobody = { submitter_email: null }
    await insertPending(database.db, nobody)
    const { slug } = await insertPending(database.db, nobody)
    expect(await findForReview(database.db, slug)).toMatchObject({
      submitter_email: null,
      others_of_submitter: [],
      owner_status: null,
    })
  })

  it('shows its history in order, and the reason of a rejection', async () => {
    const { db } = database
    const { id, slug } = await insertPending(db)
    await recordAction(db, { actor: 'submitter', action: 'submit', product_id: id })
    await rejectListing(
      db,
      { slug, actor: 'ada', reason: 'No website.' },
      addresses('https://directory.example'),
    )
    expect(await findForReview(db, slug)).toMatchObject({
      status: 'rejected',
      rejection_reason: 'No website.',
      history: [
        { actor: 'submitter', action: 'submit', detail: {} },
        { actor: 'ada', action: 'reject', detail: { reason: 'No website.' } },
      ],
    })
  })

  it('finds nothing under an unknown slug', async () => {
    expect(await findForReview(database.db, 'nobody-has-this')).toBeUndefined()
  })
})
