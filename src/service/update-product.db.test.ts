import { describe, expect, it } from 'vitest'
import { validSubmission } from '#testing/api.ts'
import { approve, callIn, mailsTo, testService, testStarters } from '#testing/service-parts.ts'
import { rowOf, rowsOf, setRows } from '#testing/rows.ts'
import { acceptProposal, declineProposal } from '#editorial/proposal.ts'
import { serve } from '#http/serve.ts'
import { updateProduct } from './update-product.ts'
import { askRevision } from '#editorial/ask-revision.ts'
import { reviewClaim } from '#editorial/review-claim.ts'
import { takeBack } from '#editorial/revise.ts'
import { sideEffects } from '#editorial/side-effects.ts'

const service = testStarters()

const deskParts = () => ({
  db: service.db,
  mailer: async () => service.mailer,
  builder: service.builder,
})

const claim = {
  qualification_type: 'agent_native',
  agent_use_case: 'support',
  qualification_statement: 'Agents answer every letter.',
  workflow_summary: 'Reads, thinks, writes.',
  agent_tools_used: ['langgraph'],
  supporting_links: ['https://docs.example/agents'],
}

/** A submission, and the token of the manage link in its receipt. */
async function submitted(more: Record<string, unknown> = {}) {
  const body = validSubmission(more)
  const { body: answer } = await callIn(service, 'submit_product', '/submit', { body })
  return { slug: String(answer['slug']), body, token: await tokenFor(body.email) }
}

/** The token of the newest manage link that an address got. */
async function tokenFor(email: string): Promise<string> {
  const texts = (await mailsTo(service, email)).map(({ text = '' }) => text)
  const tokens = texts.flatMap((text) => /\/manage\/([\w-]+)/.exec(text)?.[1] ?? [])
  return tokens.at(-1)!
}

function put(slug: string, token: string | undefined, body: unknown) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  return callIn(service, 'update_product', `/products/${slug}`, { body, headers })
}

function productOf(slug: string) {
  return rowOf(service.db, 'products', { slug })
}

async function auditOf(slug: string) {
  const { id } = await productOf(slug)
  return rowsOf(service.db, 'audit', { product_id: id }, ['action', 'detail'])
}

const outside = () => ({ urls: service.urls, codeHosts: [] })

