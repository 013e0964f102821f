import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { getProduct } from '#contract/operations/get-product.ts'
import { listProducts } from '#contract/operations/list-products.ts'
import { lookupByUrl } from '#contract/operations/lookup-by-url.ts'
import { call, errorOf, submit, validSubmission } from '#testing/api.ts'
import { editor, eventually } from '#testing/editor.ts'
import { mailsTo } from '#testing/service-parts.ts'
import { request } from '#testing/service.ts'

const mails = () => path.join(inject('served').dataDir, 'mail')

const claim = {
  qualification_type: 'agent_native',
  agent_use_case: 'support',
  qualification_statement: 'Its agents answer letters.',
  workflow_summary: 'Reads a letter, finds the file, writes an answer.',
  agent_tools_used: ['LangGraph'],
  supporting_links: ['https://docs.example/agents'],
}

it('a submission is approved, and is then on its page, in the API and in the lookup', async () => {
  const body = validSubmission({
    name: 'Letter <b>Answerer</b> & Co',
    ...claim,
    founder_name: 'Ada Example',
    custom_tools: ['Quill'],
  })
  const created = await submit(body)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    success: true,
    slug: 'letter-b-answerer-b-co',
    // A mail that is written as a file does not count as sent.
    receiptSent: false,
    badge_opt_in: false,
    owner_claim: { email: body.email, status: 'unverified', verification_email_sent: false },
    claim_status: 'submitted',
    claim_eligibility: 'agent_directory',
    next_action_code: 'UNDER_EDITORIAL_REVIEW',
  })
  const slug = String(created.body['slug'])
  const statusPath = `/products/${slug}?email=${encodeURIComponent(body.email)}`
  expect(String(created.body['review_status_url']).endsWith(`/api/v1${statusPath}`)).toBe(true)

  const pending = await call(getProduct, statusPath)
  expect(pending.body).toMatchObject({
    product: { slug, name: body['name'], status: 'pending' },
    badge: {
      available: false,
      verification: { status: 'pending_approval', requires_manual_review: true },
    },
    next_action_code: 'UNDER_EDITORIAL_REVIEW',
  })
  expect(Object.keys(pending.body['product'] as object).sort()).toEqual([
    'created_at',
    'name',
    'slug',
    'status',
  ])
  expect(pending.headers['cache-control']).toBe('no-store')
  expect(pending.headers['referrer-policy']).toBe('no-referrer')

  // For everybody else the answer is that of an unknown slug.
  for (const query of ['', '?email=', '?email=other@example.com', '?email=not-an-address']) {
    const hidden = await call(getProduct, `/products/${slug}${query}`)
    const unknown = await call(getProduct, `/products/letter-b-answerer-b-cp${query}`)
    expect(hidden).toMatchObject({ status: 404, body: { error_code: 'VALIDATION_ERROR' } })
    expect(hidden.text).toBe(unknown.text)
  }
  const domain = new URL(body.url).host
  expect((await call(lookupByUrl, `/lookup?url=${domain}`)).body).toMatchObject({
    listed: false,
    next_action_code: 'SUBMIT_PRODUCT',
  })

  const queue = await editor(['queue', '--json'])
  expect(JSON.parse(queue.stdout)).toMatchObject({
    listings: expect.arrayContaining([expect.objectContaining({ slug, domain })]),
  })
  const approval = await editor(['approve', slug, '--yes', '--json', '--as', 'ada'])
  expect(JSON.parse(approval.stdout)).toMatchObject({
    outcome: 'approved',
    slug,
    rebuild: 'asked',
    mails: [{ kind: 'approval', delivered: true }],
  })

  const page = await eventually(
    () => request(`${inject('served').url}/product/${slug}`),
    ({ status }) => status === 200,
  )
  // Nobody recorded a reading of it, so its page speaks of the approval alone.
  expect(page.text).toMatch(/It was submitted, and an editor approved it on \d+ \w+ \d{4}\./)
  expect(page.text).toContain('No source is named')
  expect(page.text).not.toMatch(/\bread by\b|were read/i)
  // The texts of an owner are escaped.
  expect(page.text).toContain('Letter &lt;b&gt;Answerer&lt;/b&gt; &amp; Co')
  // Inside a quoted attribute `<` needs no escape.
  expect(page.text.replace(/"[^"]*"/g, '""')).not.toContain('<b>Answerer')
  expect((await call(listProducts, '/products?limit=1')).body).toMatchObject({
    products: [{ slug, submitted_by_agent: true }],
  })
  expect((await call(lookupByUrl, `/lookup?url=https://www.${domain}/pricing`)).body).toMatchObject(
    {
      listed: true,
      match: 'exact',
      product: { slug, status: 'approved' },
      stack: [{ slug: 'postgresql' }, { slug: 'typescript' }],
    },
  )
  const approved = await call(getProduct, `/products/${slug}`)
  expect(approved.body).toMatchObject({
    product: {
      status: 'approved',
      founder_profile_slug: 'ada-example',
      // The claim is submitted, not verified: it is not an agent product yet, and custom tools wait
      // for an editor.
      is_agent_product: false,
      tools: [{ slug: 'postgresql' }, { slug: 'typescript' }],
      trust: { source_kind: 'user_submission', source_quality: 'manual_review_only' },
    },
    badge: {
      available: true,
      verification: { status: 'awaiting_verification', requires_badge_install: true },
    },
    claim_status: 'submitted',
    claim_eligibility: 'all_products',
    next_action_code: 'APPROVED_FOR_ALL_PRODUCTS_ONLY',
  })
  expect(approved.text).not.toContain(body.email)

  // The error may name the approved listing, which is public.
  const duplicate = await submit(validSubmission({ url: `http://${domain}:8080/other` }))
  expect({ status: duplicate.status, error_code: duplicate.body['error_code'] }).toEqual(
    errorOf('duplicate_domain'),
  )
  expect(String(duplicate.body['error'])).toContain(slug)
})

