import { describe, expect, it } from 'vitest'
import { validSubmission } from '#testing/api.ts'
import {
  approve,
  awayDatabase,
  callIn,
  freshClient,
  mailsTo,
  postForm as post,
  testService,
  testStarters,
} from '#testing/service-parts.ts'
import { askRevision } from '#editorial/ask-revision.ts'
import { declineProposal } from '#editorial/proposal.ts'
import { runCommand } from '#testing/desk-session.ts'
import { toolCaller } from '#mcp/call-tool.ts'
import { eventually } from '#testing/editor.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { receiveLinkRequest } from './receive-link-request.ts'
import { receiveManage } from './receive-manage.ts'
import { receiveStatus } from './receive-status.ts'

const service = testStarters()

const site = 'https://proofstack.example'

async function submitted(more: Record<string, unknown> = {}) {
  const body = validSubmission(more)
  const { body: answer } = await callIn(service, 'submit_product', '/submit', { body })
  // The first mail of a process may take longer than its submission waits for it.
  const [mail] = await eventually(
    async () =>
      (await mailsTo(service, body.email)).filter(({ text }) => text?.includes('/manage/')),
    (found) => found.length > 0,
  )
  const token = /\/manage\/([\w-]+)/.exec(mail!.text!)![1]!
  return { slug: String(answer['slug']), body, token }
}

const look = (token: string) =>
  receiveManage(new Request(`${site}/manage/${token}`), token, service)
const send = (token: string, fields: URLSearchParams | Record<string, string>, origin?: string) =>
  receiveManage(post(`/manage/${token}`, fields, origin ? { origin } : {}), token, service)

