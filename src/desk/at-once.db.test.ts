import { describe, expect, it } from 'vitest'
import { withdrawOwn } from '#service/manage.ts'
import { validSubmission } from '#testing/api.ts'
import { approve, callIn, mailsTo, testStarters } from '#testing/service-parts.ts'
import { runCommand, ended } from '#testing/desk-session.ts'
import { rowsOf } from '#testing/rows.ts'

const service = testStarters()

/** A command as an editor of this name runs it, with the mails of the service. */
function editor(name: string, ...argv: string[]) {
  const { db, mailer, builder, urls } = service
  const backend = { db, mailer: async () => mailer, builder }
  return runCommand(db, [...argv, '--as', name], { backend, to: urls })
}

async function submitted(more: Record<string, unknown> = {}) {
  const body = validSubmission(more)
  const { body: answer } = await callIn(service, 'submit_product', '/submit', { body })
  const [receipt] = await mailsTo(service, body.email)
  const token = /\/manage\/([\w-]+)/.exec(receipt?.text ?? '')![1]!
  return { slug: String(answer['slug']), body, token }
}

/** What its owner sends through the backend of the API. */
function put(slug: string, token: string, body: unknown) {
  const headers = { authorization: `Bearer ${token}` }
  return callIn(service, 'update_product', `/products/${slug}`, { body, headers })
}

/** The version that an editor reads, as `show --json` names it. */
async function versionOf(slug: string): Promise<string> {
  const { values } = await runCommand(service.db, ['show', slug])
  return (values[0] as { version: string }).version
}

const rowOf = (slug: string) =>
  service.db.selectFrom('products').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()

/** What was done to it, the oldest first, and what each of it changed. */
async function auditOf(slug: string) {
  const { id } = await rowOf(slug)
  const rows = await rowsOf(service.db, 'audit', { product_id: id }, ['actor', 'action', 'detail'])
  return rows as {
    actor: string
    action: string
    detail: { changes?: { field: string; from: unknown; to: unknown }[] }
  }[]
}

async function subjectsTo(address: string): Promise<string[]> {
  return (await mailsTo(service, address)).map(({ subject = '' }) => subject)
}

/** Every value that somebody wrote stands, or is the value from which the next change began. */
async function expectNothingLost(slug: string, before: Record<string, unknown>) {
  const now: Record<string, unknown> = { ...before }
  for (const { action, detail } of await auditOf(slug)) {
    // What is proposed stands nowhere yet.
    if (action === 'propose') continue
    for (const { field, from, to } of detail.changes ?? []) {
      expect(from).toEqual(now[field])
      now[field] = to
    }
  }
  const after: Record<string, unknown> = await rowOf(slug)
  for (const [field, value] of Object.entries(now))
    expect([field, after[field]]).toEqual([field, value])
}

