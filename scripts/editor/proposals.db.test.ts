import { describe, expect, it } from 'vitest'
import { insertApproved, insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { replaceProposal } from '#db/proposals.ts'
import { runCommand } from './test-session.ts'

const database = testDatabase()
const run = (...argv: string[]) => runCommand(database.db, argv)

const find = (slug: string) =>
  database.db.selectFrom('products').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()

async function proposed(changes: Record<string, unknown>) {
  const listing = await insertApproved(database.db, { submitter_email: 'owner@x.example' })
  await database.db.transaction().execute((trx) => replaceProposal(trx, listing.id, changes))
  return listing
}

const mailsOf = (id: string) =>
  database.db
    .selectFrom('outbox')
    .select('kind')
    .where('product_id', '=', id)
    .orderBy('id')
    .execute()

describe('proposals', () => {
  it('are listed with what they would change, where no text can imitate a line', async () => {
    const { slug, name } = await proposed({ name: `Better\nstatus  approved` })
    const { text, values } = await run('proposals')
    expect(values).toMatchObject([
      { proposals: expect.arrayContaining([expect.objectContaining({ slug, name })]) },
    ])
    expect(text.split('\n').filter((line) => line.startsWith('status'))).toEqual([])
    expect(text).toContain('Product name (name)')
  })

  it('are accepted whole or field by field, and the owner is told', async () => {
    const { id, slug } = await proposed({ name: 'Better', description: 'New words.' })
    const { code, values } = await run('accept', slug, '--fields', 'name')
    expect(code).toBe(0)
    expect(values).toMatchObject([{ outcome: 'accepted', slug, left: ['description'] }])
    expect(await find(slug)).toMatchObject({ name: 'Better' })
    expect(await mailsOf(id)).toEqual([{ kind: 'proposal-accepted' }])
    expect(await run('accept', slug)).toMatchObject({
      code: 1,
      values: [{ outcome: 'no_proposal' }],
    })
  })

  it('that name no such field change nothing', async () => {
    const { slug, name } = await proposed({ name: 'Better' })
    expect(await run('accept', slug, '--fields', 'url')).toMatchObject({ code: 1 })
    expect(await find(slug)).toMatchObject({ name })
  })

  it('are declined with a reason, and what is public stays', async () => {
    const { id, slug, name } = await proposed({ name: 'Better' })
    expect(await run('decline', slug, '--reason', 'It is another’s.')).toMatchObject({ code: 0 })
    expect(await find(slug)).toMatchObject({ name })
    expect(await mailsOf(id)).toEqual([{ kind: 'proposal-declined' }])
  })
})

describe('a revision', () => {
  it('is asked of the submitter by mail; the listing stays pending with the notes', async () => {
    const { id, slug } = await insertPending(database.db, { submitter_email: 'owner@x.example' })
    const { code, asked } = await run('revise', slug, '--notes', 'Say whom it is for.')
    expect(code).toBe(0)
    expect(asked[0]).toContain('Say whom it is for.')
    expect(await find(slug)).toMatchObject({
      status: 'pending',
      revision_notes: 'Say whom it is for.',
    })
    expect(await mailsOf(id)).toEqual([{ kind: 'revision-asked' }])
  })

  it('cannot be asked of a listing that is public', async () => {
    const { slug } = await insertApproved(database.db)
    expect(await run('revise', slug, '--notes', 'x')).toMatchObject({
      code: 1,
      values: [{ outcome: 'already_approved' }],
    })
  })
})

it('nobody looks for the badge of a pending listing', async () => {
  const { slug } = await insertPending(database.db)
  expect(await run('badge', slug)).toMatchObject({ code: 1, values: [{ outcome: 'not_public' }] })
})

it('a slip of a key is no reason: nothing is decided, and nothing mailed', async () => {
  const { id, slug } = await insertPending(database.db, { submitter_email: 'owner@x.example' })
  const reasons = { reject: [{ key: 'no-product', title: 'No product', text: 'There is none.' }] }
  const slip = await runCommand(database.db, ['reject', slug, '--reason', 'no-produkt'], {
    reasons,
  })
  expect(slip).toMatchObject({ code: 1, values: [{ outcome: 'unknown_reason' }], asked: [] })
  expect(slip.text).toContain('no-product')
  expect(await find(slug)).toMatchObject({ status: 'pending' })
  expect(await mailsOf(id)).toEqual([])
  const key = await runCommand(database.db, ['reject', slug, '--reason', 'no-product'], { reasons })
  expect(key.code).toBe(0)
  expect(await find(slug)).toMatchObject({ rejection_reason: 'There is none.' })
})
