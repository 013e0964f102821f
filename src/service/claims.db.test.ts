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
import { insertRow, rowsOf, setRows } from '#testing/rows.ts'
import { listWork } from '#db/queries/waiting-work.ts'
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

const answered = (url: string, status: number, body: string): Fetched => ({
  kind: 'answered',
  status,
  url,
  headers: {},
  body,
  isCut: false,
})

const fetch: GuardedFetch = async (url) => {
  fetched.push(url)
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
    return answered(url, 200, JSON.stringify({ ...about, ...more }))
  }
  if (rest === '/commits/main') {
    const date = { committer: { date: '2026-11-20T10:00:00Z' } }
    return answered(url, 200, JSON.stringify({ sha: commit, commit: date }))
  }
  return repository.file === undefined
    ? answered(url, 404, 'Not Found')
    : answered(url, 200, repository.file)
}

async function resolveTxt(name: string): Promise<string[][]> {
  const records = world.records[name]
  if (records instanceof Error) throw records
  if (records === undefined) throw Object.assign(new Error('no data'), { code: 'ENODATA' })
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

const site = (domain: string) => `https://${domain}/.well-known/proofstack.json`
const row = (slug: string) =>
  database.db
    .selectFrom('products')
    .leftJoin('owner_claims', 'owner_claims.product_id', 'products.id')
    .select(['products.id', 'submitter_email', 'owner_claims.status as owner_status'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
const claimRow = (id: string) =>
  database.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
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
    const update = { name: 'Mended', url: `https://${domain}/`, description: 'Mended.', email }
    const put = () =>
      callIn(service, 'update_product', `/products/${slug}`, {
        body: { ...update, custom_tools: ['Quill'] },
        headers: { authorization: `Bearer ${link}` },
      })
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
    const { slug, domain, repository } = await listed()
    await serviceNow()
    const { id } = await start({ slug, email: 'ada@failures.example' })
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
      [Object.assign(new Error('x'), { code: 'ESERVFAIL' }), 'dns_silent', 'could not be read'],
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
    const { slug, domain, repository } = await listed()
    await serviceNow()
    const first = await start({ slug, email: `ada@${slug}.example` })
    world.repositories[repository]!.file = `{"claim":"${first.id}"}`
    expect((await check(first.id)).state).toBe('proved')
    const oldLink = await linkIn(`ada@${slug}.example`)
    const second = await start({ slug, email: `grace@${slug}.example` })
    world.pages[site(domain)] = `{"claim":"${second.id}"}`
    expect((await check(second.id)).state).toBe('proved')
    expect(await row(slug)).toMatchObject({
      submitter_email: `grace@${slug}.example`,
      owner_status: 'domain_verified',
    })
    expect((await claimRow(first.id)).state).toBe('replaced')
    await expectMail(`ada@${slug}.example`, 'not managed with this address')
    const headers = { authorization: `Bearer ${oldLink}` }
    const body = {
      name: 'X',
      url: `https://${domain}`,
      description: 'X',
      email: `ada@${slug}.example`,
      custom_tools: ['Q'],
    }
    expect(
      (await callIn(service, 'update_product', `/products/${slug}`, { body, headers })).status,
    ).toBe(401)
  })

  it('an equal proof changes nothing, and the editors are told', async () => {
    const { slug, domain } = await listed()
    await serviceNow()
    const ada = await start({ slug, email: `ada@${slug}.example` })
    world.records[`_proofstack.${domain}`] = [[ada.id]]
    expect((await check(ada.id)).state).toBe('proved')
    const grace = await start({ slug, email: `grace@${slug}.example` })
    world.pages[site(domain)] = `{"claim":"${grace.id}"}`
    expect((await check(grace.id)).state).toBe('refused')
    expect((await row(slug)).submitter_email).toBe(`ada@${slug}.example`)
    // Another look changes nothing.
    expect((await check(grace.id)).state).toBe('refused')
    const told = (await listWork(database.db, 100)).filter((item) => item.slug === slug)
    expect(told).toMatchObject([{ queue: 'ownership_claims' }])
  })

  it('a proof of the repository changes nothing against one of the domain', async () => {
    const { slug, domain, repository } = await listed()
    await serviceNow()
    const ada = await start({ slug, email: `ada@${slug}.example` })
    world.records[`_proofstack.${domain}`] = [[ada.id]]
    await check(ada.id)
    const grace = await start({ slug, email: `grace@${slug}.example` })
    world.repositories[repository]!.file = `{"claim":"${grace.id}"}`
    expect((await check(grace.id)).state).toBe('replaced')
    expect((await row(slug)).submitter_email).toBe(`ada@${slug}.example`)
    const told = await listWork(database.db, 100)
    expect(told.filter((item) => item.slug === slug)).toEqual([])
  })

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
    const links = database.db
      .selectFrom('manage_tokens')
      .select('token_hash')
      .where('product_id', '=', pending.id)
    expect(await links.execute()).toHaveLength(1)
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
      await insertRow(database.db, 'owner_claims', {
        product_id: pending.id,
        email,
        status,
        token_hash: null,
      })
      await serviceNow()
      const { id } = await start({ url: pending.url, email: `other@${pending.slug}.example` })
      world.pages[site(pending.domain)] = `{"claim":"${id}"}`
      expect((await check(id)).state).toBe('refused')
      expect(await row(pending.slug)).toMatchObject({
        submitter_email: email,
        owner_status: status,
      })
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

  it('an address starts five claims an hour, an e-mail three a day; a claim is looked at ten times a minute', async () => {
    await database.db.deleteFrom('limiter_events').execute()
    await serviceNow()
    const from = freshClient()
    const claim = (email: string, client: string) =>
      callIn(service, 'claim_listing', '/claims', {
        body: { url: 'https://limits.example', email },
        from: client,
      })
    const byAddress = []
    for (let n = 0; n < 6; n++) byAddress.push((await claim(`n${n}@limits.example`, from)).status)
    expect(byAddress).toEqual([202, 202, 202, 202, 202, 429])
    const byEmail = []
    for (let n = 0; n < 4; n++)
      byEmail.push((await claim('ada@limits.example', freshClient())).status)
    expect(byEmail).toEqual([202, 202, 202, 429])
    const looks = []
    for (let n = 0; n < 11; n++)
      looks.push((await callIn(service, 'check_claim', '/claims/some/check')).status)
    expect(looks).toEqual([...Array<number>(10).fill(404), 429])
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
    const { slug, domain } = await listed()
    await serviceNow()
    const email = `ada@${slug}.example`
    const { id } = await start({ slug, email })
    world.pages[site(domain)] = `{"claim":"${id}"}`
    await check(id)
    expect(await recheck(3)).toEqual({ looked: 0, left: 0 })
    delete world.pages[site(domain)]
    expect(await recheck(8)).toMatchObject({ looked: 1 })
    expect((await claimRow(id)).missing_since).not.toBeNull()
    expect(await mailKinds(email)).toEqual(['claim-started', 'claim-proved', 'claim-missing'])
    // It is back.
    world.pages[site(domain)] = `{"claim":"${id}"}`
    await recheck(10)
    expect(await claimRow(id)).toMatchObject({ state: 'proved', missing_since: null })
    // A silent host says nothing, for two weeks.
    await setRows(database.db, 'claims', { id }, { next_look_at: new Date() })
    world.pages[site(domain)] = { kind: 'failed', reason: 'It did not answer.' }
    await recheck(1)
    expect((await claimRow(id)).missing_since).toBeNull()
    await recheck(25)
    expect((await claimRow(id)).missing_since).not.toBeNull()
    await recheck(54)
    expect((await claimRow(id)).state).toBe('proved')
    await recheck(56)
    expect(await claimRow(id)).toMatchObject({ state: 'lapsed' })
    expect(await row(slug)).toMatchObject({ submitter_email: null, owner_status: null })
    expect((await mailKinds(email)).slice(3)).toEqual(['claim-missing', 'claim-ended'])
    const links = database.db
      .selectFrom('manage_tokens')
      .innerJoin('products', 'products.id', 'product_id')
      .where('slug', '=', slug)
    expect(await links.select('token_hash').execute()).toEqual([])
    // The same claim is proved again, once the file is back.
    world.pages[site(domain)] = `{"claim":"${id}"}`
    expect((await check(id)).state).toBe('proved')
  })

  it('a repository that moved holds, another one under its name does not', async () => {
    await database.db.updateTable('claims').set({ next_look_at: null }).execute()
    const { slug, repository } = await listed()
    await serviceNow()
    const { id } = await start({ slug, email: 'ada@moved.example' })
    world.repositories[repository]!.file = `{"claim":"${id}"}`
    await check(id)
    world.repositories[repository]!.name = repository.replace('acme', 'new')
    expect(await recheck(8)).toMatchObject({ looked: 1 })
    expect((await claimRow(id)).missing_since).toBeNull()
    world.repositories[repository] = { id: 3 }
    await setRows(database.db, 'claims', { id }, { next_look_at: new Date() })
    await recheck(8)
    expect((await claimRow(id)).missing_since).not.toBeNull()
  })
})
