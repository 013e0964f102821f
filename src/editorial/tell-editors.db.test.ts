import { beforeEach, describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import type { Fetched } from '#proof/fetch/guarded-fetch.ts'
import { insertApproved, insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { takingMailer } from '#testing/desk-session.ts'
import { type Notices, tellEditors } from './tell-editors.ts'
import { proposeChange } from './revise.ts'

const database = testDatabase()
const to = addresses('https://directory.example')
beforeEach(async () => {
  for (const table of ['editor_notices', 'proposals'] as const)
    await database.db.deleteFrom(table).execute()
  await database.db
    .updateTable('products')
    .set({ status: 'rejected', rejected_at: new Date(), rejection_reason: 'No.' })
    .where('status', '=', 'pending')
    .execute()
})

function round(more: Partial<Notices>) {
  const { sent, mailer } = takingMailer()
  const calls: { url: string; body: Record<string, unknown> }[] = []
  const logged: string[] = []
  let answer: Fetched = {
    kind: 'answered',
    status: 204,
    url: '',
    headers: {},
    body: '',
    isCut: false,
  }
  const notices: Notices = {
    mail: undefined,
    webhook: undefined,
    to,
    fetch: async (url, request) => {
      calls.push({ url, body: JSON.parse(request?.body ?? '') as Record<string, unknown> })
      return answer
    },
    ...more,
  }
  const log = (message: string, error: unknown) => void logged.push(`${message}: ${String(error)}`)
  return {
    sent,
    calls,
    logged,
    answers: (next: Fetched) => (answer = next),
    run: () => tellEditors(database.db, { notices, mailer: async () => mailer }, log),
  }
}
const editors = 'editors@directory.example'
const ago = (minutes: number) =>
  database.db
    .updateTable('editor_notices')
    .set({ tried_at: new Date(Date.now() - minutes * 60_000) })
    .execute()

describe('the mail to editors', () => {
  it('lists what is new and what waits longest, without an address of a submitter', async () => {
    const old = await insertPending(database.db, { created_at: new Date('2026-01-01T00:00:00Z') })
    const { slug } = await insertPending(database.db, { submitter_email: 'owner@acme.example' })
    const { run, sent } = round({ mail: editors })
    expect(await run()).toEqual({ done: 1, failed: 0 })
    expect(sent).toHaveLength(1)
    const { to: receiver, subject, text } = sent[0]!
    expect([receiver, subject]).toEqual([editors, '2 new for the editors of Proofstack'])
    expect(text).toContain('What waits:\n2 submissions')
    expect(text).toMatch(
      new RegExp(`What waits longest:\\n2026-01-01 00:00 {2}submission: .*${old.slug}`),
    )
    expect(text).toContain(`(${slug})`)
    expect(text).not.toContain('acme.example')
  })

  it('comes at most once an hour, and not at all without new work', async () => {
    await insertPending(database.db)
    const { run, sent } = round({ mail: editors })
    await run()
    const { slug } = await insertPending(database.db)
    await run()
    expect(sent).toHaveLength(1)
    await ago(61)
    await run()
    expect(sent).toHaveLength(2)
    expect(sent[1]!.subject).toBe('1 new for the editors of Proofstack')
    expect(sent[1]!.text).toContain(`(${slug})`)
    await ago(61)
    await run()
    expect(sent).toHaveLength(2)
  })

  it('of two rounds at once is sent by one', async () => {
    await insertPending(database.db)
    const { run, sent } = round({ mail: editors })
    await Promise.all([run(), run(), run()])
    expect(sent).toHaveLength(1)
  })
})

describe('the webhook of editors', () => {
  it('gets counts and slugs of all queues, once for each new work', async () => {
    const { slug } = await insertPending(database.db)
    const listed = await insertApproved(database.db)
    await proposeChange(database.db, { slug: listed.slug, requested: { name: 'Another' } })
    const { run, calls } = round({ webhook: 'https://chat.example/hook' })
    await run()
    await run()
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({
      url: 'https://chat.example/hook',
      body: {
        site: 'https://directory.example',
        waiting: { submissions: 1, proposals: 1, claims: 0, stale_evidence: 0 },
        new_count: 2,
      },
    })
    expect(calls[0]!.body['new']).toContainEqual({
      queue: 'submissions',
      slug,
      since: expect.any(String),
    })
    expect(JSON.stringify(calls)).not.toContain('@')
  })

  it.each<Fetched>([
    { kind: 'failed', reason: 'chat.example does not answer.' },
    { kind: 'answered', status: 500, url: '', headers: {}, body: '', isCut: false },
  ])(
    'that fails is logged once, and what it missed is told with the next work: $kind',
    async (failure) => {
      const first = await insertPending(database.db)
      const { run, calls, answers, logged } = round({ webhook: 'https://chat.example/secret' })
      answers(failure)
      expect(await run()).toEqual({ done: 0, failed: 1 })
      await run()
      expect(logged).toHaveLength(1)
      expect(logged[0]).not.toContain('secret')
      answers({ kind: 'answered', status: 200, url: '', headers: {}, body: '', isCut: false })
      const second = await insertPending(database.db)
      await run()
      const { new: told } = calls.at(-1)!.body as { new: { slug: string }[] }
      expect(told.map(({ slug }) => slug).toSorted()).toEqual([first.slug, second.slug].toSorted())
    },
  )
})
