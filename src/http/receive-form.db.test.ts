import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { validSubmission } from '#testing/api.ts'
import { freshClient, testStarters } from '#testing/service-parts.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { receiveForm } from './receive-form.ts'

const service = testStarters()

const address = 'https://proofstack.example/submit'

function post(fields: Record<string, unknown>, headers: Record<string, string> = {}) {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, String(one))
  const request = new Request(address, {
    method: 'POST',
    body: form,
    headers: { 'x-real-ip': freshClient(), host: 'proofstack.example', ...headers },
  })
  return receiveForm(request, service)
}

describe('the form', () => {
  it('is empty at first, and never cached', async () => {
    const state = await receiveForm(new Request(address), service)
    expect(state).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(state.typed.size).toBe(0)
    expect(state.problem).toBeUndefined()
    expect(state.submissionId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('begins with the tools that an address names, and with nothing else of it', async () => {
    const asked = new Request(`${address}?tool=redis&tool=nextjs&name=Quill`)
    const { typed, problem } = await receiveForm(asked, service)
    expect(typed.getAll('tool_slugs')).toEqual(['redis', 'nextjs'])
    expect([...typed.keys()]).toEqual(['tool_slugs', 'tool_slugs'])
    expect(problem).toBeUndefined()
  })

  it('takes a submission of a person, and the same one only once', async () => {
    const fields = { ...validSubmission(), submission_id: 'form-test-1' }
    const first = await post(fields)
    expect(first).toMatchObject({
      status: 201,
      headers: { 'referrer-policy': 'no-referrer' },
      accepted: { slug: expect.any(String), email: fields.email },
    })
    expect((await post(fields)).accepted).toEqual(first.accepted)
    const { submitted_by_agent } = await rowOf(
      service.db,
      'products',
      { slug: first.accepted!.slug },
      ['submitted_by_agent'],
    )
    expect(submitted_by_agent).toBe(false)
  })

  it('takes a homepage without https://, which the API requires', async () => {
    const fields = validSubmission()
    const { accepted } = await post({ ...fields, url: new URL(fields.url).host })
    const { url } = await rowOf(service.db, 'products', { slug: accepted!.slug }, ['url'])
    expect(url).toMatch(/^https:\/\//)
    expect(new URL(url).host).toBe(new URL(fields.url).host)
  })

  it('only looks when a preview is asked for: it says what is wrong, and creates nothing', async () => {
    const fields = { ...validSubmission(), name: 'Looked at', submission_id: 'preview-1' }
    const from = { 'x-real-ip': freshClient() }
    const previewed = await post({ ...fields, preview: '1' }, from)
    expect(previewed).toMatchObject({ status: 200, previewed: { slug: expect.any(String) } })
    expect(previewed.accepted).toBeUndefined()
    expect(previewed.typed.get('name')).toBe('Looked at')
    const { length } = await rowsOf(service.db, 'products', { submitter_email: fields.email }, [
      'id',
    ])
    expect(length).toBe(0)
    const wrong = await post({ ...fields, url: 'https://127.0.0.1/', preview: '1' }, from)
    expect(wrong).toMatchObject({ status: 400, problem: { details: [{ path: 'url' }] } })
    // The look used up nothing.
    expect((await post(fields, from)).accepted).toMatchObject({ name: 'Looked at' })
  })

  it('says in the words of the page what was accepted and is not used', async () => {
    const { accepted } = await post({
      ...validSubmission(),
      supporting_links: 'github.com/ada/letterbox',
    })
    expect(accepted!.warnings).toEqual([
      {
        path: 'Source code or evidence',
        message: 'is for the editors, who look at it, and not shown',
      },
    ])
    expect((await post(validSubmission())).accepted!.warnings).toEqual([])
  })

  it('requires the kind of a claim that is begun, reports all other problems, and creates nothing', async () => {
    const from = { 'x-real-ip': freshClient() }
    const begun = { ...validSubmission(), agent_use_case: 'support', qualification_type: '' }
    for (const more of [{}, { preview: '1' }])
      expect(await post({ ...begun, ...more }, from)).toMatchObject({
        status: 400,
        problem: {
          sentence: 'Kind is missing: choose one, or empty what stands below it.',
          details: [{ path: 'qualification_type' }],
        },
      })
    const { problem } = await post({ ...begun, url: 'https://127.0.0.1/' }, from)
    expect(problem!.details.map(({ path }) => path)).toEqual(['url', 'qualification_type'])
    const { length } = await rowsOf(service.db, 'products', { submitter_email: begun.email }, [
      'id',
    ])
    expect(length).toBe(0)
    // Nothing was used up, and without the claim it goes.
    expect((await post({ ...begun, agent_use_case: '' }, from)).status).toBe(201)
    const limited = await post({ ...validSubmission(), agent_use_case: 'support' }, from)
    expect(limited).toMatchObject({ status: 429, problem: { details: [] } })
  })

  it('tells a problem in the words of the page, and keeps what was typed', async () => {
    const { tool_slugs: _, ...fields } = validSubmission()
    const state = await post(fields)
    expect(state).toMatchObject({
      status: 400,
      headers: { 'referrer-policy': 'same-origin' },
      problem: {
        sentence: 'Tools are missing: choose at least one, or name one of your own.',
        details: [{ path: 'tool_slugs' }],
      },
    })
    expect(state.typed.get('name')).toBe(fields['name'])
  })

  it('has the limits of the API, and says how long to wait', async () => {
    const from = { 'x-real-ip': freshClient() }
    expect((await post(validSubmission(), from)).status).toBe(201)
    const limited = await post(validSubmission(), from)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3590)
  })

  it('is of this site by the origin of SITE_URL, whatever a proxy makes of Host', async () => {
    const own = { origin: 'https://proofstack.example', host: '127.0.0.1:4321' }
    expect((await post(validSubmission(), own)).status).toBe(201)
    const rebound = { origin: 'https://evil.example', host: 'evil.example' }
    expect((await post(validSubmission(), rebound)).status).toBe(403)
  })

  it('of a site on this machine is sent from where its visitor found it', async () => {
    const local = { ...service, urls: addresses('http://localhost:4321') }
    const send = (origin: string, host: string) => {
      const headers = { 'x-real-ip': freshClient(), host, origin }
      const body = new URLSearchParams(validSubmission() as Record<string, string>)
      return receiveForm(new Request(address, { method: 'POST', body, headers }), local)
    }
    expect((await send('http://192.168.1.5:4321', '192.168.1.5:4321')).status).not.toBe(403)
    expect((await send('https://evil.example', '192.168.1.5:4321')).status).toBe(403)
  })

  it('that is compressed or in another charset is 415, with the way out', async () => {
    const gzip = await post(validSubmission(), { 'content-encoding': 'gzip' })
    expect(gzip).toMatchObject({ status: 415, headers: { 'accept-encoding': 'identity' } })
    expect(gzip.problem!.sentence).toContain('without Content-Encoding')
    const type = 'application/x-www-form-urlencoded; charset=latin1'
    const latin = await post(validSubmission(), { 'content-type': type })
    expect(latin).toMatchObject({ status: 415, problem: { sentence: expect.any(String) } })
  })

  it('is not sent from another site, not read when it is too large, and knows two methods', async () => {
    const foreign = await post(validSubmission(), { origin: 'https://evil.example' })
    expect(foreign).toMatchObject({ status: 403, problem: { details: [] } })
    expect(await post({ name: 'x'.repeat(70_000) })).toMatchObject({ status: 400 })
    const put = new Request(address, { method: 'PUT', body: 'x' })
    expect(await receiveForm(put, service)).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, POST', 'cache-control': 'no-store' },
    })
  })
})
