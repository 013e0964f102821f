import { beforeEach, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { listTools } from '#db/tools.ts'
import { approveListing } from '#editorial/approve.ts'
import { testDatabase } from '#testing/database.ts'
import {
  insertApproved,
  insertCategory,
  insertPending,
  insertRejected,
  insertTool,
} from '#testing/builders.ts'
import { takeSnapshot } from './snapshot.ts'

const database = testDatabase()
const content = {
  tasks: [
    {
      slug: 'build-software' as const,
      name: 'Build software',
      use_cases: [],
      categories: ['models'],
      words: ['code'],
    },
  ],
  codeHosts: [{ host: 'github.com', sections: [] }],
  useCases: [],
}
const input = { ...content, weekly: [{ number: 3, markdown: 'Three letters.' }] }

beforeEach(async () => {
  for (const table of [
    'changelog',
    'weekly_issues',
    'audit',
    'outbox',
    'product_tools',
    'products',
    'tools',
    'categories',
  ] as const) {
    await database.db.deleteFrom(table).execute()
  }
})

it('holds the approved listings, newest first, and no trace of pending and rejected ones', async () => {
  const { db } = database
  const older = await insertApproved(db, { approved_at: '2026-01-01T00:00:00.000Z' })
  const newer = await insertApproved(db, { approved_at: '2026-02-01T00:00:00.000Z' })
  const hidden = [await insertPending(db), await insertRejected(db)]
  const { snapshot } = await takeSnapshot(db, input)
  expect(snapshot.products.map(({ slug }) => slug)).toEqual([newer.slug, older.slug])
  const text = JSON.stringify(snapshot)
  for (const { slug, domain } of hidden) {
    expect(text).not.toContain(`"${slug}"`)
    expect(text).not.toContain(domain)
  }
})

it('holds no e-mail of a submitter and no referral code', async () => {
  const { submitter_email, referral_code } = await insertApproved(database.db, {
    submitter_email: 'secret@example.com',
  })
  const text = JSON.stringify(await takeSnapshot(database.db, input))
  expect(text).not.toContain(submitter_email)
  expect(text).not.toContain(referral_code)
})

it('holds the categories by position and the tools in directory order', async () => {
  const { db } = database
  const second = await insertCategory(db, { slug: 'a', position: 2 })
  const first = await insertCategory(db, { slug: 'z', position: 1 })
  for (const [category, name] of [
    [second, 'Alpha'],
    [first, 'beta'],
    [first, 'Gamma'],
  ] as const)
    await insertTool(db, { category, name })
  const { snapshot } = await takeSnapshot(db, input)
  expect(snapshot.categories.map(({ slug }) => slug)).toEqual(['z', 'a'])
  expect(snapshot.tools.map(({ name }) => name)).toEqual(['beta', 'Gamma', 'Alpha'])
  expect(snapshot.tools).toEqual(await listTools(db))
})

it('holds the tables of content/ that go with it', async () => {
  expect((await takeSnapshot(database.db, input)).snapshot).toEqual({
    ...content,
    categories: [],
    tools: [],
    products: [],
  })
})

it('is one moment: while listings are approved, every snapshot counts for each tool just the listings that it holds', async () => {
  const { db } = database
  const tools = [await insertTool(db), await insertTool(db)]
  const pending = []
  for (let number = 0; number < 25; number++) pending.push(await insertPending(db, {}, tools))
  const to = addresses('https://directory.example')
  let isDone = false
  const counts: number[] = []
  const reader = async () => {
    while (!isDone) {
      const { snapshot } = await takeSnapshot(db, input)
      const told = snapshot.tools.map(({ id, product_count }) => ({ id, product_count }))
      const held = snapshot.tools.map(({ id }) => ({
        id,
        product_count: snapshot.products.filter(({ tool_ids }) => tool_ids.includes(id)).length,
      }))
      expect(told).toEqual(held)
      counts.push(snapshot.products.length)
    }
  }
  const readers = Promise.all([reader(), reader(), reader(), reader()])
  for (const { slug } of pending) await approveListing(db, { slug, actor: 'ada' }, to)
  isDone = true
  await readers
  expect(counts.length).toBeGreaterThan(0)
  expect((await takeSnapshot(db, input)).snapshot.products).toHaveLength(25)
})

it('holds the published weekly issues with their texts, newest first, and none that only stands in content/', async () => {
  const { db } = database
  const { id, slug } = await insertApproved(db)
  for (const number of [2, 7]) {
    const issue = {
      number,
      slug: `issue-${number}`,
      title: 'Letters',
      lead_product_id: id,
      product_ids: [id],
      published_at: new Date(number),
    }
    await db.insertInto('weekly_issues').values(issue).execute()
  }
  const { issues } = await takeSnapshot(db, {
    ...input,
    weekly: [...input.weekly, { number: 7, markdown: 'Seven letters.' }],
  })
  expect(issues).toMatchObject([
    { number: 7, slug: 'issue-7', product_slugs: [slug], markdown: 'Seven letters.' },
    { number: 2, markdown: '' },
  ])
})
