import { beforeEach, expect, it } from 'vitest'
import { fresh, insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { runCommand } from '#testing/desk-session.ts'

const database = testDatabase()
const run = (...argv: string[]) => runCommand(database.db, argv)

beforeEach(async () => {
  await database.db.deleteFrom('claims').execute()
})

/** A listing whose owner has a proof, and somebody else with as good a one. */
async function insertRivals() {
  const owner = 'ada@acme.example'
  const { id: product_id, slug } = await insertApproved(database.db, { submitter_email: owner })
  const proof = (where: string) =>
    JSON.stringify({ where, commit: null, repository_id: null, on: '2026-11-26' })
  const claim = (state: 'proved' | 'rival', email: string, where: string) => {
    const id = fresh('claim')
    const way = 'website' as const
    const proved = { state, way, proof: proof(where), seen_at: new Date() }
    return { id, product_id, email, token_hash: id, ...proved }
  }
  const owners = claim('proved', owner, 'https://acme.example/.well-known/proofstack.json')
  const rivals = claim('rival', 'grace@acme.example', 'https://x.example/\u001B[2Jowns')
  await database.db.insertInto('claims').values([owners, rivals]).execute()
  return { slug, owner: owners.id, rival: rivals.id }
}

const ownerOf = async (slug: string) =>
  (
    await database.db
      .selectFrom('products')
      .select('submitter_email')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
  ).submitter_email

it('two owners are shown beside each other, and no text moves the cursor', async () => {
  const { slug, owner, rival } = await insertRivals()
  const { text } = await run('rivals')
  expect(text).toContain(slug)
  expect(text.indexOf(rival)).toBeLessThan(text.indexOf(owner))
  expect(text).toContain('grace@acme.example')
  expect(text).not.toContain('\u001B')
})

it('accepting changes the owner, and accepting the former one takes that back', async () => {
  const { slug, owner, rival } = await insertRivals()
  expect((await run('accept-rival', rival, '--yes')).code).toBe(0)
  expect(await ownerOf(slug)).toBe('grace@acme.example')
  expect((await run('rivals')).text).toContain('No rival claim waits.')
  expect((await run('accept-rival', owner, '--yes')).code).toBe(0)
  expect(await ownerOf(slug)).toBe('ada@acme.example')
})

it('refusing leaves the owner and mails the reason', async () => {
  const { slug, rival } = await insertRivals()
  expect((await run('refuse-rival', rival, '--yes', '--reason', 'Ada leads it.')).code).toBe(0)
  expect(await ownerOf(slug)).toBe('ada@acme.example')
  const mails = database.db.selectFrom('outbox').select(['kind', 'to_email'])
  expect(await mails.where('to_email', '=', 'grace@acme.example').execute()).toContainEqual({
    kind: 'claim-ended',
    to_email: 'grace@acme.example',
  })
  expect((await run('refuse-rival', rival, '--yes', '--reason', 'No.')).text).toContain(
    'No claim of this id waits',
  )
})