describe('the manage page', () => {
  it('shows how a submission stands and the submission as a form; looking changes nothing', async () => {
    const { slug, body, token } = await submitted({ custom_tools: ['Own thing', 'Other'] })
    for (const _ of ['scanner', 'owner']) {
      const page = await look(token)
      expect(page).toMatchObject({
        status: 200,
        kind: 'open',
        managed: { slug, status: 'pending', state: 'It is in review.' },
        headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
      })
      expect(page.typed.get('name')).toBe(body['name'])
      expect(page.typed.getAll('tool_slugs')).toEqual(body['tool_slugs'])
      expect(page.typed.get('custom_tools')).toBe('Own thing\nOther')
    }
  })

  it('saves what is typed, and keeps what the form does not ask for', async () => {
    const { token, slug } = await submitted({ favicon_url: 'https://logo.example/a.svg' })
    const { typed } = await look(token)
    typed.set('description', 'Mended.')
    typed.set('action', 'save')
    expect(await send(token, typed)).toMatchObject({ status: 200, done: 'saved' })
    expect(await send(token, typed)).toMatchObject({ status: 200, done: 'unchanged' })
    const row = await rowOf(service.db, 'products', { slug }, ['description', 'favicon_url'])
    expect(row).toEqual({ description: 'Mended.', favicon_url: 'https://logo.example/a.svg' })
  })

  it('tells a problem beside what was typed, and takes no form of another site', async () => {
    const { token } = await submitted()
    const { typed } = await look(token)
    typed.set('description', '')
    const wrong = await send(token, typed)
    expect(wrong).toMatchObject({
      status: 400,
      kind: 'open',
      problem: { details: [{ path: 'description' }] },
    })
    expect(wrong.typed.get('description')).toBe('')
    expect((await send(token, typed, 'https://evil.example')).status).toBe(403)
  })

  it('requires the kind of a claim that is begun, and saves nothing without it', async () => {
    const { token } = await submitted()
    const { typed } = await look(token)
    typed.set('workflow_summary', 'It reads, it answers.')
    typed.set('description', 'Mended.')
    expect(await send(token, typed)).toMatchObject({
      status: 400,
      kind: 'open',
      problem: { details: [{ path: 'qualification_type' }] },
    })
    expect((await look(token)).typed.get('description')).not.toBe('Mended.')
  })

  it('of a public listing shows no earlier request for a revision', async () => {
    const { token, slug } = await submitted()
    await askRevision(service.db, { slug, actor: 'ada', notes: 'Say more.' }, service.urls)
    expect((await look(token)).managed).toMatchObject({ notes: ['Say more.'] })
    await approve(service.db, slug)
    expect((await look(token)).managed).toMatchObject({
      state: 'It is listed among all products.',
      notes: [],
    })
  })

  it('proposes a change of a public listing, and shows it as the owner wants it', async () => {
    const { token, slug } = await submitted()
    await approve(service.db, slug)
    const { typed } = await look(token)
    typed.set('name', 'Better name')
    const page = await send(token, typed)
    expect(page).toMatchObject({ status: 200, done: 'proposed', managed: { proposed: ['name'] } })
    expect(page.typed.get('name')).toBe('Better name')
    expect(page.managed!.state).toContain('waits for an editor')
  })

  it('takes a proposal back, shows a declined one with its reason, and what became of the listing', async () => {
    const { token, slug } = await submitted()
    await approve(service.db, slug)
    const propose = async (name: string) => {
      const { typed } = await look(token)
      typed.set('name', name)
      typed.set('message', `Please <b>call</b> it ${name}.`)
      return send(token, typed)
    }
    await propose('One')
    const taken = await send(token, { action: 'take-back' })
    expect(taken).toMatchObject({ done: 'taken-back', managed: { proposed: [], declined: null } })
    expect(await send(token, { action: 'take-back' })).toMatchObject({ done: 'not-taken-back' })

    await propose('Two')
    const { text } = await runCommand(service.db, ['show', slug])
    expect(text).toMatch(/its owner says +\| Please <b>call<\/b> it Two\./)
    const reason = 'The name is another product’s.'
    const note = 'Looks like a squatter.'
    await declineProposal(service.db, { slug, actor: 'grace', reason, note }, service.urls)
    const { managed } = await look(token)
    expect(managed!.declined).toMatchObject({ reason, fields: 'product name' })
    expect(managed!.history.map(({ sentence, text }) => [sentence, text])).toEqual([
      ['An editor declined the proposal.', reason],
      ['Its owner proposed to change product name.', 'Please <b>call</b> it Two.'],
      ['Its owner took the proposal back.', null],
      ['Its owner proposed to change product name.', 'Please <b>call</b> it One.'],
      ['An editor approved the listing.', null],
      ['Submitted.', null],
    ])
    for (const secret of ['grace', note]) expect(JSON.stringify(managed)).not.toContain(secret)
    expect((await propose('Three')).managed!.declined).toBeNull()
  })

  it('withdraws after a confirmation; the link then opens nothing, and the domain is free', async () => {
    const { token, slug, body } = await submitted()
    await approve(service.db, slug)
    expect(await send(token, { action: 'withdraw' })).toMatchObject({ status: 400, kind: 'open' })
    expect(await send(token, { action: 'withdraw', sure: 'yes' })).toMatchObject({
      status: 200,
      kind: 'withdrawn',
      name: body['name'],
    })
    expect(await look(token)).toMatchObject({ status: 404, kind: 'unknown' })
    expect((await callIn(service, 'get_product', `/products/${slug}`)).status).toBe(404)
    const again = await callIn(service, 'submit_product', '/submit', {
      body: validSubmission({ url: body.url }),
    })
    expect(again.status).toBe(201)
    const mails = await mailsTo(service, body.email)
    expect(mails.some(({ subject }) => subject?.includes('withdrawn'))).toBe(true)
  })

  it('names what a claim of it names: its address while it is pending, then its slug', async () => {
    const { token, slug, body } = await submitted()
    expect((await look(token)).managed!.claimable).toBe(body.url)
    await approve(service.db, slug)
    expect((await look(token)).managed!.claimable).toBe(slug)
  })

  it('says that it cannot read it when the database is away', async () => {
    const away = await testService(service.db, { db: awayDatabase() })
    const page = await receiveManage(new Request(`${site}/manage/x`), 'x'.repeat(43), away)
    const headers = { 'retry-after': '60' }
    expect(page).toMatchObject({ status: 503, kind: 'away', headers })
    const asked = await receiveStatus(post('/status', { slug: 'n8n', email: 'a@b.example' }), {
      ...away,
      limiter: service.limiter,
    })
    expect(asked).toMatchObject({ status: 503, headers })
  })
})

