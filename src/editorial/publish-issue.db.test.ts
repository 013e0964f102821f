import { beforeEach, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { insertApproved, insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { rowsOf } from '#testing/rows.ts'
import { publishIssue } from './publish-issue.ts'
import { reviewClaim } from './review-claim.ts'

const urls = addresses('https://proofstack.example')

const database = testDatabase()
const issue = { number: 3, slug: 'letters', title: 'Letters', markdown: 'Two letters.' }

beforeEach(async () => {
  for (const table of ['changelog', 'weekly_issues', 'audit', 'products'] as const)
    await database.db.deleteFrom(table).execute()
})

const written = async () => ({
  issues: await database.db.selectFrom('weekly_issues').selectAll().execute(),
  changes: await database.db.selectFrom('changelog').selectAll().execute(),
})

it('an issue, its news and its audit row are one thing, at one moment', async () => {
  const [lead, other] = [await insertApproved(database.db), await insertApproved(database.db)]
  expect(
    await publishIssue(database.db, { ...issue, products: [lead.slug, other.slug] }, 'ada'),
  ).toEqual({ outcome: 'done' })
  const { issues, changes } = await written()
  expect(issues).toMatchObject([
    {
      number: 3,
      slug: 'letters',
      title: 'Letters',
      lead_product_id: lead.id,
      product_ids: [lead.id, other.id],
    },
  ])
  expect(changes).toMatchObject([
    {
      type: 'weekly_issue_published',
      product_id: lead.id,
      weekly_issue: 3,
      timestamp: issues[0]!.published_at,
    },
  ])
  expect(await database.db.selectFrom('audit').select(['actor', 'action']).execute()).toEqual([
    { actor: 'ada', action: 'publish-issue' },
  ])
})

it('an issue with a product that is not listed names it, and nothing is written', async () => {
  const [lead, pending] = [await insertApproved(database.db), await insertPending(database.db)]
  const outcome = await publishIssue(
    database.db,
    { ...issue, products: [lead.slug, pending.slug, 'nobody'] },
    'ada',
  )
  expect(outcome).toEqual({ outcome: 'not_approved', slugs: [pending.slug, 'nobody'] })
  expect(await written()).toEqual({ issues: [], changes: [] })
})

it('of five editors at once one publishes it, and the others are refused', async () => {
  const { slug } = await insertApproved(database.db)
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () =>
      publishIssue(database.db, { ...issue, products: [slug] }, 'ada'),
    ),
  )
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
    ...Array<string>(4).fill('already_published'),
    'done',
  ])
  expect((await written()).changes).toHaveLength(1)
})

it('another issue with the same slug is refused with the number of the first', async () => {
  const { slug } = await insertApproved(database.db)
  await publishIssue(database.db, { ...issue, products: [slug] }, 'ada')
  const outcome = await publishIssue(database.db, { ...issue, number: 4, products: [slug] }, 'ada')
  expect(outcome).toEqual({ outcome: 'slug_taken', number: 3, slug: 'letters' })
})

it('an issue whose file says something else is corrected where it is, audited, and built again', async () => {
  const [lead, other] = [await insertApproved(database.db), await insertApproved(database.db)]
  const file = { ...issue, products: [lead.slug] }
  await publishIssue(database.db, file, 'ada')
  const before = await written()
  await database.db.deleteFrom('rebuilds').execute()
  const corrected = { ...file, title: 'More letters', products: [other.slug, lead.slug] }
  expect(await publishIssue(database.db, corrected, 'bob')).toEqual({
    outcome: 'corrected',
    changed: ['title', 'products'],
  })
  const after = await written()
  expect(after.issues).toEqual([
    {
      ...before.issues[0],
      title: 'More letters',
      lead_product_id: other.id,
      product_ids: [other.id, lead.id],
    },
  ])
  expect(after.changes).toEqual(before.changes)
  expect((await rowsOf(database.db, 'audit', {})).at(-1)).toMatchObject({
    actor: 'bob',
    action: 'correct-issue',
    detail: { number: 3, changed: ['title', 'products'], from: { title: 'Letters' } },
  })
  expect(await database.db.selectFrom('rebuilds').select('asked_by').execute()).toEqual([
    { asked_by: 'bob' },
  ])
  expect(
    await publishIssue(database.db, { ...corrected, markdown: 'Three letters.' }, 'ada'),
  ).toEqual({ outcome: 'corrected', changed: ['text'] })
  expect(
    await publishIssue(database.db, { ...corrected, markdown: 'Three letters.' }, 'ada'),
  ).toEqual({ outcome: 'already_published', number: 3, slug: 'letters' })
})

it('an issue and a review of a claim in it, at once, are both done', async () => {
  const claim = { qualification_type: 'agent_native', claim_review_status: 'submitted' } as const
  for (let number = 1; number <= 10; number++) {
    const { slug } = await insertApproved(database.db, claim)
    const outcomes = await Promise.all([
      publishIssue(
        database.db,
        { ...issue, number, slug: `issue-${number}`, products: [slug] },
        'ada',
      ),
      reviewClaim(
        database.db,
        {
          slug,
          status: 'verified',
          actor: 'bob',
          verifier: 'Bob',
          evidence: 'Its documentation.',
          notes: null,
        },
        urls,
      ),
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  }
})
