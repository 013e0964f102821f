import { beforeAll, describe, expect, it } from 'vitest'
import { replaceProposal } from '#db/queries/proposals.ts'
import { insertReport } from '#db/queries/reports.ts'
import { editListing } from '#editorial/edit.ts'
import { insertApproved, insertPending, insertRejected } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { type SentToDesk, insertTestEditor, testEditorPages } from '#testing/editor-api.ts'
import { rowOf } from '#testing/rows.ts'
import { type TestService, testService } from '#testing/service-parts.ts'
import { readCase, waitingRows } from './editor-views.ts'
import type { EditorPage } from './receive-editor.ts'

const database = testDatabase()
let service: TestService
let desk: Awaited<ReturnType<typeof testEditorPages>>
const cookies: Record<string, string> = {}
beforeAll(async () => {
  service = await testService(database.db)
  desk = await testEditorPages(service)
  for (const [name, role] of [
    ['rae', 'reviewer'],
    ['pia', 'publisher'],
    ['pat', 'publisher'],
  ] as const)
    cookies[name] = await desk.signIn(await insertTestEditor(service, name, role))
})

type Form = NonNullable<SentToDesk['form']>
const post = (as: string, slug: string | undefined, form: Form, more: SentToDesk = {}) =>
  desk.send(slug, { cookie: cookies[as]!, form, ...more })
/** The form that a question is answered with. */
function yesTo({ text, sent }: NonNullable<EditorPage['question']>): Form {
  const values = (name: string) => sent.flatMap(([one, value]) => (one === name ? [value] : []))
  return { ...Object.fromEntries(sent.map(([name]) => [name, values(name)])), question: text }
}

/** Sends a form, and answers each question with yes. Returns the questions and the last page. */
async function decide(as: string, slug: string | undefined, form: Form) {
  const asked: string[] = []
  let page = await post(as, slug, form)
  while (page.question) {
    expect(asked).not.toContain(page.question.text)
    asked.push(page.question.text)
    page = await post(as, slug, yesTo(page.question))
  }
  return { page, asked: asked.join('\n') }
}
const find = (slug: string) => rowOf(database.db, 'products', { slug })
/** Another editor corrects a listing. */
const rewrite = (
  slug: string,
  corrections = { description: 'Now it says something else.' } as object,
) =>
  editListing(
    database.db,
    { slug, actor: 'pat', corrections },
    { codeHosts: [], urls: service.urls },
  )
const claimed = {
  qualification_type: 'agent_native' as const,
  agent_use_case: 'support' as const,
  qualification_statement: 'Its agents answer.',
  workflow_summary: 'An agent reads, a person looks.',
  claim_review_status: 'submitted' as const,
}

