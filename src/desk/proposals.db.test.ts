import { describe, expect, it } from 'vitest'
import { insertApproved, insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { recordAction } from '#db/queries/audit.ts'
import { replaceProposal } from '#db/queries/proposals.ts'
import { readArguments } from '#authoring/arguments.ts'
import { commands } from './commands.ts'
import { runCommand, takingBackend, ended } from '#testing/desk-session.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'

const database = testDatabase()
const run = (...argv: string[]) => runCommand(database.db, argv)

const find = (slug: string) => rowOf(database.db, 'products', { slug })

async function proposed(
  changes: Record<string, unknown>,
  more: Parameters<typeof insertApproved>[1] = {},
) {
  const owned = { submitter_email: 'owner@x.example', ...more }
  const listing = await insertApproved(database.db, owned)
  await database.db.transaction().execute((trx) => replaceProposal(trx, listing.id, changes))
  return listing
}

const mailsOf = (id: string) => rowsOf(database.db, 'outbox', { product_id: id }, ['kind'])

describe('proposals', () => {
  it('are listed with what they would change, where no text can imitate a line', async () => {
    const { id, slug, name } = await proposed({ name: `Better\nstatus  approved` })
    const { text, values } = await run('proposals')
    expect(values).toMatchObject([
      { proposals: expect.arrayContaining([expect.objectContaining({ slug, name })]) },
    ])
    expect(text.split('\n').filter((line) => line.startsWith('status'))).toEqual([])
    expect(text).toContain('Product name (name)')
    const detail = { message: 'We are called\nso now.' }
    await database.db
      .transaction()
      .execute((trx) =>
        recordAction(trx, { actor: 'owner', action: 'propose', product_id: id, detail }),
      )
    const { text: withWord } = await run('proposals')
    expect(withWord).toContain('  its owner says: We are called\n  its owner says: so now.')
  })

  it('are accepted whole or field by field, and the owner is told', async () => {
    const { id, slug } = await proposed({ name: 'Better', description: 'New words.' })
    const { code, values } = await run('accept', slug, '--fields', 'name')
    expect(code).toBe(0)
    expect(values).toMatchObject([{ outcome: 'accepted', slug, left: ['description'] }])
    expect(await find(slug)).toMatchObject({ name: 'Better' })
    expect(await mailsOf(id)).toEqual([{ kind: 'proposal-accepted' }])
    expect(await run('accept', slug)).toMatchObject(ended(1, 'no_proposal'))
  })

  const claim = {
    qualification_type: 'agent_native' as const,
    agent_use_case: 'support' as const,
    qualification_statement: 'Its agents answer letters.',
    workflow_summary: 'Reads and answers.',
    agent_tools_used: ['langgraph'],
    supporting_links: ['https://docs.example/agents'],
    claim_review_status: 'verified' as const,
    claim_verified_by: 'Grace',
  }

  it('of a claim are accepted and reviewed in one step, with one mail, one item and one trace', async () => {
    const { id, slug } = await proposed({ workflow_summary: 'Reads, asks, answers.' }, claim)
    const verdict = ['--claim', 'verified', '--evidence', 'Its documentation.', '--as', 'Ada']
    const { sent, backend } = takingBackend(database.db)
    const argv = ['accept', slug, ...verdict]
    const { code, asked, values } = await runCommand(database.db, argv, { backend })
    expect(code).toBe(0)
    expect(asked).toEqual([
      `Accept the proposal for ${slug}, with its claim verified by Ada? It is in the API and search at once, on its page with the next build.`,
    ])
    expect(values).toMatchObject([{ outcome: 'accepted', claim_review_status: 'verified' }])
    expect(await find(slug)).toMatchObject({
      workflow_summary: 'Reads, asks, answers.',
      claim_review_status: 'verified',
      claim_verified_by: 'Ada',
      claim_evidence_summary: 'Its documentation.',
    })
    const [mails, items, audit] = await Promise.all([
      mailsOf(id),
      rowsOf(database.db, 'changelog', { product_id: id }),
      rowsOf(database.db, 'audit', { product_id: id }),
    ])
    expect(mails).toEqual([{ kind: 'proposal-accepted' }])
    expect(sent).toMatchObject([{ text: expect.stringContaining('Your claim is verified.') }])
    expect(items).toMatchObject([
      { type: 'claim_review_updated', claim_review_status: 'verified', retracted: false },
    ])
    expect(audit).toMatchObject([
      { action: 'accept', detail: { claim: { from: 'verified', to: 'verified' } } },
    ])
  })

  it('of a claim send it back to review without a verdict, and the mail says so', async () => {
    const { slug } = await proposed({ workflow_summary: 'Reads, asks, answers.' }, claim)
    const { sent, backend } = takingBackend(database.db)
    expect(await runCommand(database.db, ['accept', slug], { backend })).toMatchObject({
      code: 0,
      values: [{ claim_review_status: 'submitted' }],
    })
    expect(await find(slug)).toMatchObject({
      claim_review_status: 'submitted',
      claim_verified_by: null,
    })
    expect(sent).toMatchObject([{ text: expect.stringContaining('to be reviewed again') }])
  })

  it('of the first claim of a listing are told as news when they are verified at once', async () => {
    const { claim_review_status: _, claim_verified_by: __, ...first } = claim
    const { id, slug } = await proposed(first)
    await run('accept', slug, '--claim', 'not_verified', '--notes', 'The page shows no agent.')
    expect(await find(slug)).toMatchObject({
      claim_review_status: 'not_verified',
      claim_review_notes: 'The page shows no agent.',
    })
    const items = await rowsOf(database.db, 'changelog', { product_id: id }, [
      'claim_review_status',
    ])
    expect(items).toEqual([{ claim_review_status: 'not_verified' }])
  })

  it('that leave the claim alone take no verdict, and nothing is half written', async () => {
    const { id, slug, name } = await proposed({ name: 'Better' }, claim)
    const verdict = ['--claim', 'verified', '--evidence', 'Its documentation.']
    expect(await run('accept', slug, ...verdict)).toMatchObject(ended(1, 'invalid'))
    expect(await find(slug)).toMatchObject({ name, claim_verified_by: 'Grace' })
    expect(await mailsOf(id)).toEqual([])
    const gone = await proposed({ qualification_type: null }, claim)
    expect(await run('accept', gone.slug, ...verdict)).toMatchObject({ code: 1 })
    expect(await find(gone.slug)).toMatchObject({ claim_review_status: 'verified' })
  })

  it.each([
    [['--claim', 'verified'], '--evidence'],
    [['--claim', 'needs_revision'], '--notes'],
    [['--claim', 'perhaps'], 'not_verified'],
    [['--notes', 'Well done.'], '--claim'],
  ])('are not accepted with half a verdict: %s', (options, missing) => {
    expect(readArguments(['accept', 'letterbox', ...options], commands)).toMatchObject({
      kind: 'misuse',
      sentence: expect.stringContaining(missing),
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
    expect(await run('revise', slug, '--notes', 'x')).toMatchObject(ended(1, 'already_approved'))
  })
})

it('nobody looks for the badge of a pending listing', async () => {
  const { slug } = await insertPending(database.db)
  expect(await run('badge', slug)).toMatchObject({ code: 1, values: [{ outcome: 'not_public' }] })
})

it('a badge that nobody could look for ends as a failure', async () => {
  const { slug } = await insertApproved(database.db)
  const { code, values, text } = await run('badge', slug)
  expect(values).toMatchObject([{ outcome: 'same', badge: { kind: 'unreachable' } }])
  expect(text).toContain('Nothing was changed.')
  expect(code).toBe(1)
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
