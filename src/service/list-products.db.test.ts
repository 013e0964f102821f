import { describe, expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import type { Catalog } from '#catalog/open.ts'
import { callIn, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

interface Product {
  id: string
  slug: string
  approved_at: string
  audience_tags: string[]
  qualification_type: string | null
  agent_use_case: string | null
  claim_review_status: string | null
  is_agent_product: boolean
  tools: { slug: string; category: string }[]
}

const list = async (query: string) => {
  const answer = await callIn(service, 'list_products', `/products${query}`)
  const { products, ...rest } = answer.body as unknown as {
    products: Product[]
    total: number
    offset: number
    limit: number
    hasMore: boolean
  }
  return { ...answer, products, ...rest }
}

describe('GET /products', () => {
  it('gives 24 by default, newest first, with the totals of the whole list', async () => {
    const { products, total, offset, limit, hasMore } = await list('')
    expect({ offset, limit, hasMore }).toEqual({ offset: 0, limit: 24, hasMore: true })
    expect(products).toHaveLength(24)
    expect(total).toBeGreaterThanOrEqual(40)
    expect(products.map(({ approved_at }) => approved_at)).toEqual(
      products
        .map(({ approved_at }) => approved_at)
        .sort()
        .reverse(),
    )
  })

  it.each(['newest', 'popular'])(
    'pages of the order "%s" never overlap and leave nothing out',
    async (sort) => {
      const { total } = await list('?limit=1')
      const ids: string[] = []
      for (let offset = 0; offset < total; offset += 7) {
        const page = await list(`?sort=${sort}&limit=7&offset=${offset}`)
        expect(page.hasMore).toBe(offset + 7 < total)
        ids.push(...page.products.map(({ id }) => id))
      }
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toHaveLength(total)
      expect((await list(`?offset=${total + 5}`)).products).toEqual([])
      expect((await list('?offset=900000000000000')).products).toEqual([])
    },
  )

  it.each(enums.audienceTag)(
    'audience=%s gives those products alone, with a verified claim among them',
    async (audience) => {
      const { products } = await list(`?audience=${audience}&limit=48`)
      expect(products.every(({ audience_tags }) => audience_tags.includes(audience))).toBe(true)
      expect(products.some(({ claim_review_status }) => claim_review_status === 'verified')).toBe(
        true,
      )
    },
  )

  it('audience=all and an unknown task narrow nothing', async () => {
    const { total } = await list('')
    expect((await list('?audience=all')).total).toBe(total)
    expect((await list('?task=juggle')).total).toBe(total)
  })

  it.each([
    ['tool=Next.js', 'tool=nextjs'],
    ['tool=c%23', 'tool=csharp'],
    ['tools=Postgres,TypeScript@5', 'tools=postgresql,typescript@5'],
    ['any_tools=React', 'any_tools=react'],
    ['not_tools=.net', 'not_tools=csharp'],
    ['works_with=Ollama', 'works_with=ollama'],
    ['category=agent%20frameworks', 'category=agent-frameworks'],
    ['topic=Coding%20agents', 'topic=coding-agents'],
  ])('%s means %s', async (named, meant) => {
    const { total, products } = await list(`?${named}&limit=48`)
    expect(total).toBeGreaterThan(0)
    expect(total).toBeLessThan((await list('')).total)
    expect(products).toEqual((await list(`?${meant}&limit=48`)).products)
  })

  it('works_with gives what names all of its tools beside the stack', async () => {
    const { products } = await list('?works_with=ollama,openai&limit=48')
    for (const { slug } of products) {
      const { body } = await callIn(service, 'get_product', `/products/${slug}`)
      const { compatibility_matrix: rows } = body['product'] as {
        compatibility_matrix: { tool: { slug: string } }[]
      }
      const named = rows.map(({ tool }) => tool.slug)
      expect(named).toEqual(expect.arrayContaining(['ollama', 'openai']))
    }
  })

  it('of filters that nothing passes the one to drop is named, with what is left without it', async () => {
    const { total } = await list('?topic=coding-agents&works_with=ollama')
    expect(total).toBeGreaterThan(5)
    const { body } = await list('?topic=coding-agents&works_with=ollama&licence=Nobody-1.0')
    expect(body['note']).toBe(
      `No product matches all of these filters; without licence "Nobody-1.0" there are ${total}.`,
    )
  })

  it.each([
    [
      'task=build-softwares',
      'There is no task "build-softwares"; nearest: build-software. It narrows',
    ],
    ['category=databases', 'There is no category "databases"; there are: '],
    ['category=language-runtimes', '; nearest: languages-runtimes.'],
    ['works_with=olama', 'No tool is known as "olama" (nearest: ollama); list_tools'],
    ['tool=nextjs-14', 'No tool is known as "nextjs-14" (nearest: nextjs); list_tools'],
    [
      'audience=consumer&tool=pgvector&category=voice-media&task=monitor-agents',
      'filters, nor all but one of them.',
    ],
  ])('a note says of %s what is not known or does not match', async (query, said) => {
    expect((await list(`?${query}`)).body['note']).toContain(said)
    expect((await list(`?${query}&detail=brief`)).body['note']).toContain(said)
  })

  it('filters that are known and match bring no note', async () => {
    for (const query of ['', '?task=all', '?tool=postgresql&category=backend-db&offset=900'])
      expect((await list(query)).body).not.toHaveProperty('note')
  })

  it.each(enums.task.slice(1))(
    'task=%s has listings, one of them with a verified claim, and is not everything',
    async (task) => {
      const { total } = await list('')
      const found = await list(`?task=${task}&limit=48`)
      expect(
        found.products.some(({ claim_review_status }) => claim_review_status === 'verified'),
      ).toBe(true)
      expect(found.total).toBeLessThan(total)
    },
  )

  it('every use case and qualification type has a verified starter', async () => {
    const pages = Array.from({ length: 8 }, (_, page) =>
      list(`?is_agent=true&limit=48&offset=${48 * page}`),
    )
    const products = (await Promise.all(pages)).flatMap((page) => page.products)
    expect(products.every(({ is_agent_product }) => is_agent_product)).toBe(true)
    expect(new Set(products.map(({ agent_use_case }) => agent_use_case))).toEqual(
      new Set(enums.agentUseCase),
    )
    expect(new Set(products.map(({ qualification_type }) => qualification_type))).toEqual(
      new Set(enums.qualificationType),
    )
  })

  it('category and tool match by any tool of the product; unknown ones give an empty list; filters combine', async () => {
    const category = await list('?category=voice-media&limit=48')
    expect(category.products.length).toBeGreaterThan(0)
    expect(
      category.products.every(({ tools }) => tools.some((tool) => tool.category === 'voice-media')),
    ).toBe(true)
    const tool = await list('?tool=postgresql&is_agent=true&audience=for-developers&limit=48')
    expect(tool.products.length).toBeGreaterThan(0)
    expect(
      tool.products.every(
        ({ tools, is_agent_product }) =>
          is_agent_product && tools.some(({ slug }) => slug === 'postgresql'),
      ),
    ).toBe(true)
    expect(await list('?category=abacus')).toMatchObject({ products: [], total: 0, hasMore: false })
    expect(await list('?tool=%00%27%3B--')).toMatchObject({ products: [], total: 0 })
    expect((await list('?category=&tool=&limit=&unknown=1')).products).toHaveLength(24)
  })

  it.each([
    ['limit=0', 'limit must be a whole number from 1 to 48, but was 0.'],
    ['limit=49', 'limit must be a whole number from 1 to 48, but was 49.'],
    ['limit=many', 'limit must be a whole number from 1 to 48, but was "many".'],
    ['limit=1.5', 'limit must be a whole number from 1 to 48, but was "1.5".'],
    ['offset=-1', 'offset must be a whole number of at least 0, but was -1.'],
    ['sort=oldest', 'sort must be one of newest, popular, but was "oldest".'],
    [
      'audience=cats',
      'audience must be one of for-developers, for-founders, b2b, consumer, all, but was "cats".',
    ],
    ['is_agent=false', 'is_agent must be true, but was "false".'],
  ])('%s is refused with its bounds and what was sent', async (query, error) => {
    expect(await list(`?${query}`)).toMatchObject({
      status: 400,
      body: { error, error_code: 'VALIDATION_ERROR' },
    })
  })
})

describe('the answer', () => {
  it('is the bytes of the catalogue, whose tag changes with the body and with nothing else', async () => {
    const [full, again, brief, other] = [
      await list('?limit=3'),
      await list('?limit=3&unknown=1'),
      await list('?limit=3&detail=brief'),
      await list('?limit=3&offset=1'),
    ]
    const tags = [full, again, brief, other].map(({ headers }) => headers.get('etag'))
    expect(tags[1]).toBe(tags[0])
    expect(new Set(tags).size).toBe(3)
    expect(again.text).toBe(full.text)
    expect(full.text).toBe(JSON.stringify(JSON.parse(full.text)))
  })

  it('says that it is from the last build of one listing alone, when nobody could ask what is new', async () => {
    const published = await service.catalog.current()
    const current: Catalog['current'] = () => Promise.resolve({ ...published, isStale: true })
    const stale = { ...service, catalog: { ...service.catalog, current } }
    for (const [id, path] of [
      ['list_products', '/products'],
      ['lookup_by_url', '/lookup?url=n8n.io'],
      ['lookup_by_url', '/lookup?url=nobody.example'],
      ['compare_products', '/compare?slugs=n8n,dify'],
    ] as const)
      expect((await callIn(stale, id, path)).headers.get('x-served-from')).toBeNull()
    const one = await callIn(stale, 'get_product', '/products/n8n')
    expect(one.headers.get('x-served-from')).toBe('snapshot')
  })
})

describe('filters beyond the contract', () => {
  const slugsOf = async (query: string) =>
    (await list(`?limit=48&${query}`)).products.map(({ slug }) => slug)
  const uses =
    (...wanted: string[]) =>
    ({ tools }: Product) =>
      wanted.map((slug) => tools.some((tool) => tool.slug === slug))

  it.each([
    ['use_case=voice', (one: Product) => one.agent_use_case === 'voice'],
    ['kind=agent_built', (one: Product) => one.qualification_type === 'agent_built'],
    ['claim=submitted', (one: Product) => one.claim_review_status === 'submitted'],
    ['tools=postgresql,redis', (one: Product) => uses('postgresql', 'redis')(one).every(Boolean)],
    ['any_tools=qdrant,pgvector', (one: Product) => uses('qdrant', 'pgvector')(one).some(Boolean)],
    [
      'tools=postgresql&any_tools=qdrant,redis&use_case=support',
      (one: Product) =>
        one.agent_use_case === 'support' &&
        uses('postgresql')(one)[0] &&
        uses('qdrant', 'redis')(one).some(Boolean),
    ],
  ])('%s gives the products that have it, and all of them', async (query, fits) => {
    const all: Product[] = []
    for (let offset = 0, more = true; more; offset += 48) {
      const page = await list(`?limit=48&offset=${offset}`)
      all.push(...page.products)
      more = page.hasMore
    }
    const expected = all.filter(fits).map(({ slug }) => slug)
    expect(expected.length).toBeGreaterThan(0)
    expect(await slugsOf(query)).toEqual(expected.slice(0, 48))
  })

  it('a version is the major of the tool itself, by slug or name, and what is left out is nowhere', async () => {
    const { list: listOf, total } = await service.catalog.current()
    const all = listOf({ task: 'all', sort: 'newest', offset: 0, limit: total }).listings
    const asking = (major: number) =>
      all.flatMap((listing) => {
        const next = listing.proof()?.tools.find(({ slug }) => slug === 'nextjs')
        const isOwn = next?.state === 'proved' && next.package === 'pkg:npm/next'
        return isOwn && next.requirement?.major === major ? [listing.slug] : []
      })
    const [newer, older] = [asking(16), asking(15)]
    expect(Math.min(newer.length, older.length)).toBeGreaterThan(5)
    for (const query of ['tool=nextjs@16', 'tools=nextjs@16', 'tools=Next.js%4016,nextjs'])
      expect(await slugsOf(query)).toEqual(newer)
    expect(await list('?tools=nextjs@15,nextjs@16')).toMatchObject({ total: 0 })
    const count = async (query: string) => (await list(`?limit=1&${query}`)).total
    expect(await count('any_tools=nextjs@15,nextjs@16')).toBe(newer.length + older.length)
    expect(await count('not_tools=nextjs@16')).toBe(total - newer.length)
    const left = all.filter(
      (one) => !one.tools().some(({ slug }) => ['nextjs', 'react'].includes(slug)),
    )
    expect(await count('not_tools=nextjs,React')).toBe(left.length)
    expect((await list('?not_tools=nextjss&limit=1')).body).toMatchObject({
      total,
      note: expect.stringContaining('"nextjss" (nearest: nextjs'),
    })
    const ended = all.filter((one) =>
      one
        .proof()
        ?.tools.some(({ state, support }) => state === 'proved' && support?.state === 'ended'),
    )
    expect(ended.length).toBeGreaterThan(10)
    expect(await count('support=ended')).toBe(ended.length)
  })

  it.each(['tool=@16', 'tools=react,nextjs@16.1', 'any_tools=nextjs@', 'not_tools=a@1@2'])(
    '%s is refused: a version is a major',
    async (query) => {
      const [, name, sent] = /^(\w+)=(?:react,)?(.*)$/.exec(query)!
      const error = `${name} has "${sent}", but a version is a major, as in nextjs@16.`
      expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { error } })
    },
  )

  it('a licence is an identifier in any case, with or without "-only", or open-source', async () => {
    const agpl = await list('?licence=agpl-3.0&limit=48')
    expect(agpl.total).toBeGreaterThan(3)
    expect((await list('?licence=AGPL-3.0-only')).total).toBe(agpl.total)
    const open = await list('?licence=open-source')
    expect(open.total).toBeGreaterThan(agpl.total)
    expect((await list('?licence=open-source&proof=every_tool')).total).toBeLessThan(open.total)
  })

  it('an unknown tool in a list is named in a note, and a value outside of a closed set is refused', async () => {
    expect((await list('?any_tools=postgresql,qdrent')).body['note']).toContain(
      '"qdrent" (nearest: qdrant)',
    )
    expect(await list('?tools=qdrent')).toMatchObject({ status: 200, total: 0 })
    const outside = ['use_case=cooking', 'kind=robot', 'claim=yes', 'proof=all', 'support=old']
    for (const query of [...outside, 'hosting=moon', 'interface=telephone'])
      expect(await callIn(service, 'list_products', `/products?${query}`)).toMatchObject({
        status: 400,
        body: { error_code: 'VALIDATION_ERROR', details: [{ path: query.split('=')[0] }] },
      })
  })
})