describe('a decision on a submission', () => {
  it('is asked about first, and changes nothing until the question is answered', async () => {
    const { slug } = await insertPending(database.db)
    const form = { command: 'approve', topics: '' }
    const { question, done } = await post('pia', slug, form)
    expect(done).toBeUndefined()
    expect(question!.text).toContain('Approve')
    expect(question!.sent).toContainEqual(['command', 'approve'])
    expect((await post('pia', slug, { ...form, question: 'Another?' })).question).toEqual(question)
    expect(await find(slug)).toMatchObject({ status: 'pending' })
    expect((await decide('pia', slug, form)).page).toMatchObject({
      status: 200,
      done: expect.stringContaining('is approved.'),
    })
    expect(await find(slug)).toMatchObject({ status: 'approved' })
  })

  it('can verify its claim in the same step, and needs the evidence for that', async () => {
    const { slug } = await insertPending(database.db, claimed)
    const form = { command: 'approve', claim: 'verified' }
    const refused = await post('pia', slug, form)
    expect([refused.status, refused.problem!.sentence]).toEqual([
      400,
      'Say what was looked at and what it shows.',
    ])
    const evidence = 'The page /how, with a recording.'
    await decide('pia', slug, { ...form, evidence: evidence })
    expect(await find(slug)).toMatchObject({
      status: 'approved',
      claim_review_status: 'verified',
      claim_evidence_summary: evidence,
    })
  })

  it('can send its claim back with a prepared reason', async () => {
    const { slug } = await insertPending(database.db, claimed)
    const form: Form = { command: 'approve', claim: 'needs_revision', reason: 'links' }
    await decide('pia', slug, form)
    expect(await find(slug)).toMatchObject({ claim_review_status: 'needs_revision' })
  })

  it('shows the mail with prepared reasons and own words before it asks for a revision', async () => {
    const { slug } = await insertPending(database.db, claimed)
    const { asked } = await decide('pia', slug, {
      command: 'revise',
      reason: ['kind', 'no-answer'],
      'of-kind': 'agentic_workflow',
      words: 'Write to us\r\nif it is another.',
    })
    const { revision_notes: notes } = await find(slug)
    expect(asked).toContain(notes)
    expect(notes).toContain('the kind agentic_workflow')
    expect(notes).toContain('did not answer')
    expect(notes).toMatch(/\n\nWrite to us\nif it is another\.$/)
  })

  it('needs a reason, and a reason that exists', async () => {
    const { slug } = await insertPending(database.db)
    for (const [reason, sentence] of [
      [{}, /^Give the submitter a reason\.$/],
      [{ reason: 'no-such-reason' }, /^There is no reason no-such-reason/],
      [{ words: 'bad' }, /^There is no reason bad/],
    ] as const) {
      const page = await post('pia', slug, { command: 'reject', ...reason })
      expect([page.problem!.sentence, page.question]).toEqual([
        expect.stringMatching(sentence),
        undefined,
      ])
    }
    expect(await find(slug)).toMatchObject({ status: 'pending' })
  })

  it('names the look-alike that was chosen, or none of them', async () => {
    const name = 'Letterboxing'
    const [one, two] = [await insertApproved(database.db), await insertApproved(database.db)]
    for (const { slug } of [one, two]) await rewrite(slug, { name })
    const { slug } = await insertPending(database.db, { name })
    const form: Form = { command: 'reject', reason: 'duplicate', 'of-duplicate': 'none' }
    const { question } = await post('pia', slug, form)
    expect(question!.text).not.toMatch(new RegExp(`${one.slug}|${two.slug}`))
    await decide('pia', slug, { ...form, 'of-duplicate': two.slug })
    const { status, rejection_reason: reason } = await find(slug)
    expect([status, reason]).toEqual(['rejected', expect.stringContaining(`/product/${two.slug}`)])
    expect(reason).not.toContain(`/product/${one.slug})`)
    const restored = await decide('pia', slug, { command: 'restore' })
    expect(restored.page.done).toBeDefined()
    expect(await find(slug)).toMatchObject({ status: 'pending' })
  })
})

describe('a correction', () => {
  it('takes the one field that differs of all that the form sends', async () => {
    const { slug, name } = await insertPending(database.db, { description: 'One line.\nAnother.' })
    const { asked } = await decide('pia', slug, {
      command: 'edit',
      'set-name': name,
      'set-description': 'One line.\r\nAnother.',
      'set-url': `https://${slug}.example/`,
      'set-agent_use_case': '',
      'set-audience_tags': 'b2b, consumer',
      'set-status': 'approved',
    })
    expect(asked).toContain('Set audience_tags of')
    expect(await find(slug)).toMatchObject({
      audience_tags: ['b2b', 'consumer'],
      status: 'pending',
    })
    const nothing = await post('pia', slug, { command: 'edit', 'set-name': name })
    expect(nothing.problem!.sentence).toContain('No field')
  })
})