describe('an owner of a pending submission', () => {
  it('replaces it by the token of the receipt; the former values are kept', async () => {
    const { slug, body, token } = await submitted()
    const wish = { ...body, description: 'Does it better now.', tool_slugs: ['redis', 'python'] }
    const answer = await put(slug, token, wish)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ product: { slug, status: 'pending' } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await productOf(slug)).toMatchObject({
      description: 'Does it better now.',
      status: 'pending',
    })
    const { detail } = (await auditOf(slug)).find(({ action }) => action === 'revise')!
    expect(detail).toMatchObject({
      changes: [
        { field: 'description', from: body['description'], to: 'Does it better now.' },
        { field: 'tool_slugs', to: ['redis', 'python'] },
      ],
    })
  })

  it('has its topics by slug or name, keeps them when it names none, and refuses what is no topic', async () => {
    const { slug, body, token } = await submitted({ topics: ['coding-agents', 'Code Review'] })
    const topics = async () => (await rowOf(service.db, 'products', { slug }, ['topics'])).topics
    expect(await topics()).toEqual(['coding-agents', 'code-review'])
    const { topics: _, ...without } = body
    expect((await put(slug, token, { ...without, description: 'Mended.' })).status).toBe(200)
    expect(await topics()).toEqual(['coding-agents', 'code-review'])
    expect((await put(slug, token, { ...body, topics: ['Voice agents'] })).status).toBe(200)
    expect(await topics()).toEqual(['voice-agents'])
    for (const [sent, said] of [
      [['coding-agent'], 'names "coding-agent", which is no topic (did you mean coding-agents?)'],
      [['a', 'b', 'c', 'd'], expect.stringContaining('3')],
    ] as const)
      expect(await put(slug, token, { ...body, topics: sent })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'topics', message: said }] },
      })
  })

  it('gives overview, launch day and page of prices; left out they stay, empty they go', async () => {
    const { slug, body, token } = await submitted()
    const { email: _, ...without } = body
    const given = {
      overview: 'Reads letters.\n\nAnswers them.',
      launch_date: '2026-05-18',
      pricing_url: 'https://letterbox.example/pricing',
    }
    const kept = async () => {
      const { overview, facts } = await productOf(slug)
      return { overview, facts: facts.map(({ fact, value }) => [fact, value]) }
    }
    const full = { overview: given.overview, facts: [['pricing', given.pricing_url]] }
    expect((await put(slug, token, { ...without, ...given })).status).toBe(200)
    expect(await kept()).toEqual(full)
    expect((await put(slug, token, { ...body, description: 'Other.' })).status).toBe(200)
    expect(await kept()).toEqual(full)
    const emptied = { ...body, overview: null, pricing_url: '', launch_date: null }
    expect((await put(slug, token, emptied)).status).toBe(200)
    expect(await kept()).toEqual({ overview: null, facts: [] })
    for (const wrong of [
      { overview: 'x'.repeat(4001) },
      { launch_date: 'soon' },
      { pricing_url: 'http://letterbox.example/' },
    ])
      expect(await put(slug, token, { ...body, ...wrong })).toMatchObject({
        status: 400,
        body: { details: [{ path: Object.keys(wrong)[0] }] },
      })
  })

  it('says a word to the editor beside a change, or alone; it is in no answer', async () => {
    const { slug, body, token } = await submitted()
    await askRevision(service.db, { slug, actor: 'ada', notes: 'Why redis?' }, service.urls)
    const message = 'The queue of letters is in redis.'
    const answer = await put(slug, token, { ...body, message })
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain(message)
    expect((await auditOf(slug)).at(-1)).toMatchObject({ action: 'revise', detail: { message } })
    expect(await productOf(slug)).toMatchObject({ revision_notes: null })
  })

  it('answers what an editor asked, and is back in review', async () => {
    const { slug, body, token } = await submitted()
    const asked = { slug, actor: 'ada', notes: 'Say whom it is for.' }
    await askRevision(service.db, asked, service.urls)
    expect(await productOf(slug)).toMatchObject({ revision_notes: 'Say whom it is for.' })
    expect((await put(slug, token, { ...body, audience_tags: ['b2b'] })).status).toBe(200)
    expect(await productOf(slug)).toMatchObject({
      revision_notes: null,
      revision_asked_at: null,
      revised_at: expect.any(Date),
    })
  })

  it('sends a claim that needed revision back to review', async () => {
    const { slug, body, token } = await submitted(claim)
    const review = { slug, actor: 'ada', verifier: 'Ada', evidence: null, notes: 'Show more.' }
    await reviewClaim(service.db, { ...review, status: 'needs_revision' }, service.urls)
    const links = ['https://docs.example/agents', 'https://docs.example/more']
    const answer = await put(slug, token, { ...body, supporting_links: links })
    expect(answer.body).toMatchObject({
      claim_status: 'submitted',
      next_action_code: 'UNDER_EDITORIAL_REVIEW',
    })
  })

  it('may take another domain that is free, and no other', async () => {
    const [one, other] = [await submitted(), await submitted()]
    const taken = await put(one.slug, one.token, { ...one.body, url: other.body.url })
    expect(taken).toMatchObject({ status: 409, body: { error_code: 'DUPLICATE_DOMAIN' } })
    // The error does not name a pending listing.
    expect(taken.text).not.toContain(other.slug)
    const url = `https://moved-${one.slug}.example`
    expect((await put(one.slug, one.token, { ...one.body, url })).status).toBe(200)
    expect(await productOf(one.slug)).toMatchObject({ url, domain: `moved-${one.slug}.example` })
  })

  it('gets every problem at once, and nothing is half written', async () => {
    const { slug, body, token } = await submitted()
    const before = await productOf(slug)
    const [unknown, other] = [{ tool_slugs: ['no-such-tool'] }, { email: 'x@y.example' }]
    for (const wrong of [{ description: '', ...unknown, ...other }, unknown, other])
      expect((await put(slug, token, { ...body, ...wrong })).status).toBe(400)
    expect(await productOf(slug)).toEqual(before)
  })
})

