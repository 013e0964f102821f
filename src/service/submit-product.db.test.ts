import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { insertMails } from '#db/queries/outbox.ts'
import { askForRebuild, rebuildState } from '#db/queries/rebuilds.ts'
import { mailOf } from '#mail/mails.ts'
import { errorOf, validSubmission } from '#testing/api.ts'
import { approve, callIn, freshClient, mailsTo, testStarters } from '#testing/service-parts.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'

const service = testStarters()

const submit = (
  body: unknown,
  { query = '', ...sent }: { query?: string; headers?: Record<string, string>; from?: string } = {},
) => callIn(service, 'submit_product', `/submit${query}`, { body, ...sent })

/** The service with a provider that takes mails so. */
const sending = (send: () => Promise<boolean>) => ({
  ...service,
  mailer: { ...service.mailer, transport: { send } },
})

const outcome = (answer: { status: number; body: Record<string, unknown> }) => ({
  status: answer.status,
  error_code: answer.body['error_code'],
})

const productOf = (slug: unknown) => rowOf(service.db, 'products', { slug: String(slug) })

describe('what is refused', () => {
  it('every problem of a body is reported at once, each with its field', async () => {
    const { body, status } = await submit({
      name: 'x'.repeat(81),
      url: 'http://127.1/',
      email: 'nobody',
      founder_twitter: 'x'.repeat(31),
      qualification_type: 'agent_native',
      agent_tools_used: Array.from({ length: 9 }, (_, index) => `tool ${index}`),
      audience_tags: ['everyone'],
    })
    expect(status).toBe(400)
    expect(body['error_code']).toBe('VALIDATION_ERROR')
    const paths = (body['details'] as { path: string }[]).map(({ path }) => path)
    expect(paths.sort()).toEqual([
      'agent_tools_used',
      'agent_use_case',
      'audience_tags.0',
      'description',
      'email',
      'founder_twitter',
      'name',
      'qualification_statement',
      'supporting_links',
      'tool_slugs',
      'url',
      'workflow_summary',
    ])
  })

  it.each([
    ['an IP address', 'http://192.168.0.1/'],
    ['a public suffix', 'https://github.io/'],
    ['a code host without a repository', 'https://github.com/owner'],
    ['a private name', 'http://printer.local/'],
    ['credentials', 'https://me:secret@example.com/'],
  ])('a homepage that is %s is refused', async (_, url) => {
    const answer = await submit(validSubmission({ url }))
    expect(outcome(answer)).toEqual(errorOf('invalid_request'))
    expect(answer.body['details']).toMatchObject([{ path: 'url' }])
  })

  it('unknown tool slugs are named; unknown ids and referral codes are ordinary bad data', async () => {
    const unknownSlug = await submit(
      validSubmission({ tool_slugs: ['postgresql', 'abacus'], referral_code: 'nope' }),
    )
    expect(outcome(unknownSlug)).toEqual(errorOf('unknown_tools'))
    expect(unknownSlug.body['details']).toMatchObject([
      { path: 'tool_slugs' },
      { path: 'referral_code' },
    ])
    expect(String(unknownSlug.body['error'])).toContain('"abacus"')
    const unknownId = await submit(
      validSubmission({ tool_ids: ['00000000-0000-4000-8000-000000000000'] }),
    )
    expect(outcome(unknownId)).toEqual(errorOf('invalid_request'))
  })
})

