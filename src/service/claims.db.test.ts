// Claims of ownership, from their start to their end, with a made repository, website and DNS.
import { describe, expect, it, vi } from 'vitest'
import { fresh, insertApproved, insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import {
  type TestService,
  callIn,
  freshClient,
  mailsTo,
  testService,
} from '#testing/service-parts.ts'
import { insertRow, rowOf, rowsOf, setRows } from '#testing/rows.ts'
import { listWork } from '#db/queries/waiting-work.ts'
import { settleClaim } from '#editorial/settle-claim.ts'
import { recheckDueClaims } from '#editorial/recheck-claims.ts'
import type { Fetched, GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { findClaimOfLink } from './claim-state.ts'

const database = testDatabase()
const commit = '1d2f3a4b5c6d7e8f90112233445566778899aabb'

/** The network: texts by address, TXT records by name, and repositories with their id and file. */
interface World {
  pages: Record<string, string | Fetched>
  records: Record<string, string[][] | Error>
  repositories: Record<string, { id: number; file?: string; name?: string }>
}
const world: World = { pages: {}, records: {}, repositories: {} }
let service: TestService
const fetched: string[] = []
/** A name that our resolver knows while it works. */
const known = { 'example.com': [['v=spf1 -all']] }

const answered = (url: string, status: number, body: string): Fetched => ({
  kind: 'answered',
  status,
  url,
  headers: {},
  body,
  isCut: false,
})

const etagOf = (id: number) => `"${id}"`

const fetch: GuardedFetch = async (url, { headers } = {}) => {
  fetched.push(headers?.['if-none-match'] === undefined ? url : `${url} (known)`)
  const page = world.pages[url]
  if (page !== undefined) return typeof page === 'string' ? answered(url, 200, page) : page
  const [, name = '', rest] =
    /^https:\/\/(?:api\.github\.com\/repos|raw\.githubusercontent\.com)\/([^/]+\/[^/]+)(.*)$/.exec(
      url,
    ) ?? []
  const moved = Object.values(world.repositories).find((one) => one.name === name)
  const repository = world.repositories[name] ?? moved
  if (!repository) return answered(url, 404, 'Not Found')
  if (rest === '') {
    const about = { id: repository.id, html_url: `https://github.com/${repository.name ?? name}` }
    const more = { default_branch: 'main', archived: false, license: null }
    if (headers?.['if-none-match'] === etagOf(repository.id)) return answered(url, 304, '')
    const answer = answered(url, 200, JSON.stringify({ ...about, ...more }))
    return { ...answer, headers: { etag: etagOf(repository.id) } } as Fetched
  }
  if (rest === '/commits/main') {
    const date = { committer: { date: '2026-11-20T10:00:00Z' } }
    return answered(url, 200, JSON.stringify({ sha: commit, commit: date }))
  }
  return repository.file === undefined
    ? answered(url, 404, 'Not Found')
    : answered(url, 200, repository.file)
}

const failing = (code: string) => Object.assign(new Error(code), { code })

async function resolveTxt(name: string): Promise<string[][]> {
  const records = { ...known, ...world.records }[name]
  if (records instanceof Error) throw records
  if (records === undefined) throw failing('ENODATA')
  return records
}

/** A public curated listing with a repository, in the catalogue of a new service. */
async function listed(more: Parameters<typeof insertApproved>[1] = {}) {
  const name = fresh('claimed')
  const repository = `acme/${name}`
  const reading = { by: 'Ada', at: '2026-11-01T00:00:00.000Z', commit, committed_on: null }
  const product = await insertApproved(database.db, {
    slug: name,
    source_kind: 'curated',
    submitter_email: null,
    reading: { ...reading, repository: `https://github.com/${repository}` },
    ...more,
  })
  world.repositories[repository] = { id: Number(name.replace(/\D/g, '')) + 1000 }
  return { ...product, repository }
}

/** A service whose catalogue has all listings of now. */
async function serviceNow(): Promise<TestService> {
  service = await testService(database.db, { network: { fetch, resolveTxt } })
  return service
}

async function start(body: Record<string, unknown>) {
  const answer = await callIn(service, 'claim_listing', '/claims', { body })
  return { ...answer, id: String(answer.body['claim']) }
}

/** A claim of a public listing, by an address at its domain. */
async function begun() {
  const listing = await listed()
  await serviceNow()
  const email = `ada@${listing.slug}.example`
  return { ...listing, email, claim: (await start({ slug: listing.slug, email })).id }
}

async function check(id: string) {
  const { status, body, text } = await callIn(service, 'check_claim', `/claims/${id}/check`)
  const looked = body['looked'] as { way: string; code: string; message: string }[]
  return {
    status,
    text,
    state: body['state'],
    looked,
    code: (way: string) => looked.find((look) => look.way === way)?.code,
  }
}

/** Sends a mended listing with a manage link. */
function update(link: string, of: { slug: string; domain: string; email: string }) {
  const words = { name: 'Mended', description: 'Mended.', custom_tools: ['Quill'] }
  return callIn(service, 'update_product', `/products/${of.slug}`, {
    body: { ...words, url: `https://${of.domain}/`, email: of.email },
    headers: { authorization: `Bearer ${link}` },
  })
}

/** What waits for an editor about a listing. */
const waitingFor = async (slug: string) =>
  (await listWork(database.db, 100)).filter((item) => item.slug === slug)

const site = (domain: string) => `https://${domain}/.well-known/proofstack.json`
const row = (slug: string) =>
  database.db
    .selectFrom('products')
    .leftJoin('owner_claims', 'owner_claims.product_id', 'products.id')
    .select(['products.id', 'submitter_email', 'owner_claims.status as owner_status'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
const claimRow = (id: string) => rowOf(database.db, 'claims', { id })
const detailOf = async (slug: string) => {
  const { body } = await callIn(service, 'get_product', `/products/${slug}`)
  return (body['product'] as Record<string, unknown>)['claimed']
}

/** An address gets a mail with these words; it leaves after the answer. */
const expectMail = (email: string, words: string) =>
  expect
    .poll(async () => (await mailsTo(service, email)).map(({ text }) => text).join(), {
      timeout: 10_000,
    })
    .toContain(words)

/** The newest manage link that an address got; the mail leaves after the answer. */
async function linkIn(email: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const mails = await mailsTo(service, email)
      const links = mails.flatMap(({ text = '' }) => /\/manage\/([\w-]+)/.exec(text)?.[1] ?? [])
      if (links.length === 0) throw new Error(`${email} got no link`)
      return links.at(-1)!
    },
    { timeout: 10_000 },
  )
}

describe('a claim is proved by each way', () => {
  it.each(['dns', 'website', 'repository'] as const)('%s', async (way) => {
    const { slug, domain, repository, name } = await listed()
    await serviceNow()
    const email = `ada@${slug}.example`
    const { id, status, body } = await start({ slug, email })
    expect(status).toBe(202)
    expect((body['ways'] as { way: string }[]).map((one) => one.way)).toEqual([
      'dns',
      'website',
      'repository',
    ])
    const link = await linkIn(email)
    const put = () => update(link, { slug, domain, email })
    // Nothing is proved, so the link opens nothing, and its page can say so.
    expect((await put()).status).toBe(401)
    expect(await findClaimOfLink(link, service)).toMatchObject({ id, state: 'open' })
    expect(await detailOf(slug)).toBeNull()

    const content = JSON.stringify({ claim: ['other', id], more: 1 })
    if (way === 'dns')
      world.records[`_proofstack.${domain}`] = [['x'], [id.slice(0, 9), id.slice(9)]]
    if (way === 'website') world.pages[site(domain)] = `\uFEFF${content}`
    if (way === 'repository') world.repositories[repository]!.file = content
    expect((await check(id)).state).toBe('proved')
    const isDomain = way === 'dns' || way === 'website'
    expect(await row(slug)).toMatchObject({
      submitter_email: email,
      owner_status: isDomain ? 'domain_verified' : 'unverified',
    })
    const where = {
      dns: `dns:_proofstack.${domain}?type=TXT`,
      website: site(domain),
      repository: `https://github.com/${repository}/blob/${commit}/proofstack.json`,
    }[way]
    const on = new Date().toISOString().slice(0, 10)
    await expect
      .poll(() => detailOf(slug), { timeout: 10_000 })
      .toEqual({ way, where, commit: isDomain ? null : commit, on })
    // The owner proposes a change; the listing stays as it is.
    expect((await put()).body).toMatchObject({ status: 'proposed' })
    await expectMail(email, `${name} is claimed by you`)
  })
})

describe('each failure has its own code, and says what was found and expected', () => {
  it('of files, websites and the DNS', async () => {
    const { slug, domain, repository, claim: id } = await begun()
    const page = site(domain)
    const fails = async (way: string, code: string, words: string) => {
      await database.db.deleteFrom('limiter_events').execute()
      const { state, looked } = await check(id)
      const look = looked.find((one) => one.way === way)
      expect({ state, code: look?.code }).toEqual({ state: 'open', code })
      expect(look?.message).toContain(words)
    }
    const records: [World['records'][string], code: string, words: string][] = [
      [[], 'dns_no_record', `Expected is a TXT record ${id}.`],
      [[['other']], 'dns_other_claim', 'none of which is this claim'],
      [failing('ESERVFAIL'), 'dns_silent', 'could not be read'],
      [failing('ENOTFOUND'), 'dns_no_record', 'has no TXT record'],
    ]
    for (const [found, code, words] of records) {
      world.records[`_proofstack.${domain}`] = found
      await fails('dns', code, words)
    }
    const file = `{"claim":"${id}"}`
    const elsewhere = 'https://other.example/x'
    const pages: [World['pages'][string], code: string, words: string][] = [
      [answered(page, 404, ''), 'file_missing', 'is not there (404)'],
      [answered(page, 403, ''), 'file_refused', 'answered 403'],
      ['<!doctype html><p>', 'file_not_json', 'is a web page'],
      ['{"claim": ', 'file_not_json', 'is no JSON'],
      ['[]', 'file_without_claim', 'no field `claim`'],
      ['{"claim": 7}', 'file_without_claim', 'no field `claim`'],
      ['{"claim": "x"}', 'file_other_claim', 'names another claim'],
      [`{"claim":"${id}","for":"g…@failures.example"}`, 'file_other_address', 'another address'],
      [{ kind: 'failed', reason: 'It did not answer.' }, 'host_silent', 'It did not answer.'],
      [answered(elsewhere, 200, file), 'file_redirected', 'redirects to https://other.example'],
      [
        answered(`http://${domain}/x`, 200, file),
        'file_redirected',
        `redirects to http://${domain}`,
      ],
      [
        { ...answered(page, 200, '{'), isCut: true } as Fetched,
        'file_too_large',
        'more than 64 KiB',
      ],
    ]
    for (const [found, code, words] of pages) {
      world.pages[page] = found
      await fails('website', code, words)
    }
    await fails('repository', 'file_missing', `newest commit ${commit.slice(0, 12)}`)
    world.repositories[repository] = { id: 5, file: '{"claim": ["x"]}' }
    await fails('repository', 'file_other_claim', 'names another claim')
    world.repositories[repository] = { id: 5, name: 'other/name', file }
    await fails('repository', 'repository_moved', 'has moved to https://github.com/other/name')
    delete world.repositories[repository]
    await fails('repository', 'repository_missing', 'is not public')
    const api = `https://api.github.com/repos/${repository}`
    world.pages[api] = answered('https://api.github.com/', 503, '')
    await fails('repository', 'repository_silent', 'could not be asked')
    expect((await row(slug)).submitter_email).toBeNull()
  })
})

describe('two owners', () => {
  it('a proof of the domain beats one of the repository, whose owner gets a mail', async () => {
    const { slug, domain, repository, claim: first } = await begun()
    world.repositories[repository]!.file = `{"claim":"${first}"}`
    expect((await check(first)).state).toBe('proved')
    const oldLink = await linkIn(`ada@${slug}.example`)
    const second = await start({ slug, email: `grace@${slug}.example` })
    world.pages[site(domain)] = `{"claim":"${second.id}"}`
    expect((await check(second.id)).state).toBe('proved')
    expect(await row(slug)).toMatchObject({
      submitter_email: `grace@${slug}.example`,
      owner_status: 'domain_verified',
    })
    expect((await claimRow(first)).state).toBe('replaced')
    await expectMail(`ada@${slug}.example`, 'not managed with this address')
    expect((await update(oldLink, { slug, domain, email: `ada@${slug}.example` })).status).toBe(401)
  })

  it.each([
    { what: 'an equal proof', way: 'website', state: 'refused', queues: ['ownership_claims'] },
    { what: 'a proof of the repository', way: 'repository', state: 'replaced', queues: [] },
  ] as const)(
    '$what changes nothing against one of the domain; editors are told of: $queues',
    async ({ way, state, queues }) => {
      const { slug, domain, repository, claim: ada } = await begun()
      world.records[`_proofstack.${domain}`] = [[ada]]
      expect((await check(ada)).state).toBe('proved')
      const { id: grace } = await start({ slug, email: `grace@${slug}.example` })
      const content = `{"claim":"${grace}"}`
      if (way === 'website') world.pages[site(domain)] = content
      else world.repositories[repository]!.file = content
      // Another look changes nothing.
      for (const _ of ['first', 'second']) expect((await check(grace)).state).toBe(state)
      expect((await row(slug)).submitter_email).toBe(`ada@${slug}.example`)
      expect((await waitingFor(slug)).map(({ queue }) => queue)).toEqual(queues)
    },
  )

  it('two claims that are proved at once leave one owner', async () => {
    const { slug, domain } = await listed()
    await serviceNow()
    const claims = await Promise.all([
      start({ slug, email: `a@${slug}.example` }),
      start({ slug, email: `b@${slug}.example` }),
    ])
    world.pages[site(domain)] = JSON.stringify({ claim: claims.map(({ id }) => id) })
    const states = (await Promise.all(claims.map(({ id }) => check(id)))).map(({ state }) => state)
    expect(states.sort()).toEqual(['proved', 'refused'])
  })
})

describe('a claimant whose address is not at the domain', () => {
  it('waits for an editor, who can make them the owner', async () => {
    const { slug, domain, repository } = await listed()
    await serviceNow()
    const email = `${fresh('ada')}@elsewhere.example`
    const { id, body } = await start({ slug, email })
    expect(body).toMatchObject({ for: 'a…@elsewhere.example' })
    await expectMail(email, 'gives the listing to a…@elsewhere.example')
    world.repositories[repository]!.file = `{"claim":"${id}","for":"A…@elsewhere.example"}`
    world.records[`_proofstack.${domain}`] = [[id]]
    expect((await check(id)).state).toBe('waiting')
    expect([await detailOf(slug), (await row(slug)).submitter_email]).toEqual([null, null])
    expect(await waitingFor(slug)).toMatchObject([{ queue: 'ownership_claims' }])
    const { way, proof } = await claimRow(id)
    const grant = { id, slug, way: way!, proof: proof! }
    await settleClaim(database.db, grant, service.urls, 'grace')
    expect(await row(slug)).toEqual(expect.objectContaining({ submitter_email: email }))
    // The owner is known now, so another proof of theirs needs nobody.
    const again = await start({ slug, email })
    world.records[`_proofstack.${domain}`] = [[again.id]]
    expect((await check(again.id)).state).toBe('proved')
  })

  it('the mail about what is not public names no address of it', async () => {
    await serviceNow()
    const email = `${fresh('victim')}@elsewhere.example`
    await start({ url: 'https://free-prizes.example/', email })
    await expectMail(email, 'The page of the claim names the places.')
    for (const { text, html } of await mailsTo(service, email))
      expect(`${text}${html}`).not.toMatch(/free-prizes\.example/)
  })
})

describe('GitHub', () => {
  it('is asked nothing more after a refusal, until it says', async () => {
    const { repository, claim: id } = await begun()
    const api = `https://api.github.com/repos/${repository}`
    const refusal = answered(api, 403, '')
    world.pages[api] = { ...refusal, headers: { 'retry-after': '3600' } } as Fetched
    const asked = async () => {
      const before = fetched.length
      const { code } = await check(id)
      const ofGitHub = fetched.slice(before).filter((url) => url.includes('github'))
      return `${code('repository')} ${ofGitHub.length}`
    }
    expect(await asked()).toBe('repository_silent 1')
    expect(await asked()).toBe('repository_silent 0')
    delete world.pages[api]
    await setRows(database.db, 'host_waits', { host: 'api.github.com' }, { until: new Date() })
    expect(await asked()).toBe('file_missing 3')
    expect(await rowsOf(database.db, 'host_waits', {}, ['host'])).toEqual([])
  })

  it('gives another repository under the name another id, which proves nothing', async () => {
    const [domain, registrable_domain] = [`github.com/acme/${fresh('hosted')}`, 'github.com']
    const url = `https://${domain}`
    const { id: product_id, slug } = await listed({ domain, registrable_domain, url })
    await serviceNow()
    const email = 'ada@hosted.example'
    const claims = [await start({ slug, email }), await start({ url, email })].map(({ id }) => id)
    const repository = domain.slice(registrable_domain.length + 1)
    const own = 70_000
    const value = { id: own, html_url: url, default_branch: 'main', archived: false, license: null }
    const kept = { [`https://api.github.com/repos/${repository}`]: { etag: etagOf(own), value } }
    const [at, tools] = [new Date('2100-01-01'), '[]']
    const read = { repository: url, commit, checked_at: at, tools }
    await insertRow(database.db, 'proofs', { product_id, ...read })
    const look = { product_id, next_at: at, kept: JSON.stringify(kept) }
    await insertRow(database.db, 'proof_checks', look)
    const file = JSON.stringify({ claim: claims })
    world.repositories[repository] = { id: own + 1, file }
    for (const claim of claims)
      expect((await check(claim)).code('repository')).toBe('repository_other')
    // The same repository is asked with the tag of its last answer, which costs nothing.
    world.repositories[repository] = { id: own, file }
    for (const claim of claims) expect((await check(claim)).state).toBe('waiting')
    expect(fetched).toContain(`https://api.github.com/repos/${repository} (known)`)
  })
})

describe('a submission of a stranger', () => {
  it('is taken over by its maker, while pending; the links of the stranger end', async () => {
    const pending = await insertPending(database.db)
    const stranger = pending.submitter_email
    await insertRow(database.db, 'manage_tokens', {
      token_hash: fresh('hash'),
      product_id: pending.id,
      expires_at: new Date(Date.now() + 1e6),
    })
    await serviceNow()
    const maker = `maker@${pending.slug}.example`
    const { id } = await start({ url: pending.url, email: maker })
    world.pages[site(pending.domain)] = `{"claim":"${id}"}`
    const checked = await check(id)
    expect(checked.state).toBe('proved')
    // The claim is public, so it does not name what is not public yet.
    expect(checked.text).not.toContain(`"${pending.slug}"`)
    expect((await row(pending.slug)).submitter_email).toBe(maker)
    const links = await rowsOf(database.db, 'manage_tokens', { product_id: pending.id })
    expect(links).toHaveLength(1)
    const status = (email: string) =>
      callIn(service, 'get_product', `/products/${pending.slug}?email=${email}`)
    expect((await status(maker)).status).toBe(200)
    expect((await status(stranger!)).status).toBe(404)
  })

  it.each(['domain_verified', 'editor_verified'] as const)(
    'whose owner is known without a claim (%s) is not taken over',
    async (status) => {
      const pending = await insertPending(database.db)
      const email = pending.submitter_email!
      const owner = { product_id: pending.id, email, status, token_hash: null }
      await insertRow(database.db, 'owner_claims', owner)
      await serviceNow()
      const { id } = await start({ url: pending.url, email: `other@${pending.slug}.example` })
      world.pages[site(pending.domain)] = `{"claim":"${id}"}`
      expect((await check(id)).state).toBe('refused')
      const owned = { submitter_email: email, owner_status: status }
      expect(await row(pending.slug)).toMatchObject(owned)
    },
  )
})

describe('nothing tells what is pending, or who tried', () => {
  it('a pending slug and an unknown one are the same 404', async () => {
    const pending = await insertPending(database.db)
    await serviceNow()
    const answers = await Promise.all(
      [pending.slug, 'no-such-slug-at-all', 'NO SUCH'].map((slug) =>
        start({ slug, email: 'ada@who.example' }),
      ),
    )
    expect(answers[0]!.status).toBe(404)
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  })

  it('a claim by address is the same for a pending, a listed and an unknown one, until a proof', async () => {
    const pending = await insertPending(database.db)
    const approved = await insertApproved(database.db)
    const unknown = { domain: `${fresh('unknown')}.example` }
    await serviceNow()
    const shapes: string[] = []
    for (const { domain } of [pending, approved, unknown]) {
      const { id, text, status } = await start({
        url: `https://${domain}/`,
        email: `${fresh('who')}@x.example`,
      })
      expect(status).toBe(202)
      const before = fetched.length
      const checked = await check(id)
      const asked = fetched.slice(before)
      shapes.push(
        `${text}${checked.text}${asked}`.replaceAll(id, 'ID').replaceAll(domain, 'DOMAIN'),
      )
    }
    expect(new Set(shapes).size).toBe(1)
    const { id } = await start({ url: `https://${unknown.domain}/`, email: 'ada@late.example' })
    world.pages[site(unknown.domain)] = `{"claim":"${id}"}`
    const { state, looked } = await check(id)
    expect({ state, last: looked.at(-1)?.code }).toEqual({ state: 'open', last: 'not_listed' })
  })

  it('no answer has an e-mail address, whoever claimed before', async () => {
    const { slug, domain } = await listed()
    await serviceNow()
    const texts: string[] = []
    const emails = ['ada', 'grace', 'lin'].map((name) => `${name}@secret.example`)
    for (const email of emails) {
      const { id, text } = await start({ slug, email })
      world.pages[site(domain)] = `{"claim":"${id}"}`
      texts.push(text, (await check(id)).text, (await check(id)).text)
    }
    for (const email of emails) expect(texts.join('\n')).not.toContain(email)
    expect(JSON.stringify(service.written)).not.toContain('secret.example')
  })

  it('needs exactly one of slug and url, and a place that can be looked at', async () => {
    await serviceNow()
    const bodies = [
      {},
      { slug: 'a', url: 'https://a.example' },
      { url: 'https://github.com' },
      { url: 'https://gitlab.com/a/b' },
    ]
    for (const body of bodies)
      expect((await start({ ...body, email: 'ada@a.example' })).status).toBe(400)
    const github = await start({ url: 'https://github.com/Acme/Tool', email: 'ada@a.example' })
    expect((github.body['ways'] as { way: string }[]).map(({ way }) => way)).toEqual(['repository'])
    expect((await callIn(service, 'check_claim', '/claims/unknown/check')).status).toBe(404)
  })

  it('an address starts five claims an hour, a /48 ten, an e-mail three a day; a claim is looked at ten times a minute, from a /48 twenty', async () => {
    await database.db.deleteFrom('limiter_events').execute()
    await serviceNow()
    const from = freshClient()
    const claim = (email: string, client: string) =>
      callIn(service, 'claim_listing', '/claims', {
        body: { url: 'https://limits.example', email },
        from: client,
      })
    const statuses = async (times: number, call: (n: number) => Promise<{ status: number }>) => {
      const all: number[] = []
      for (let n = 0; n < times; n++) all.push((await call(n)).status)
      return all
    }
    const upTo = (times: number, status: number) => [...Array<number>(times).fill(status), 429]
    const look = (id: string, client: string) =>
      callIn(service, 'check_claim', `/claims/${id}/check`, { from: client })
    expect(await statuses(6, (n) => claim(`n${n}@limits.example`, from))).toEqual(upTo(5, 202))
    const byEmail = await statuses(4, () => claim('ada@limits.example', freshClient()))
    expect(byEmail).toEqual(upTo(3, 202))
    const ofNetwork = await statuses(11, (n) => claim(`s${n}@x.example`, `2001:db8:9:${n}::1`))
    expect(ofNetwork).toEqual(upTo(10, 202))
    const { id } = await start({ url: 'https://limits.example', email: 'look@x.example' })
    expect(await statuses(11, () => look(id, freshClient()))).toEqual(upTo(10, 200))
    expect(await statuses(21, (n) => look('x', `2001:db8:8:${n}::1`))).toEqual(upTo(20, 404))
  })
})

describe('the proof of a claim is looked for again', () => {
  const recheck = async (days: number) => {
    const now = new Date(Date.now() + days * 86_400_000)
    const share = { limit: 100, signal: new AbortController().signal, now }
    const gitHub = { fetch, token: undefined, clock: () => now }
    return recheckDueClaims(database.db, share, { gitHub, resolveTxt, urls: service.urls })
  }
  const mailKinds = async (email: string) =>
    (await rowsOf(database.db, 'outbox', { to_email: email }, ['kind'])).map(({ kind }) => kind)

  it('missing for 30 days ends it; seen again in between, it goes on', async () => {
    await database.db.updateTable('claims').set({ next_look_at: null }).execute()
    const { id: product_id, slug, domain, email, claim: id } = await begun()
    world.pages[site(domain)] = `{"claim":"${id}"}`
    await check(id)
    expect(await recheck(3)).toEqual({ done: 0, left: 0, failed: 0 })
    delete world.pages[site(domain)]
    // One miss says nothing yet, and nothing is looked at again within a day.
    expect(await recheck(8)).toMatchObject({ done: 1 })
    expect(await recheck(8.9)).toMatchObject({ done: 0 })
    expect(await mailKinds(email)).toEqual(['claim-started', 'claim-proved'])
    await recheck(9.1)
    expect((await claimRow(id)).missing_since).not.toBeNull()
    expect(await mailKinds(email)).toEqual(['claim-started', 'claim-proved', 'claim-missing'])
    // It is back.
    world.pages[site(domain)] = `{"claim":"${id}"}`
    await recheck(11)
    expect(await claimRow(id)).toMatchObject({
      state: 'proved',
      missed_at: null,
      missing_since: null,
    })
    // A silent host says nothing, for two weeks.
    await setRows(database.db, 'claims', { id }, { next_look_at: new Date() })
    world.pages[site(domain)] = { kind: 'failed', reason: 'It did not answer.' }
    await recheck(1)
    expect((await claimRow(id)).missing_since).toBeNull()
    await recheck(26)
    expect((await claimRow(id)).missing_since).toBeNull()
    await recheck(28)
    expect((await claimRow(id)).missing_since).not.toBeNull()
    await recheck(57)
    expect((await claimRow(id)).state).toBe('proved')
    await recheck(59)
    expect(await claimRow(id)).toMatchObject({ state: 'lapsed' })
    expect(await row(slug)).toMatchObject({ submitter_email: null, owner_status: null })
    expect((await mailKinds(email)).slice(3)).toEqual(['claim-missing', 'claim-ended'])
    expect(await rowsOf(database.db, 'manage_tokens', { product_id })).toEqual([])
    // The same claim is proved again, once the file is back.
    world.pages[site(domain)] = `{"claim":"${id}"}`
    expect((await check(id)).state).toBe('proved')
  })

  it('a repository that moved holds, another one under its name does not', async () => {
    await database.db.updateTable('claims').set({ next_look_at: null }).execute()
    const { repository, claim: id } = await begun()
    world.repositories[repository]!.file = `{"claim":"${id}"}`
    await check(id)
    world.repositories[repository]!.name = repository.replace('acme', 'new')
    expect(await recheck(8)).toMatchObject({ done: 1 })
    expect((await claimRow(id)).missing_since).toBeNull()
    // It has the file, too: the id of a claim is no secret.
    world.repositories[repository] = { id: 3, file: `{"claim":"${id}"}` }
    await setRows(database.db, 'claims', { id }, { next_look_at: new Date() })
    await recheck(8)
    await recheck(10)
    expect((await claimRow(id)).missing_since).not.toBeNull()
  })

  it('a resolver that finds no name at all is silent, and no proof is gone by it', async () => {
    await database.db.updateTable('claims').set({ next_look_at: null }).execute()
    const { domain, email, claim: id } = await begun()
    const name = `_proofstack.${domain}`
    world.records[name] = [[id]]
    await check(id)
    const lost = failing('ENOTFOUND')
    Object.assign(world.records, { [name]: lost, 'example.com': lost })
    for (const days of [8, 10, 12]) await recheck(days)
    expect(await claimRow(id)).toMatchObject({ missed_at: null, missing_since: null })
    expect(await mailKinds(email)).not.toContain('claim-missing')
    delete world.records['example.com']
    for (const days of [14, 16]) await recheck(days)
    expect(await mailKinds(email)).toContain('claim-missing')
  })
})