describe('asking for the link', () => {
  const ask = (slug: string, email: string) =>
    receiveLinkRequest(post('/manage', { slug, email }), service)
  const links = async (email: string) =>
    (await mailsTo(service, email)).filter(({ subject }) => /link/i.test(subject ?? ''))
  const firstLinks = (email: string) =>
    eventually(
      () => links(email),
      (found) => found.length > 0,
    )

  it('gives the same answer whether slug and address match or not, and sends a link that works', async () => {
    const { slug, body } = await submitted()
    const other = await ask(slug, 'stranger@else.example')
    expect(await ask(slug, ` ${body.email.toUpperCase()} `)).toEqual(other)
    expect(other).toMatchObject({ status: 200, isSent: true })
    const [mail] = await firstLinks(body.email)
    const token = /\/manage\/([\w-]+)/.exec(mail!.text!)![1]!
    expect(await look(token)).toMatchObject({ kind: 'open', managed: { slug } })
    expect(await links('stranger@else.example')).toEqual([])
  })

  it('takes the address of the listing for its name, and keeps what names none', async () => {
    const { slug, body } = await submitted()
    expect(await ask(`${site}/product/${slug}`, body.email)).toMatchObject({ isSent: true })
    await firstLinks(body.email)
    const page = await ask('my letter box', body.email)
    expect(page).toMatchObject({
      status: 400,
      isSent: false,
      problem: { details: [{ path: 'slug' }] },
    })
    expect(Object.fromEntries(page.typed)).toEqual({ slug: 'my letter box', email: body.email })
  })

  it('sends no second one within ten minutes', async () => {
    const { slug, body } = await submitted()
    const works: Promise<unknown>[] = []
    const afterAnswer = async (work: Promise<unknown>) => void works.push(work)
    for (let time = 0; time < 3; time++) {
      const request = post('/manage', { slug, email: body.email })
      const page = await receiveLinkRequest(request, { ...service, afterAnswer })
      expect(page).toMatchObject({ isSent: true })
    }
    await Promise.all(works)
    const sent = { to_email: body.email, kind: 'manage-link' }
    expect(await rowsOf(service.db, 'outbox', sent)).toHaveLength(1)
  })
})

describe('asking by e-mail', () => {
  const from = (address: string, path: string, slug: string, email: string) =>
    post(path, { slug, email }, { 'x-real-ip': address })

  it('answers ten of 300 guesses on /status from one address, and the owner at another address', async () => {
    const { slug, body } = await submitted()
    const statuses: number[] = []
    const address = freshClient()
    for (let guess = 0; guess < 300; guess++) {
      const email = guess < 299 ? `guess-${guess}@x.example` : body.email
      const page = await receiveStatus(from(address, '/status', slug, email), service)
      statuses.push(page.status)
      if (page.status !== 429) continue
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(0)
      expect(page.state).toBeUndefined()
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(404))
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]))
    const own = () => from(freshClient(), '/status', slug, body.email)
    expect((await receiveStatus(own(), service)).status).toBe(200)
  })

  it('counts by whichever way: the page, its link, the manage link, the API and MCP', async () => {
    const address = freshClient()
    const email = 'a@b.example'
    const get = `${site}/status?slug=nobody-1&email=${email}`
    const ways = [
      () => receiveStatus(from(address, '/status', 'nobody-2', email), service),
      () => receiveStatus(new Request(get, { headers: { 'x-real-ip': address } }), service),
      () => receiveLinkRequest(from(address, '/manage', 'nobody-3', email), service),
      () => callIn(service, 'get_product', `/products/nobody-4?email=${email}`, { from: address }),
      async () => {
        const given = { slug: 'nobody-5', email }
        const answer = (await toolCaller(service)('get_product', given, address)).toString()
        return { status: answer.includes('RATE_LIMITED') ? 429 : 404 }
      },
    ]
    for (const way of [...ways, ...ways]) expect((await way()).status).not.toBe(429)
    for (const way of ways) expect((await way()).status).toBe(429)
  })

  it('is never refused to a right e-mail for the guesses of others, and a right one does not count', async () => {
    const { slug, body } = await submitted()
    const ask = async (one: string, email: string, address = freshClient()) =>
      (await receiveStatus(from(address, '/status', one, email), service)).status
    for (const one of [slug, `${slug}-x`]) {
      const guesses = Array.from({ length: 61 }, () => ask(one, 'x@y.example'))
      expect((await Promise.all(guesses)).filter((status) => status === 429)).toHaveLength(1)
    }
    const address = freshClient()
    for (let times = 0; times < 12; times++) expect(await ask(slug, body.email, address)).toBe(200)
    // What is public needs no e-mail, and what has a token of its own is not asked by e-mail.
    const listed = await callIn(service, 'get_product', '/products/n8n?email=x@y.example')
    expect(listed.status).toBe(200)
  })

  it('with a NUL or half a character in it matches nothing, and is never a failure', async () => {
    for (const email of ['a\0b@c.example', '\0', 'a\u0001@c.example']) {
      const { slug } = await submitted()
      expect(
        (await receiveStatus(from(freshClient(), '/status', slug, email), service)).status,
      ).toBe(404)
      const link = await receiveLinkRequest(from(freshClient(), '/manage', slug, email), service)
      expect(link).toMatchObject({ status: 200, isSent: true })
      const query = new URLSearchParams({ email }).toString()
      const read = await callIn(service, 'get_product', `/products/${slug}?${query}`)
      expect(read.status).toBe(404)
      for (const given of [email, 'a\ud800@c.example']) {
        const call = toolCaller(service)('get_product', { slug, email: given }, freshClient())
        expect((await call).toString()).toContain('No product is listed under this slug.')
      }
    }
    expect(service.logged).toEqual([])
  })
})

