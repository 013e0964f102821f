import { describe, expect, it } from 'vitest'
import { processReadLimiter } from '#limits/read-limiter.ts'
import { pageGuard } from './guard-page.ts'

const site = 'https://proofstack.example'

function guard(tokens = 2) {
  const logged: string[] = []
  const policy = { tokens, seconds: 60 }
  const policies = { catalogue_reads: policy, search_reads: policy, picture_reads: policy }
  const readLimiter = processReadLimiter({ policies, secret: 'a secret', now: () => 0 })
  const log = (message: string) => void logged.push(message)
  return { logged, page: pageGuard({ log, readLimiter }) }
}

const fine = async () => new Response('fine', { headers: { 'content-type': 'text/html' } })

describe('a page', () => {
  it('says what is left of its bucket, and past it is a page in words with the wait', async () => {
    const { page, logged } = guard()
    const ask = () => page('catalogue_reads', new Request(`${site}/products?sort=popular`), fine)
    expect((await ask()).headers.get('ratelimit')).toBe('"catalogue_reads";r=1;t=60')
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '60',
      ratelimit: '"catalogue_reads";r=0;t=60',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(await refused.text()).toMatch(/<h1>Too many requests<\/h1>\n<p>At most 2 such requests/)
    expect(logged).toEqual([])
  })

  it('counts the characters of a parameter after normalising, too', async () => {
    const { page } = guard(9)
    // The sign has 18 letters when it is normalised.
    const ask = (of: number) =>
      page('catalogue_reads', new Request(`${site}/products?q=${'\uFDFA'.repeat(of)}`), fine)
    expect((await ask(11)).status).toBe(200)
    expect((await ask(12)).status).toBe(400)
  })

  it.each([
    ['tool', 81],
    ['add', 81],
    ['licence', 81],
    ['left', 81],
    ['q', 201],
    ['task', 501],
    ['stack', 2_001],
    ['slugs', 301],
  ])(
    'whose “%s” has %i characters is refused before anything is computed',
    async (name, length) => {
      const { page } = guard(9)
      let computed = 0
      const ask = (of: number) =>
        page('catalogue_reads', new Request(`${site}/products?${name}=${'a'.repeat(of)}`), () => {
          computed++
          return fine()
        })
      const refused = await ask(length)
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining(`“${name}” has more than ${length - 1} characters.`),
      ])
      expect(computed).toBe(0)
      expect((await ask(length - 1)).status).toBe(200)
    },
  )

  it('counts code points, as the contract does', async () => {
    const { page } = guard(9)
    const ask = (q: string) =>
      page('search_reads', new Request(`${site}/search?${new URLSearchParams({ q })}`), fine)
    expect((await ask('🦊'.repeat(200))).status).toBe(200)
    expect((await ask('🦊'.repeat(201))).status).toBe(400)
  })

  it('ignores what it does not read, and takes neither a hundred parameters nor a long query', async () => {
    const { page } = guard(9)
    const ask = (query: string) =>
      page('catalogue_reads', new Request(`${site}/products?${query}`), fine)
    expect((await ask(`tool=redis&campaign=${'x'.repeat(3_000)}`)).status).toBe(200)
    expect((await ask('tool=redis&'.repeat(100))).status).toBe(200)
    expect((await ask('tool=redis&'.repeat(101))).status).toBe(400)
    expect((await ask(`campaign=${'x'.repeat(9_000)}`)).status).toBe(400)
  })

  it.each([
    [null, 'text/html; charset=utf-8', 'missing'],
    ['text/html, */*;q=0.8', 'text/html; charset=utf-8', 'missing'],
    ['application/json', 'application/json; charset=utf-8', '"error_code":"VALIDATION_ERROR"'],
    ['text/markdown, text/html;q=0.9', 'text/markdown; charset=utf-8', '# Not found'],
  ])('that does not exist is a 404 in the wanted type: %s', async (accept, type, said) => {
    const { page } = guard()
    const missing = async () =>
      new Response('missing', { status: 404, headers: { 'content-type': 'text/html' } })
    const ask = new Request(`${site}/product/x`, accept === null ? {} : { headers: { accept } })
    const answer = await page('catalogue_reads', ask, missing)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, type])
    expect(answer.headers.get('ratelimit')).toContain('r=1')
    expect(await answer.text()).toContain(said)
  })

  it('that fails is the contract’s 500, logged once', async () => {
    const { page, logged } = guard()
    const answer = await page('catalogue_reads', new Request(`${site}/mail-off`), () =>
      Promise.reject(new Error('broken')),
    )
    expect(await answer.json()).toMatchObject({ error_code: 'INTERNAL_ERROR' })
    expect(logged).toEqual(['GET /mail-off failed'])
  })
})
