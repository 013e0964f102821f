import { expect, it } from 'vitest'
import { callIn, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

interface Recommendation {
  rank: number
  score: number
  product: { slug: string; status: string; tools: { slug: string }[] }
  match: {
    task_match: string
    matched_tool_slugs: string[]
    matched_tool_count: number
    reasons: string[]
  }
}

const ask = async (query: string) => {
  const answer = await callIn(service, 'recommend_products', `/recommend?${query}`)
  return {
    ...answer,
    ...(answer.body as unknown as {
      query: Record<string, unknown>
      recommendations: Recommendation[]
    }),
  }
}

it.each([
  ['support', 'support'],
  ['Customer Support', 'support'],
  ['I need a help-desk for my shop', 'support'],
  ['browser_automation', 'browser_automation'],
  ['beekeeping', null],
])('the task %j means %s', async (task, useCase) => {
  expect((await ask(`task=${encodeURIComponent(task)}`)).query).toMatchObject({
    task,
    normalized_task: useCase,
  })
})

it('takes the filters of GET /products, and recommends nothing that does not pass all of them', async () => {
  const task = 'task=coding%20agent&limit=24'
  const filters = 'works_with=Ollama&not_tools=TypeScript&licence=open-source&activity=recent'
  const passing = await callIn(service, 'list_products', `/products?${filters}&limit=48`)
  const slugs = (passing.body['products'] as { slug: string }[]).map(({ slug }) => slug)
  const found = await ask(`${task}&${filters}`)
  expect(found.recommendations.length).toBeGreaterThan(2)
  expect(found.recommendations.map(({ rank }) => rank)).toEqual(
    found.recommendations.map((_, at) => at + 1),
  )
  for (const { product } of found.recommendations) expect(slugs).toContain(product.slug)
  // They keep the order and the scores of all.
  const scores = found.recommendations.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

it('names the filter to drop where nothing passes, and what a filter names that is no tool', async () => {
  const nothing = await ask('task=coding%20agent&limit=24&works_with=ollama&licence=Nobody-1.0')
  expect(nothing.recommendations).toEqual([])
  expect(nothing.body['note']).toMatch(
    /^No product matches all of these filters; without licence "Nobody-1\.0" there are \d\d\.$/,
  )
  expect((await ask('task=coding%20agent&not_tools=olama')).body['note']).toContain(
    'No tool is known as "olama" (nearest: ollama)',
  )
  expect((await ask('task=coding%20agent&activity=lively')).status).toBe(400)
})

it('a licence in the words of a task leaves out what is known to have another, and a reason names it', async () => {
  const found = async (task: string) =>
    (await ask(`task=${encodeURIComponent(task)}&limit=24`)).recommendations
  const slugs = (recommendations: readonly Recommendation[]) =>
    recommendations.map(({ product }) => product.slug)
  expect(slugs(await found('claude coding agent'))).toContain('claude-code')
  expect(slugs(await found('open source claude coding agent'))).not.toContain('claude-code')
  const open = await found('open source coding agent')
  expect(open.find(({ product }) => product.slug === 'cline')?.match.reasons).toContain(
    'Its licence is Apache-2.0.',
  )
  const copyleft = await found('AGPL browser agent')
  expect(slugs(copyleft)).toContain('skyvern')
  // Apache-2.0, by its proof.
  expect(slugs(copyleft)).not.toContain('nanobrowser')
  expect(copyleft.map(({ score }) => score)).toEqual(
    copyleft.map(({ score }) => score).toSorted((a, b) => b - a),
  )
})

it('a stack resolves by slug, name or alias whatever its case and punctuation, and says what it does not know', async () => {
  const { query, recommendations } = await ask('stack=Next.js,%20postgres,nextjs,abacus')
  expect(query).toMatchObject({
    task: null,
    stack: ['Next.js', 'postgres', 'nextjs', 'abacus'],
    resolved_tools: [{ slug: 'nextjs', category: 'frontend-ui' }, { slug: 'postgresql' }],
    unresolved_stack_terms: ['abacus'],
  })
  for (const { product, match } of recommendations) {
    expect(match.matched_tool_count).toBe(match.matched_tool_slugs.length)
    expect(product.tools.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(match.matched_tool_slugs),
    )
  }
  expect(recommendations[0]!.match.matched_tool_count).toBe(2)
})

it('scores are whole numbers from 1 to 100 that never rise down the list, with a reason for each part', async () => {
  const { recommendations } = await ask(
    'task=customer%20support&stack=ruby-on-rails,postgresql&limit=24',
  )
  expect(recommendations[0]).toMatchObject({
    rank: 1,
    product: { slug: 'chatwoot', status: 'approved' },
    match: { task_match: 'exact' },
  })
  expect(recommendations[0]!.match.reasons.length).toBeGreaterThanOrEqual(3)
  const scores = recommendations.map(({ score }) => score)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  expect(scores.every((score) => Number.isInteger(score) && score > 0 && score <= 100)).toBe(true)
  expect(recommendations.map(({ rank }) => rank)).toEqual(
    recommendations.map((_, index) => index + 1),
  )
})

it('ten are given by default, and the same question is answered in the same order', async () => {
  const [first, second] = [await ask('task=operations'), await ask('task=operations')]
  expect(first.recommendations).toHaveLength(10)
  expect(second.text).toBe(first.text)
})

it.each([
  '',
  'task=&stack=',
  'task=%20&stack=,,',
  'limit=5',
  'task=support&limit=0',
  'task=support&limit=25',
  `task=${'x'.repeat(501)}`,
])('"%s" is refused', async (query) => {
  expect(await ask(query)).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } })
})