describe('a public listing', () => {
  const proposed = async () => {
    const listing = await insertApproved(database.db, { submitter_email: 'owner@x.example' })
    const changes = { name: 'Better', description: 'New words.' }
    await database.db.transaction().execute((trx) => replaceProposal(trx, listing.id, changes))
    return listing
  }

  it('gets the ticked part of a proposal, or none of it', async () => {
    const { slug } = await proposed()
    const form: Form = { command: 'accept', fields: 'name' }
    await decide('pia', slug, form)
    expect(await find(slug)).toMatchObject({ name: 'Better', description: 'Answers letters.' })
    const other = await proposed()
    const words = 'The old name is known.'
    const declined = await decide('pia', other.slug, { command: 'decline', words: words })
    expect(declined.page.done).toBeDefined()
    expect(declined.asked).toContain(words)
    expect(await find(other.slug)).toMatchObject({ name: other.name })
  })

  it('is withdrawn with a reason, and its claim is decided on alone', async () => {
    const { slug } = await insertApproved(database.db, claimed)
    await decide('pia', slug, { command: 'claim', word: 'not_verified', reason: 'not-shown' })
    expect(await find(slug)).toMatchObject({ claim_review_status: 'not_verified' })
    await decide('pia', slug, { command: 'withdraw', words: 'Its owner asked us to.' })
    expect(await find(slug)).toMatchObject({ status: 'withdrawn' })
  })

  it('has reports, each decided on from the page of reports', async () => {
    const { slug } = await insertApproved(database.db)
    const about = { slug, fact: 'text', tool: null, source: null, email: null } as const
    const id = (await insertReport(database.db, { ...about, message: 'It answers nothing.' }))!
    expect((await waitingRows(database.db)).rows).toContainEqual(
      expect.objectContaining({ slug, state: 'reported' }),
    )
    const form = { command: 'report', word: [id, 'answered'] }
    expect((await post('pia', undefined, form)).problem!.sentence).toContain('Say why')
    await decide('pia', undefined, { ...form, words: 'It does, see its page.' })
    expect(await rowOf(database.db, 'reports', { id })).toMatchObject({ state: 'answered' })
  })
})