describe('what is accepted', () => {
  it('unknown fields are ignored, and the tier is free whatever is sent', async () => {
    const more = { submission_tier: 'paid_fast_track', status: 'approved', is_featured: true }
    const answer = await submit(validSubmission(more))
    expect(answer.status).toBe(201)
    expect(answer.body['warnings']).toMatchObject([
      { path: 'submission_tier', message: 'is ignored: a submission is always of the free tier' },
      { path: 'status' },
      { path: 'is_featured' },
    ])
    expect(await productOf(answer.body['slug'])).toMatchObject({
      submission_tier: 'free',
      status: 'pending',
      is_featured: false,
      submitted_by_agent: true,
    })
  })

  it('claim fields without qualification_type are kept and named, in the dry run and for good', async () => {
    const body = validSubmission({ agent_use_case: 'support', workflow_summary: 'They read.' })
    const dry = await submit(body, { query: '?dry_run=true' })
    const headers = { 'idempotency-key': randomUUID() }
    const real = await submit(body, { headers })
    const again = await submit(body, { headers })
    for (const { body: answer } of [dry, real, again])
      expect(answer['warnings']).toEqual(
        ['agent_use_case', 'workflow_summary'].map((path) => ({
          path,
          message:
            'is kept for the editors and not shown: without qualification_type it is no claim',
        })),
      )
    expect(await productOf(real.body['slug'])).toMatchObject({
      agent_use_case: 'support',
      workflow_summary: 'They read.',
      qualification_type: null,
      claim_review_status: null,
    })
  })

  it('what is used whole is answered without warnings', async () => {
    const body = validSubmission({ tool_slugs: ['docker', 'docker'], agent_tools_used: [] })
    expect((await submit(body)).body).not.toHaveProperty('warnings')
  })

  it('tools named by slug and by id are added up, in order and without repetition', async () => {
    const { toolsById, tools } = await service.catalog.current()
    const { id, slug } = tools.find((tool) => tool.slug === 'docker')!
    const answer = await submit(
      validSubmission({
        tool_slugs: ['redis', slug],
        tool_ids: [id.toUpperCase()],
        custom_tools: ['Abacus', 'Abacus'],
      }),
    )
    expect(answer.status).toBe(201)
    const { id: product } = await productOf(answer.body['slug'])
    const named = await rowsOf(service.db, 'product_tools', { product_id: product }, ['tool_id'])
    expect(named.map(({ tool_id }) => toolsById.get(tool_id)!.slug)).toEqual(['redis', slug])
    const custom = await rowsOf(service.db, 'product_custom_tools', { product_id: product })
    expect(custom.map(({ name }) => name)).toEqual(['Abacus'])
  })

  it('a repository on a code host is one product, apart from all others there', async () => {
    const at = (path: string) =>
      submit(validSubmission({ url: `https://${path.replace('OWNER', `owner-${process.pid}`)}` }))
    expect((await at('github.com/OWNER/One.git')).status).toBe(201)
    expect((await at('github.com/OWNER/two')).status).toBe(201)
    const again = outcome(await at('www.github.com/OWNER/one/issues'))
    expect(again).toEqual(errorOf('duplicate_domain'))
  })

  it('a subdomain is not a duplicate of its parent, and a pending duplicate is not named', async () => {
    const body = validSubmission()
    const { slug } = (await submit(body)).body
    const below = validSubmission({ url: `https://app.${new URL(body.url).host}/` })
    expect((await submit(below)).status).toBe(201)
    const duplicate = await submit(validSubmission({ url: body.url }))
    expect(outcome(duplicate)).toEqual(errorOf('duplicate_domain'))
    expect(duplicate.text).not.toContain(String(slug))
    // An approved listing is no secret.
    await approve(service.db, String(slug))
    const named = await submit(validSubmission({ url: `${body.url}other` }))
    expect(outcome(named)).toEqual(errorOf('duplicate_domain'))
    expect(String(named.body['error'])).toContain(`/product/${slug}`)
  })

  it.each([
    ['https://github.com/n8n-io/n8n/tree/master', 'is the repository of n8n, which is listed'],
    ['https://desk.n8n.io', 'is below the domain of n8n, which is listed'],
  ])('%s under another name is warned of, in the dry run and for good', async (url, message) => {
    const body = validSubmission({ name: 'Desk Oracle', url })
    const warnings = [{ path: 'url', message: expect.stringContaining(message) }]
    for (const query of ['?dry_run=true', ''])
      expect((await submit(body, { query })).body).toMatchObject({ warnings })
  })

  it('a dry run says what would happen and creates nothing', async () => {
    const body = validSubmission()
    const from = freshClient()
    const dry = await submit(body, { query: '?dry_run=true', from })
    expect(dry).toMatchObject({
      status: 200,
      body: { valid: true, domain: new URL(body.url).host },
    })
    expect(await mailsTo(service, body.email)).toEqual([])
    const real = await submit(body, { from })
    expect(real).toMatchObject({ status: 201, body: { slug: dry.body['slug'] } })
    expect(outcome(await submit(validSubmission(), { query: '?dry_run=true', from }))).toEqual(
      errorOf('rate_limited'),
    )
    expect(outcome(await submit(body, { query: '?dry_run=perhaps' }))).toEqual(
      errorOf('invalid_request'),
    )
  })

  it('a dry run does not tell that an e-mail used its three of a day', async () => {
    const { email } = validSubmission()
    for (let times = 0; times < 3; times++)
      expect((await submit(validSubmission({ email }))).status).toBe(201)
    expect((await submit(validSubmission({ email }))).status).toBe(429)
    expect((await submit(validSubmission({ email }), { query: '?dry_run=true' })).status).toBe(200)
  })

  it('a dry run does not tell that a domain waits for review, only that it is listed', async () => {
    const { url } = validSubmission()
    expect((await submit(validSubmission({ url }))).status).toBe(201)
    const dry = (at: unknown) => submit(validSubmission({ url: at }), { query: '?dry_run=true' })
    expect(await dry(url)).toMatchObject({ status: 200, body: { valid: true } })
    expect((await submit(validSubmission({ url }))).status).toBe(409)
    expect((await dry('https://n8n.io')).status).toBe(409)
  })

  it('a dry run tells no slug that only a pending listing would have changed', async () => {
    const name = `Twice the name ${process.pid}`
    const [first] = [await submit(validSubmission({ name }))]
    const dry = await submit(validSubmission({ name }), { query: '?dry_run=true' })
    expect(dry.body['slug']).toBe(first.body['slug'])
    const second = await submit(validSubmission({ name }))
    expect(second.body['slug']).toBe(`${String(first.body['slug'])}-1`)
  })

  it('its status, its mails and their links are the submitter’s, and nothing is said to be sent that is a file', async () => {
    const body = validSubmission()
    const answer = await submit(body)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        success: true,
        receiptSent: false,
        badge_opt_in: false,
        owner_claim: { email: body.email, status: 'unverified', verification_email_sent: false },
        next_action_code: 'UNDER_EDITORIAL_REVIEW',
      },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body['review_status_url']).toBe(
      `${service.urls.api}/products/${String(answer.body['slug'])}?email=${encodeURIComponent(body.email)}`,
    )
    const mails = await mailsTo(service, body.email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Confirm your address',
      'We received your submission',
    ])
    for (const { text } of mails) expect(text).toContain(String(body['name']))
  })

  it('the mails of a provider that is silent are left to the outbox, and the answer comes at the deadline', async () => {
    const settings = { ...service.settings, mailDeadlineMs: 1 }
    const silent = { ...sending(() => new Promise(() => {})), settings }
    const body = validSubmission()
    expect(await callIn(silent, 'submit_product', '/submit', { body })).toMatchObject({
      status: 201,
      body: { receiptSent: false },
    })
    const waiting = await rowsOf(service.db, 'outbox', { to_email: body.email, sent_at: null })
    expect(waiting).toHaveLength(2)
  })

  it('what a provider did not take before goes after the next submission, and a rebuild that waits with it', async () => {
    const following: Promise<unknown>[] = []
    const afterAnswer = async (work: Promise<unknown>) => void following.push(work)
    const earlier = validSubmission()
    const refusing = { ...sending(() => Promise.reject(new Error('451'))), afterAnswer }
    await callIn(refusing, 'submit_product', '/submit', { body: earlier })
    await Promise.all(following)
    expect(await mailsTo(service, earlier.email)).toEqual([])
    await service.db
      .updateTable('outbox')
      .set({ next_attempt_at: new Date(0) })
      // What other tests left waiting may be more than goes at once.
      .where('to_email', '=', earlier.email)
      .execute()
    await askForRebuild(service.db, 'ada')
    const hook = createServer((_, response) => response.writeHead(201).end())
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
    const hooked = { ...service, afterAnswer, builder: { kind: 'hook' as const, url } }
    await callIn(hooked, 'submit_product', '/submit', { body: validSubmission() })
    await Promise.all(following)
    await new Promise((resolve) => hook.close(resolve))
    expect(await mailsTo(service, earlier.email)).toHaveLength(2)
    expect((await rebuildState(service.db)).waiting).toBeNull()
  })

  it('three submissions a day have all their mails; past the mails of the day there are none, and the submission stands', async () => {
    const accepting = sending(() => Promise.resolve(true))
    const fields = { name: 'Acme', manage_url: 'https://x.example/m', days: 30 }
    const link = { ...mailOf('manage-link', fields), product_id: null }
    const askFor = (links: number, to_email: string) =>
      insertMails(
        service.db,
        Array.from({ length: links }, () => ({ ...link, to_email })),
      )
    const submitBy = (email: string) =>
      callIn(accepting, 'submit_product', '/submit', { body: validSubmission({ email }) })
    const { email } = validSubmission()
    await askFor(1, email)
    for (let number = 0; number < 3; number++)
      expect((await submitBy(email)).body).toMatchObject({
        receiptSent: true,
        owner_claim: { verification_email_sent: true },
      })
    const { email: victim } = validSubmission()
    await askFor(7, victim)
    expect(await submitBy(victim)).toMatchObject({
      status: 201,
      body: { receiptSent: false, owner_claim: { verification_email_sent: false } },
    })
  })

  it('an Idempotency-Key belongs to its submitter: the same one of a stranger is another key', async () => {
    const headers = { 'idempotency-key': '1' }
    const first = await submit(validSubmission(), { headers })
    const second = await submit(validSubmission(), { headers })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body['slug']).not.toBe(first.body['slug'])
    expect(second.headers.has('idempotency-replayed')).toBe(false)
  })

  it('an Idempotency-Key, and the name of a field, with a NUL or half a character is kept', async () => {
    const body = { ...validSubmission(), 'odd\0': 1, '\ud800': 2 }
    const sent = { headers: { 'idempotency-key': 'a-key' } }
    const first = await submit(body, sent)
    expect(first).toMatchObject({ status: 201, body: { warnings: expect.any(Array) } })
    expect((await submit(body, sent)).body).toEqual(first.body)
  })
})