describe('the status page', () => {
  const ask = (slug: string, email: string) =>
    receiveStatus(post('/status', { slug, email }), service)

  it('tells the submitter how it stands, in words, with the address for programs', async () => {
    const { slug, body } = await submitted()
    expect(await ask(slug, body.email)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      state: { kind: 'own', state: 'It is in review.', review_status_url: expect.any(String) },
    })
  })

  it('says of a listed product that its claim is still undecided, as do its mail and its manage page', async () => {
    const { slug, body, token } = await submitted({
      qualification_type: 'agent_native',
      agent_use_case: 'support',
      qualification_statement: 'Its agents answer.',
      workflow_summary: 'Reads, then answers.',
      agent_tools_used: ['LangGraph'],
      supporting_links: ['https://docs.example/agents'],
    })
    await approve(service.db, slug)
    const undecided = 'Your claim to be agent-native is still under review.'
    const state = `It is listed among all products. ${undecided}`
    expect((await ask(slug, body.email)).state).toMatchObject({ state })
    expect((await look(token)).managed).toMatchObject({ state })
    const mail = await rowOf(service.db, 'outbox', { to_email: body.email, kind: 'approval' })
    expect(mail.payload).toMatchObject({ claim: undecided })
  })

  it('takes the address of the listing for its name', async () => {
    const { slug, body } = await submitted()
    for (const typed of [`/product/${slug}`, `${site}/product/${slug}?x=1`])
      expect((await ask(typed, body.email)).state).toMatchObject({ kind: 'own', slug })
  })

  it('keeps the form and what was typed, which can be sent again, when it finds nothing', async () => {
    const typed = { slug: '/product/nobody', email: 'x@y.example' }
    const unknown = await ask(typed.slug, typed.email)
    const wrong = await ask('my letter box', typed.email)
    expect(unknown).toMatchObject({
      hasForm: true,
      status: 404,
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    })
    // Nothing was asked by the e-mail.
    expect(wrong).toMatchObject({
      hasForm: true,
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
      status: 400,
      problem: { details: [{ path: 'slug' }] },
    })
    expect([unknown, wrong].map((page) => Object.fromEntries(page.typed))).toEqual([
      typed,
      { ...typed, slug: 'my letter box' },
    ])
    // The link of a receipt holds the e-mail, and nothing of it was typed.
    const link = new Request(`${site}/status?slug=nobody&email=x@y.example`)
    expect(await receiveStatus(link, service)).toMatchObject({
      hasForm: false,
      headers: { 'referrer-policy': 'no-referrer' },
    })
  })

  it('takes the form that a miss has left, whose browser names no origin, from this site alone', async () => {
    const again = async (headers: Record<string, string>) => {
      const request = post(
        '/status',
        { slug: 'nobody', email: 'x@y.example' },
        { origin: 'null', ...headers },
      )
      return (await receiveStatus(request, service)).status
    }
    expect(await again({ 'sec-fetch-site': 'same-origin' })).toBe(404)
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await again({ 'sec-fetch-site': site })).toBe(403)
    expect(await again({})).toBe(403)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }
    expect(await again(foreign)).toBe(403)
  })

  it('tells anyone else whether it is listed, and a pending one from an unknown one to nobody', async () => {
    const { slug } = await submitted()
    const [pending, unknown] = [await ask(slug, 'x@y.example'), await ask('nobody', 'x@y.example')]
    expect(pending.state).toEqual({ kind: 'unknown' })
    expect({ ...unknown, typed: pending.typed }).toEqual(pending)
    expect((await ask('n8n', 'x@y.example')).state).toEqual({ kind: 'listed', slug: 'n8n' })
  })
})