it.each([
  "task=' or 1=1 --",
  'task=%00',
  'stack=%F0%9F%92%A9',
  'task=%26%7C!',
  `stack=${'a,'.repeat(500)}`,
])('hostile text is a clean answer: %s', async (query) => {
  expect([200, 400]).toContain((await ask(query)).status)
})

it('without a task and a stack it says what to name', async () => {
  expect((await ask('')).body).toEqual({
    error: 'Name a task, a stack, or both, such as task=support and stack=postgresql.',
    error_code: 'VALIDATION_ERROR',
    details: [{ path: 'task', message: 'or stack is required' }],
  })
})

it('where nothing is recommended a note says so, and one for stack terms that no tool is known by', async () => {
  expect((await ask('task=beekeeping')).body).toMatchObject({
    recommendations: [],
    note: expect.stringMatching(/^Nothing that is listed fits "beekeeping" well enough\./),
  })
  expect((await ask('stack=nextjs-14,abacus&task=support')).body['note']).toBe(
    'No tool is known as "nextjs-14" (nearest: nextjs), "abacus"; list_tools, which is GET /tools, names them all.',
  )
  expect((await ask('task=support&stack=postgres')).body).not.toHaveProperty('note')
})

it.each(['without LangChain', 'not using LangChain'])(
  'an agent framework %s is not built with it, and is not it',
  async (without) => {
    const { recommendations } = await ask(
      `task=${encodeURIComponent(`agent framework ${without}`)}&limit=20`,
    )
    const found = recommendations.map(({ product }) => product)
    expect(found.length).toBeGreaterThan(3)
    for (const { slug, tools } of found)
      expect([slug, tools.map((tool) => tool.slug)]).toEqual([
        slug,
        expect.not.arrayContaining(['langchain']),
      ])
    const search = await callIn(
      service,
      'search',
      `/search?q=${encodeURIComponent(`agent framework ${without}`)}&type=product`,
    )
    const { results } = search.body as unknown as { results: { slug: string }[] }
    expect(results.length).toBeGreaterThan(3)
    expect(results.map(({ slug }) => slug)).not.toContain('deerflow')
  },
)

it('a note says when all that does a task is built with other tools', async () => {
  const { recommendations, body } = await ask('task=customer%20support&stack=lancedb')
  expect(recommendations.length).toBeGreaterThan(0)
  expect(body['note']).toBe('None of these is built with LanceDB.')
  for (const { product } of recommendations)
    expect(product.tools.map(({ slug }) => slug)).not.toContain('lancedb')
})

it('what is near is what the ranking left out, by name and slug', async () => {
  const task = encodeURIComponent('stock screener')
  const { recommendations, body } = await ask(`task=${task}`)
  expect(recommendations).toEqual([])
  const named = [...String(body['note']).matchAll(/\(([a-z0-9-]+)\)/g)].map(([, slug]) => slug!)
  expect(named.length).toBeGreaterThan(0)
  expect(named.length).toBeLessThanOrEqual(3)
  for (const slug of named)
    expect((await callIn(service, 'get_product', `/products/${slug}`)).status).toBe(200)
})
