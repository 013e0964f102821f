import { beforeAll, expect, it } from 'vitest'
import { listHistory } from '#db/queries/history.ts'
import { acceptProposal } from '#editorial/proposal.ts'
import { fresh, insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { eventually } from '#testing/editor.ts'
import { type TestService, mailsTo, postForm as post, testService } from '#testing/service-parts.ts'
import { receiveClaim, receiveClaimLook } from './receive-claim.ts'
import { receiveManage } from './receive-manage.ts'

const database = testDatabase()
const site = 'https://proofstack.example'
const records = new Map<string, string[][]>()
let service: TestService
let slug: string
let domain: string

beforeAll(async () => {
  domain = `${fresh('claimed')}.example`
  const listing = await insertApproved(database.db, {
    source_kind: 'curated',
    submitter_email: null,
    domain,
    registrable_domain: domain,
    url: `https://${domain}`,
  })
  slug = listing.slug
  service = await testService(database.db, {
    network: {
      fetch: async (url) => ({
        kind: 'answered',
        url,
        status: 404,
        headers: {},
        body: '',
        isCut: false,
      }),
      resolveTxt: async (name) => {
        const found = records.get(name)
        if (found || name === 'example.com') return found ?? [['v=spf1 -all']]
        throw Object.assign(new Error('no data'), { code: 'ENODATA' })
      },
    },
  })
})

const start = (fields: Record<string, string>, origin?: string) =>
  receiveClaim(post('/claim', fields, origin ? { origin } : {}), service)
const idIn = (location = '') => location.split('/').at(-1)!
const look = (id: string) => receiveClaimLook(post(`/claim/${id}`, {}), id, service)
const see = (id: string) => receiveClaimLook(new Request(`${site}/claim/${id}`), id, service)

it('an owner claims an editor’s listing by its page, proposes a correction, and it is accepted', async () => {
  const began = performance.now()
  const form = await receiveClaim(new Request(`${site}/claim?slug=${slug}`), service)
  expect(form).toMatchObject({ status: 200, kind: 'form' })
  expect(form.typed.get('slug')).toBe(slug)

  const email = `ada@${domain}`
  const started = await start({ slug: `${site}/product/${slug}`, email })
  const id = idIn(started.location)
  expect(started.location).toBe(`${site}/claim/${id}`)
  const page = await see(id)
  expect(page).toMatchObject({ status: 200, kind: 'claim', claim: { state: 'open' } })
  expect(page.claim!.ways.map(({ way }) => way)).toEqual(['dns', 'website'])
  // The address of the page is no secret, so the e-mail is masked there.
  expect(page.claim).toMatchObject({ for: `a…@${domain}` })
  expect(JSON.stringify(page)).not.toContain(email)

  // The mail's link leads to the claim until it is proved.
  const [mail] = await eventually(
    () => mailsTo(service, email),
    (sent) => sent.length > 0,
  )
  const [, token = ''] = /\/manage\/([\w-]+)/.exec(mail!.text!)!
  const manage = (request?: Request) =>
    receiveManage(request ?? new Request(`${site}/manage/${token}`), token, service)
  expect(await manage()).toMatchObject({ status: 404, kind: 'unknown', claim: { id } })

  const missing = await look(id)
  expect(missing).toMatchObject({ status: 200, claim: { state: 'open' } })
  expect(missing.checked!.looked.map(({ code }) => code)).toEqual(['dns_no_record', 'file_missing'])

  records.set(`_proofstack.${domain}`, [[id]])
  expect(await look(id)).toMatchObject({
    claim: { state: 'proved' },
    checked: { state: 'proved', slug },
  })
  const opened = await manage()
  expect(opened).toMatchObject({
    kind: 'open',
    managed: { slug, claim: { way: 'dns', where: `dns:_proofstack.${domain}?type=TXT` } },
  })

  opened.typed.set('action', 'save')
  opened.typed.set('description', 'Answers letters in forty languages.')
  opened.typed.set('custom_tools', 'Quill')
  opened.typed.set('message', 'See the front page.')
  const proposed = await manage(post(`/manage/${token}`, Object.fromEntries(opened.typed)))
  expect(proposed).toMatchObject({ status: 200, done: 'proposed' })
  const codeHosts = service.catalog.codeHosts
  const accepted = await acceptProposal(
    database.db,
    { slug, actor: 'grace' },
    { urls: service.urls, codeHosts },
  )
  expect(accepted).toMatchObject({ outcome: 'done' })
  await eventually(
    async () => (await service.catalog.current({ evenEarly: true })).product(slug)!.detail(),
    (detail) => detail.includes('forty languages'),
  )
  expect(performance.now() - began).toBeLessThan(60_000)
  const actions = await listHistory(database.db, { slug, limit: 9 })
  expect(actions.map(({ action }) => action)).toEqual(['accept', 'propose', 'claim'])
})

it('what names no listing is said beside the field, and no other site can send the form', async () => {
  const email = 'ada@letterbox.example'
  for (const named of ['my letter box', 'nobody-has-this']) {
    const page = await start({ slug: named, email })
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(page).toMatchObject({ kind: 'form', problem: expect.anything() })
    expect(page.location).toBeUndefined()
    expect(page.typed.get('email')).toBe(email)
  }
  expect(await start({ slug, email: 'no address' })).toMatchObject({
    status: 400,
    problem: { details: [{ path: 'email' }] },
  })
  expect(await start({ slug, email }, 'https://evil.example')).toMatchObject({ status: 403 })
})

it('a product that is not public is claimed by its address, whether anybody knows it or not', async () => {
  const started = await start({ slug: 'unknown-product.example', email: 'ada@letterbox.example' })
  expect(await see(idIn(started.location))).toMatchObject({ kind: 'claim' })
  for (const unknown of ['0'.repeat(32), 'x', `\0${'0'.repeat(31)}`])
    expect(await see(unknown)).toMatchObject({ status: 404, kind: 'unknown' })
})