describe('two editors and an owner at once', () => {
  it('a PUT, an edit and an approval: nothing is lost, and each is told what became of it', async () => {
    for (let round = 0; round < 4; round++) {
      const { slug, token, body } = await submitted()
      const { name, description, founder_name } = await rowOf(slug)
      const mended = { ...body, description: 'Answers letters by night.' }
      const [owner, edited, approved] = await Promise.all([
        put(slug, token, mended),
        editor('ada', 'edit', slug, 'founder_name=Ada Example'),
        editor('bob', 'approve', slug),
      ])
      await expectNothingLost(slug, { name, description, founder_name })
      const actions = (await auditOf(slug)).map(({ action }) => action)
      const { status } = await rowOf(slug)
      // The owner: mended, kept as a proposal, or asked to read again how it stands.
      expect([200, 202, 503]).toContain(owner.status)
      expect(actions.includes('revise')).toBe(owner.status === 200)
      expect(actions.includes('propose')).toBe(owner.status === 202)
      if (owner.status === 503) expect(owner.headers.get('retry-after')).not.toBeNull()
      // Ada always could.
      expect(edited).toMatchObject({ code: 0 })
      // Bob has approved what he read, or was told that it is another text now, and by whom.
      const [told] = approved.values as { outcome: string; by?: string }[]
      expect(approved.code).toBe(status === 'approved' ? 0 : 1)
      if (status === 'pending') {
        expect(told).toMatchObject({ outcome: 'rewritten' })
        expect(['owner', 'ada']).toContain(told?.by)
      }
      const approvals = (await subjectsTo(body.email)).filter((one) => one.includes('is listed'))
      expect(approvals).toHaveLength(status === 'approved' ? 1 : 0)
    }
  })

  it('an editor who read it before its owner mended it approves nothing unread', async () => {
    const { slug, token, body } = await submitted()
    const read = await versionOf(slug)
    expect((await put(slug, token, { ...body, name: 'Buy now' })).status).toBe(200)
    for (const decision of [
      ['approve'],
      ['reject', '--reason', 'No.'],
      ['revise', '--notes', 'No.'],
    ]) {
      const [name = '', ...options] = decision
      expect(await editor('ada', name, slug, ...options, '--seen', read)).toMatchObject(
        ended(1, 'rewritten', { slug, by: 'owner' }),
      )
    }
    expect(await rowOf(slug)).toMatchObject({ status: 'pending', revision_notes: null })
    const again = await versionOf(slug)
    expect(await editor('ada', 'approve', slug, '--seen', again)).toMatchObject({ code: 0 })
  })

  it('two acceptances: one is taken with one mail, the other is told that none waits', async () => {
    const { slug, token, body } = await submitted()
    await approve(service.db, slug)
    const wish = { ...body, description: 'Answers letters by night.' }
    expect((await put(slug, token, wish)).status).toBe(202)
    const both = await Promise.all([editor('ada', 'accept', slug), editor('bob', 'accept', slug)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    const outcomes = both.flatMap(({ values }) => values) as { outcome: string }[]
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'no_proposal'])
    const told = (await subjectsTo(body.email)).filter((one) => one.includes('are public'))
    expect(told).toHaveLength(1)
    const accepts = (await auditOf(slug)).filter(({ action }) => action === 'accept')
    expect(accepts).toHaveLength(1)
  })

  it('a proposal that its owner replaced after it was read is not accepted unread', async () => {
    const { slug, token, body } = await submitted()
    await approve(service.db, slug)
    await put(slug, token, { ...body, description: 'Answers letters by night.' })
    const read = await versionOf(slug)
    await put(slug, token, { ...body, description: 'Buy now.' })
    const late = ['--seen', read]
    expect(await editor('ada', 'accept', slug, ...late)).toMatchObject(
      ended(1, 'rewritten', { by: 'owner' }),
    )
    expect(await rowOf(slug)).toMatchObject({ description: body['description'] })
    expect(await editor('ada', 'accept', slug)).toMatchObject({ code: 0 })
    expect(await rowOf(slug)).toMatchObject({ description: 'Buy now.' })
  })

  it('its owner withdraws while an editor accepts: it is gone, and the editor knows', async () => {
    for (let round = 0; round < 3; round++) {
      const { slug, token, body } = await submitted()
      await approve(service.db, slug)
      await put(slug, token, { ...body, description: 'Answers letters by night.' })
      const [withdrawn, accepted] = await Promise.all([
        withdrawOwn(token, service),
        editor('ada', 'accept', slug),
      ])
      expect(withdrawn).toMatchObject({ kind: 'withdrawn' })
      const { id, status } = await rowOf(slug)
      expect(status).toBe('withdrawn')
      const actions = (await auditOf(slug)).map(({ action }) => action)
      expect(actions.includes('accept')).toBe(accepted.code === 0)
      if (accepted.code !== 0)
        expect(accepted.values).toMatchObject([{ outcome: 'already_withdrawn', by: 'owner' }])
      expect(actions.at(-1)).toBe('withdraw')
      // Nothing waits for anybody, and the owner was told of what was done, in its order.
      const open = await rowsOf(service.db, 'proposals', { product_id: id, outcome: null }, ['id'])
      expect(open).toEqual([])
      const subjects = await subjectsTo(body.email)
      expect(subjects.filter((one) => one.includes('was withdrawn'))).toHaveLength(1)
      expect(subjects.some((one) => one.includes('are public'))).toBe(accepted.code === 0)
    }
  })
})
