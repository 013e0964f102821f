import { beforeEach, expect, it } from 'vitest'
import { insertApproved, insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { emptyTables, rowsOf } from '#testing/rows.ts'
import { type IssueFile, syncIssue } from './sync-issues.ts'

const database = testDatabase()
const issue = {
  number: 3,
  slug: 'letters',
  title: 'Letters',
  published_at: '2020-05-18T12:00:00.000Z',
  markdown: 'Two letters.',
}
const sync = (file: IssueFile) => database.db.transaction().execute((trx) => syncIssue(trx, file))

beforeEach(() => emptyTables(database.db, 'changelog', 'weekly_issues', 'audit', 'products'))

const written = async () => ({
  issues: await database.db.selectFrom('weekly_issues').selectAll().execute(),
  changes: await database.db.selectFrom('changelog').selectAll().execute(),
})

it('an issue, its news and its audit row are one thing, at the moment that its file says', async () => {
  const [lead, other] = [await insertApproved(database.db), await insertApproved(database.db)]
  await sync({ ...issue, products: [lead.slug, other.slug] })
  const { issues, changes } = await written()
  const { number, slug, title } = issue
  const published_at = new Date(issue.published_at)
  const product_ids = [lead.id, other.id]
  expect(issues).toMatchObject([
    { number, slug, title, lead_product_id: lead.id, product_ids, published_at },
  ])
  expect(changes).toMatchObject([
    {
      type: 'weekly_issue_published',
      product_id: lead.id,
      weekly_issue: 3,
      timestamp: published_at,
    },
  ])
  expect(await database.db.selectFrom('audit').select(['actor', 'action']).execute()).toEqual([
    { actor: 'content', action: 'publish-issue' },
  ])
})

it('a product that was never public is left out, and an issue without any waits', async () => {
  const [lead, pending] = [await insertApproved(database.db), await insertPending(database.db)]
  await sync({ ...issue, products: [pending.slug, 'nobody'] })
  expect(await written()).toEqual({ issues: [], changes: [] })
  await sync({ ...issue, products: [pending.slug, lead.slug] })
  expect((await written()).issues).toMatchObject([{ product_ids: [lead.id] }])
})

it('an issue whose file says something else is corrected where it is, and audited once', async () => {
  const [lead, other] = [await insertApproved(database.db), await insertApproved(database.db)]
  const file = { ...issue, products: [lead.slug] }
  await sync(file)
  const before = await written()
  const corrected = { ...file, title: 'More letters', products: [other.slug, lead.slug] }
  await sync(corrected)
  await sync(corrected)
  const after = await written()
  const product_ids = [other.id, lead.id]
  expect(after.issues).toEqual([
    { ...before.issues[0], title: 'More letters', lead_product_id: other.id, product_ids },
  ])
  expect(after.changes).toEqual(before.changes)
  const audit = await rowsOf(database.db, 'audit', {})
  expect(audit.map(({ action }) => action)).toEqual(['publish-issue', 'correct-issue'])
  expect(audit[1]).toMatchObject({
    actor: 'content',
    detail: { number: 3, from: { title: 'Letters' }, to: { title: 'More letters' } },
  })
})