it('a submission writes a receipt and a verification mail whose link confirms the owner once', async () => {
  const body = validSubmission()
  await submit(body)
  const sent = await mailsTo({ mails: mails() }, body.email)
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    'Confirm your address',
    'We received your submission',
  ])
  const verification = sent.find(({ subject }) => subject?.startsWith('Confirm'))!
  const link = new URL(/https?:\S+confirm-owner\S+/.exec(verification.text!)![0])
  expect(verification.html).toContain(link.href)
  const url = `${inject('served').url}${link.pathname}${link.search}`

  // A mail scanner that fetches the link changes nothing.
  for (let times = 0; times < 2; times++)
    expect((await request(url)).text).toContain('Press the button')
  const confirmed = await request(url, { method: 'POST' })
  expect(confirmed).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
  expect(confirmed.text).toContain('is confirmed')
  expect((await request(url, { method: 'POST' })).status).toBe(404)
  const shown = await editor([
    'show',
    String(body['name']).toLowerCase().replaceAll(' ', '-'),
    '--json',
  ])
  // The address is at the listing's own domain.
  expect(JSON.parse(shown.stdout)).toMatchObject({ owner_status: 'domain_verified' })
})

it('a rejected listing gets the 404 of an unknown one; its domain is free again, its slug is not', async () => {
  // An unusual name: the 404 suggests approved listings with similar slugs, and other tests approve
  // some meanwhile.
  const body = validSubmission({ name: 'Unheard violin of quartz' })
  const slug = String((await submit(body)).body['slug'])
  const refused = await editor(['reject', slug, '--yes'])
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.stderr).toContain('--reason')
  expect(
    (await editor(['reject', slug, '--reason', 'It has no <website> yet.', '--yes'])).code,
  ).toBe(0)

  const rejected = await call(
    getProduct,
    `/products/${slug}?email=${encodeURIComponent(body.email)}`,
  )
  const unknown = await call(
    getProduct,
    `/products/${slug}-0?email=${encodeURIComponent(body.email)}`,
  )
  expect(rejected.status).toBe(404)
  expect(rejected.text).toBe(unknown.text)
  const sent = await mailsTo({ mails: mails() }, body.email)
  const mail = sent.find(({ subject }) => subject?.includes('was not accepted'))!
  expect(mail.text).toContain('It has no <website> yet.')
  expect(mail.html).toContain('It has no &lt;website&gt; yet.')

  const again = await submit({ ...body, email: `second-${body.email}` })
  expect(again.body).toMatchObject({ success: true, slug: `${slug}-1` })
})
