import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { expect, inject, it } from 'vitest'
import { getProduct } from '#contract/operations/get-product.ts'
import { listProducts } from '#contract/operations/list-products.ts'
import { lookupByUrl } from '#contract/operations/lookup-by-url.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { call, errorOf, submission, validSubmission } from '#testing/api.ts'
import { editor, eventually } from '#testing/editor.ts'
import { request } from '#testing/service.ts'

const claim = {
  qualification_type: 'agent_native',
  agent_use_case: 'support',
  qualification_statement: 'Its agents answer letters.',
  workflow_summary: 'Reads a letter, finds the file, writes an answer.',
  agent_tools_used: ['LangGraph'],
  supporting_links: ['https://docs.example/agents'],
}

it('a listing lives from submission over approval to its page, the API and the lookup', async () => {
  const body = validSubmission({
    name: 'Letter <b>Answerer</b> & Co',
    ...claim,
    founder_name: 'Ada Example',
    custom_tools: ['Quill'],
  })
  const sent = submission(body)
  const created = await call(submitProduct, sent.path, sent)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    success: true,
    slug: 'letter-b-answerer-b-co',
    // Files are not sending: nothing left this machine.
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

  // Nobody else can tell it from a slug that does not exist.
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
  // What an owner wrote is text on the page, never markup.
  expect(page.text).toContain('Letter &lt;b&gt;Answerer&lt;/b&gt; &amp; Co')
  // In an attribute `<` is only a letter; what ends one is a quotation mark.
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

  // An approved listing is no secret, so the duplicate names it.
  const again = submission(validSubmission({ url: `http://${domain}:8080/other` }))
  const duplicate = await call(submitProduct, again.path, again)
  expect({ status: duplicate.status, error_code: duplicate.body['error_code'] }).toEqual(
    errorOf('duplicate_domain'),
  )
  expect(String(duplicate.body['error'])).toContain(slug)
})

it('a submission writes a receipt and a verification mail whose link confirms the owner once', async () => {
  const body = validSubmission()
  const sent = submission(body)
  await call(submitProduct, sent.path, sent)
  const mails = await mailsTo(body.email)
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Confirm your address',
    'We received your submission',
  ])
  const verification = mails.find(({ subject }) => subject?.startsWith('Confirm'))!
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

it('a rejected listing is an unknown one for everybody, and its domain is free while its slug is not', async () => {
  // A name like no other: the 404 suggests approved listings whose slug is near, and other tests
  // approve some meanwhile.
  const body = validSubmission({ name: 'Unheard violin of quartz' })
  const sent = submission(body)
  const created = await call(submitProduct, sent.path, sent)
  const slug = String(created.body['slug'])
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
  const mail = (await mailsTo(body.email)).find(({ subject }) =>
    subject?.includes('was not accepted'),
  )!
  expect(mail.text).toContain('It has no <website> yet.')
  expect(mail.html).toContain('It has no &lt;website&gt; yet.')

  const again = submission({ ...body, email: `second-${body.email}` })
  expect((await call(submitProduct, again.path, again)).body).toMatchObject({
    success: true,
    slug: `${slug}-1`,
  })
})

async function mailsTo(address: string) {
  const folder = path.join(inject('served').dataDir, 'mail')
  const files = await readdir(folder)
  const mails = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(path.join(folder, file)))),
  )
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address))
}