describe('rate limits', () => {
  it('one submission an hour from one address; the wait is exact to the second', async () => {
    const from = freshClient()
    expect((await submit(validSubmission(), { from })).status).toBe(201)
    const limited = await submit(validSubmission(), { from })
    expect(outcome(limited)).toEqual(errorOf('rate_limited'))
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3590)
    expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
  })

  it('three submissions a day with one e-mail, however it is spelled', async () => {
    const { email } = validSubmission()
    for (const spelling of [email, email.toUpperCase(), ` ${email} `])
      expect((await submit(validSubmission({ email: spelling }))).status).toBe(201)
    const from = freshClient()
    const limited = await submit(validSubmission({ email }), { from })
    expect(outcome(limited)).toEqual(errorOf('rate_limited'))
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(86_300)
    // Both buckets or neither: the refusal left the address its slot.
    expect((await submit(validSubmission(), { from })).status).toBe(201)
  })

  it('a refused request uses up no slot', async () => {
    const from = freshClient()
    await submit({ name: 'only a name' }, { from })
    await submit(validSubmission({ tool_slugs: ['abacus'] }), { from })
    await submit(validSubmission({ url: 'https://n8n.io' }), { from })
    expect((await submit(validSubmission(), { from })).status).toBe(201)
  })

  it('after 120 attempts in a minute an address is refused whatever it sends', async () => {
    const from = freshClient()
    const answers = await Promise.all(Array.from({ length: 125 }, () => submit({}, { from })))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(outcome(await submit(validSubmission(), { from }))).toEqual(errorOf('rate_limited'))
  })
})

describe('many at once', () => {
  it('of a hundred submissions of one domain exactly one wins, and the others are duplicates', async () => {
    const { url } = validSubmission()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => submit(validSubmission({ url }))),
    )
    expect(countBy(answers)).toEqual({ 201: 1, 409: 99 })
  })

  // One after the other, within the ten seconds that each has also on a machine with other work.
  it('fifty submissions of one name get fifty slugs', async () => {
    const name = `Same name ${process.pid}`
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => submit(validSubmission({ name }))),
    )
    expect(countBy(answers)).toEqual({ 201: 50 })
    expect(new Set(answers.map(({ body }) => body['slug'])).size).toBe(50)
  })
})

function countBy(answers: { status: number }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