it.each([
  ['reject', 'pending', { words: 'bad' }, 'Write it in several words'],
  ['reject', 'pending', {}, 'Give the submitter a reason.'],
  ['revise', 'pending', {}, 'Say what is to be mended.'],
  ['approve', 'pending', { evidence: 'Its page.' }, 'decision on the claim.'],
  ['claim', 'approved', { word: 'not_verified' }, 'Say why it is not verified.'],
  ['approve', 'rejected', {}, 'already rejected. Nothing was changed.'],
  ['take', 'unknown', {}, 'There is no listing'],
  ['report', 'approved', { word: 'junk' }, 'There is no such report.'],
] as const)(
  '%s of a %s listing with %j is refused in the words of the page, which has no command',
  async (command, status, more, sentence) => {
    const inserted = { pending: insertPending, approved: insertApproved, rejected: insertRejected }
    const slug = status === 'unknown' ? status : (await inserted[status](database.db)).slug
    const { problem } = await post('pia', slug, { command, ...more })
    expect(problem!.sentence).toContain(sentence)
    expect(problem!.sentence).not.toMatch(/--|npm run|`|lists them|Reasons:/)
  },
)

describe('several editors', () => {
  it('see who has a case and what was noted; who decides on it all the same is asked', async () => {
    const { slug } = await insertPending(database.db)
    await decide('rae', slug, { command: 'take' })
    await decide('rae', slug, { command: 'note', word: 'Look at its stack.' })
    const { rows } = await waitingRows(database.db)
    expect(rows.find((row) => row.slug === slug)).toMatchObject({ editor: 'rae', state: 'new' })
    const { signedIn, question } = await post('pia', slug, { command: 'approve' })
    expect(question!.text).toContain('rae')
    const shown = (await readCase(signedIn!.session, slug))!
    expect(shown.listing.history.at(-1)).toMatchObject({
      actor: 'rae',
      detail: { note: 'Look at its stack.' },
    })
    await decide('rae', slug, { command: 'release' })
    expect((await readCase(signedIn!.session, slug))!.taking).toBeUndefined()
  })

  it('may undo their own last decision, whoever noted something since', async () => {
    const { slug } = await insertPending(database.db)
    const canUndo = async (as: string) => {
      const { signedIn } = await desk.send(slug, { cookie: cookies[as]! })
      return (await readCase(signedIn!.session, slug))!.canUndo
    }
    expect(await canUndo('pia')).toBe(false)
    await decide('pia', slug, { command: 'approve' })
    await decide('pat', slug, { command: 'note', word: 'Well done.' })
    expect([await canUndo('pia'), await canUndo('pat')]).toEqual([true, false])
    await decide('pia', slug, { command: 'undo' })
    expect(await canUndo('pia')).toBe(false)
  })

  it('who only review may not decide, and nothing is done', async () => {
    const { slug } = await insertPending(database.db)
    for (const command of ['approve', 'reject', 'withdraw', 'edit', 'invite']) {
      const form: Form = { command: command, words: 'It says nothing.', 'set-name': 'Mine' }
      const { status, problem } = await post('rae', slug, form)
      expect([status, problem!.sentence]).toEqual([
        403,
        expect.stringMatching(/^This needs the role \w+; rae is a reviewer\.$/),
      ])
    }
    expect(await find(slug)).toMatchObject({ status: 'pending' })
  })

  it('a page of a text that was changed meanwhile decides nothing, and says by whom', async () => {
    const { slug } = await insertPending(database.db)
    const { signedIn } = await desk.send(slug, { cookie: cookies['pia']! })
    const read = (await readCase(signedIn!.session, slug))!.listing
    await rewrite(slug)
    const { page } = await decide('pia', slug, {
      command: 'approve',
      seen: String(read.version),
      entries: String(read.history.length),
    })
    expect([page.status, page.problem!.sentence]).toEqual([
      409,
      expect.stringMatching(/^pat changed .* after it was read/),
    ])
    const { history } = (await readCase(signedIn!.session, slug))!.listing
    expect(history.slice(Number(page.typed.get('entries')))).toMatchObject([
      { actor: 'pat', action: 'edit' },
    ])
    expect(await find(slug)).toMatchObject({ status: 'pending' })
  })

  it('a text that changes while the question is open is not approved, either', async () => {
    const { slug } = await insertPending(database.db)
    const { question } = await post('pia', slug, { command: 'approve' })
    await rewrite(slug)
    expect((await decide('pia', slug, yesTo(question!))).page.status).toBe(409)
    expect(await find(slug)).toMatchObject({ status: 'pending' })
  })
})

describe('a request to the desk', () => {
  it.each([
    ['of another site', { headers: { origin: 'https://evil.example' } }, 403],
    ['of a page that hides its origin', { headers: { origin: 'null' } }, 403],
    ['without a session', { cookie: '' }, 401],
    ['by another method', { method: 'PUT' }, 405],
    ['that is too large', { form: { words: 'x'.repeat(70_000) } }, 400],
    ['for what no page runs', { form: { command: 'draft' } }, 400],
    ['for no command', { form: {} }, 400],
    ['for a property of objects', { form: { command: 'constructor' } }, 400],
  ])('%s decides nothing', async (_, more, status) => {
    const { slug } = await insertPending(database.db)
    const form: Form = { command: 'take', words: 'x' }
    const page = await post('pia', slug, form, more)
    expect([page.status, page.done]).toEqual([status, undefined])
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  })

  it('is stored and indexed nowhere, whoever sends it', async () => {
    const { slug } = await insertPending(database.db)
    const pages = await Promise.all([
      desk.send(undefined),
      desk.send(slug, { cookie: cookies['rae']! }),
      desk.send('no-such-listing', { cookie: cookies['rae']! }),
      desk.send(undefined, { form: { action: 'sign-in' } }),
      desk.send(undefined, { form: { action: 'sign-out' } }),
    ])
    for (const { headers } of pages)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'same-origin',
      })
    expect(pages[0]!.signedIn).toBeUndefined()
  })
})