describe('an owner of a listing that is public', () => {
  async function listed(more: Record<string, unknown> = {}) {
    const made = await submitted(more)
    await approve(service.db, made.slug)
    return made
  }

  it('proposes a change; the public listing stays until an editor accepts it and the owner gets a mail', async () => {
    const { slug, body, token } = await listed()
    const answer = await put(slug, token, { ...body, name: 'New name', description: 'New words.' })
    expect(answer).toMatchObject({
      status: 202,
      body: { success: true, slug, status: 'proposed', changed_fields: ['name', 'description'] },
    })
    expect(await productOf(slug)).toMatchObject({ name: body['name'] })
    const request = { slug, actor: 'ada', fields: ['name'] }
    const outcome = await acceptProposal(service.db, request, outside())
    expect(outcome).toMatchObject({ outcome: 'done', left: ['description'] })
    await sideEffects(deskParts(), outcome as never)
    expect(await productOf(slug)).toMatchObject({
      name: 'New name',
      description: body['description'],
    })
    const subjects = (await mailsTo(service, body.email)).map(({ text = '' }) => text)
    expect(subjects.some((text) => text.includes('Product name'))).toBe(true)
    const again = await acceptProposal(service.db, request, outside())
    expect(again).toEqual({ outcome: 'no_proposal', slug })
  })

  it('has one open proposal: a newer one replaces it; one that is declined changes nothing', async () => {
    const { slug, body, token } = await listed()
    await put(slug, token, { ...body, name: 'First' })
    await put(slug, token, { ...body, name: 'Second' })
    const { id } = await productOf(slug)
    const open = () => rowsOf(service.db, 'proposals', { product_id: id }, ['changes', 'outcome'])
    expect(await open()).toEqual([
      { changes: { name: 'First' }, outcome: 'replaced' },
      { changes: { name: 'Second' }, outcome: null },
    ])
    const request = { slug, actor: 'ada', reason: 'The name is another product’s.' }
    expect(await declineProposal(service.db, request, service.urls)).toMatchObject({
      outcome: 'done',
    })
    expect((await open())[1]).toMatchObject({ outcome: 'declined' })
    expect(await productOf(slug)).toMatchObject({ name: body['name'] })
  })

  it('takes a proposal back; an editor then finds none, and another may follow', async () => {
    const { slug, body, token } = await listed()
    await put(slug, token, { ...body, name: 'First' })
    expect(await takeBack(service.db, slug)).toMatchObject({ outcome: 'done', mailIds: [] })
    expect(await takeBack(service.db, slug)).toEqual({ outcome: 'no_proposal', slug })
    const accepted = await acceptProposal(service.db, { slug, actor: 'ada' }, outside())
    expect(accepted).toMatchObject({ outcome: 'no_proposal' })
    expect((await put(slug, token, { ...body, name: 'Second' })).status).toBe(202)
  })

  it('whose change touches a verified claim has it reviewed again, once it is accepted', async () => {
    const { slug, body, token } = await listed(claim)
    const review = { slug, actor: 'ada', verifier: 'Ada', evidence: 'Its docs.', notes: null }
    await reviewClaim(service.db, { ...review, status: 'verified' }, service.urls)
    await put(slug, token, { ...body, workflow_summary: 'Does something else.' })
    expect(await productOf(slug)).toMatchObject({ claim_review_status: 'verified' })
    await acceptProposal(service.db, { slug, actor: 'ada' }, outside())
    expect(await productOf(slug)).toMatchObject({ claim_review_status: 'submitted' })
  })

  it('who sends what stands there already gets its status, and no proposal is made', async () => {
    const { slug, body, token } = await listed()
    expect(await put(slug, token, body)).toMatchObject({
      status: 200,
      body: { product: { slug, status: 'approved' } },
    })
  })
})

describe('anyone else', () => {
  it('gets the same 401 for a pending, a listed and an unknown slug, and how to authenticate', async () => {
    const pending = await submitted()
    const answers = await Promise.all([
      put(pending.slug, undefined, pending.body),
      put(pending.slug, 'x'.repeat(43), pending.body),
      put('n8n', pending.token, pending.body),
      put('nobody-has-this', pending.token, pending.body),
    ])
    for (const { status, text, headers } of answers) {
      expect({ status, text }).toEqual({ status: 401, text: answers[0]!.text })
      expect(headers.get('www-authenticate')).toBe('Bearer realm="manage"')
    }
  })

  it('gets it before anything is said of the body, of whatever type, size or sense it is', async () => {
    const route = serve(updateProduct, service)
    for (const body of ['{}', '{', 'x'.repeat(70_000)])
      for (const authorization of [undefined, 'Basic YTpi', 'Bearer short']) {
        const headers = { 'content-type': 'text/plain', ...(authorization && { authorization }) }
        const request = new Request('https://x.example/', { method: 'PUT', body, headers })
        expect((await route({ request, params: { slug: 'n8n' } })).status).toBe(401)
      }
  })

  it('gets it with a link that has run out, and after a withdrawal or a rejection', async () => {
    const { slug, body, token } = await submitted()
    const later = new Date(Date.now() + 31 * 86_400_000)
    const then = await testService(service.db, { clock: () => later })
    const headers = { authorization: `Bearer ${token}` }
    expect(
      (await callIn(then, 'update_product', `/products/${slug}`, { body, headers })).status,
    ).toBe(401)
    const at = new Date()
    const rejected = { status: 'rejected', rejected_at: at, rejection_reason: 'No.' } as const
    await setRows(service.db, 'products', { slug }, rejected)
    expect((await put(slug, token, body)).status).toBe(401)
  })
})
