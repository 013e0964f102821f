import { expect, it } from 'vitest'
import type { Fact } from '#contract/resources/facts.ts'
import { addresses } from '#core/addresses.ts'
import { sampleProduct, sampleTool, verifiedClaim } from '#testing/sample-records.ts'
import { furtherFacts, keyFacts } from './key-facts.ts'
import { type ProductRecord, productDetail } from './present.ts'

const models = 'abcdefg'
const tools = new Map(
  [...models, 'redis'].map((slug) => {
    const category = slug === 'redis' ? 'data' : 'models-providers'
    const tool = sampleTool({ slug, name: slug.toUpperCase(), category })
    return [tool.id, tool]
  }),
)
const to = addresses('')
const product = (part: Partial<ProductRecord> = {}) =>
  productDetail(sampleProduct({ slug: 'acme', ...part }), tools, to)
const source = 'https://github.com/acme/app/blob/abc/README.md#L3'
const fact = (name: Fact['fact'], value: string, day: string | null = null): Fact => ({
  fact: name,
  value,
  day,
  source,
})
const texts = (part: Partial<ProductRecord> = {}) =>
  Object.fromEntries(
    keyFacts(product(part), to).map(({ label, values }) => [
      label,
      values.map(({ text }) => text).join(', '),
    ]),
  )

it('asks the same of every product, and has no answer that nobody found', () => {
  expect(texts()).toEqual({
    For: '',
    Licence: '',
    'How it runs': '',
    State: 'Active, as far as is known',
    'Not known': 'used through, models, start',
  })
})

it('answers each question from what the directory knows', () => {
  const proof: ProductRecord['proof'] = {
    repository: 'https://github.com/acme/app',
    commit: 'a'.repeat(40),
    licence: 'MIT AND Elastic-2.0',
    source_date: '2026-05-22',
    last_activity: '2026-11-03T00:00:00Z',
    archived: null,
    checked_at: '2026-11-23T00:00:00Z',
    tools: [],
    history: null,
    lost: [],
  }
  const facts = [
    fact('hosting', 'self_hosted'),
    fact('deploy', 'compose'),
    fact('interface', 'cli'),
    fact('latest_release', '1.2.0', '2026-04-01'),
    fact('package', 'pkg:pypi/acme'),
  ]
  expect(
    texts({ audience_tags: ['b2b'], proof, facts, tool_ids: ['tool-redis', 'tool-a'] }),
  ).toEqual({
    For: 'Companies',
    Licence: 'MIT AND Elastic-2.0',
    'How it runs': 'Self-hosted, Compose',
    'Used through': 'Command line',
    Models: 'A',
    State:
      'Active, release 1.2.0, 1 Apr 2026, newer commit of 3 Nov 2026, source as of 22 May 2026',
    Start: 'pip install acme',
  })
})

it('names the models of the stack before those it works with, and not more than fit', () => {
  const compatibility = [...'bcdefg'].map((slug) => ({
    tool_id: `tool-${slug}`,
    status: 'works_with' as const,
    note: null,
  }))
  const part = { ...verifiedClaim, tool_ids: ['tool-a'] }
  expect(texts({ ...part, compatibility })['Models']).toBe('A, B, C, D, 3 more')
  expect(texts({ ...part, compatibility: compatibility.slice(0, 4) })['Models']).toBe(
    'A, B, C, D, E',
  )
})

it('says that a start is not known, unless its makers host it', () => {
  const unknown = (hosting: string) => {
    const facts = [fact('interface', 'cli'), fact('hosting', hosting)]
    return texts({ facts, tool_ids: ['tool-a'] })['Not known']
  }
  expect(unknown('self_hosted')).toBe('start')
  expect(unknown('cloud')).toBeUndefined()
})

it('does not call it a model of the product what it only works with', () => {
  const compatibility = [{ tool_id: 'tool-b', status: 'works_with' as const, note: null }]
  const shown = texts({ ...verifiedClaim, compatibility })
  expect([shown['Works with models'], shown['Models']]).toEqual(['B', undefined])
})

it('asks for the day of a source only where there is source code', () => {
  const state = (type: string) =>
    texts({ evidence: [{ type, url: 'https://acme.example', shows: null }] })['State']
  expect(state('repository')).toBe('Active, as far as is known, day of the source not known')
  expect(state('documentation')).toBe('Active, as far as is known')
})

it('says how a product ended, by its source', () => {
  const lifecycle = { state: 'archived', since: '2026-02-01', successor: null, source } as const
  const state = keyFacts(product({ lifecycle }), to).find(({ label }) => label === 'State')
  expect(state?.values[0]).toEqual({ text: 'Archived since 1 Feb 2026', href: source })
})

it('says that a product is active only if a year of the look shows it', () => {
  const state = (day: string) =>
    texts({
      facts: [fact('latest_release', '1.0', day)],
      reading: {
        by: 'a',
        at: '2026-11-23T00:00:00Z',
        repository: source,
        commit: 'a'.repeat(40),
        committed_on: null,
      },
    })['State']
  expect(state('2026-01-01')).toMatch(/^Active, release/)
  expect(state('2025-01-01')).toMatch(/^Active, as far as is known, release/)
})

it.each([
  [
    'its package',
    [fact('package', 'pkg:pypi/acme'), fact('interface', 'cli')],
    'Installed as a package',
  ],
  ['its first command', [fact('start', 'docker run acme')], 'In a container'],
  ['its installer', [fact('start', 'curl -L https://acme.example | sh')], 'On your own computer'],
  [
    'its repository',
    [fact('start', 'git clone https://github.com/acme/app')],
    'From its source code',
  ],
  ['its kind', [fact('interface', 'desktop')], 'On your own computer'],
  [
    'its hosting, if that is known',
    [fact('hosting', 'cloud'), fact('start', 'uvx acme')],
    'Hosted by its makers',
  ],
])('says how a product runs by %s', (_, facts, expected) => {
  expect(texts({ facts })['How it runs']).toBe(expected)
})

it('says that a framework runs in the program of its user, before where it is hosted', () => {
  const runs = (topics: string[], ...facts: Fact[]) =>
    keyFacts(product({ facts, topics }), to)
      .find(({ label }) => label === 'How it runs')
      ?.values.map(({ text }) => text)
  const [cloud, start] = [fact('hosting', 'cloud'), fact('start', 'pip install acme')]
  const words = ['In your own program', 'Hosted by its makers']
  expect(runs(['agent-frameworks', 'rag'], cloud, start)).toEqual(words)
  expect(runs(['agent-frameworks'], start)).toEqual(words.slice(0, 1))
  expect(runs(['rag', 'agent-frameworks'], cloud, start)).toEqual(words.slice(1))
  expect(runs(['agent-frameworks'], fact('start', 'docker run acme'))).toEqual(['In a container'])
})

it('starts as the README says, and by a package rather than by a clone', () => {
  const packaged = fact('package', 'pkg:pypi/acme')
  const start = (...facts: Fact[]) => texts({ facts })['Start']
  expect(start(packaged, fact('start', 'uvx acme'))).toBe('uvx acme')
  expect(start(packaged, fact('start', 'git clone https://a.example'))).toBe('pip install acme')
  expect(start(fact('start', 'git clone https://a.example'))).toBe('git clone https://a.example')
})

it('says how an MCP server is connected, instead of how it is started', () => {
  const facts = [fact('start', 'uvx acme auth'), fact('connect', 'https://mcp.acme.example')]
  const shown = (topics: string[]) => {
    const all = keyFacts(product({ facts, topics }), to)
    return all.filter(({ label }) => label === 'Start' || label.startsWith('Connect'))
  }
  const connect = {
    label: 'Connect (MCP)',
    values: [{ text: 'https://mcp.acme.example', href: source, isCommand: true }],
  }
  expect(shown(['mcp-servers'])).toEqual([connect])
  expect(shown([]).map(({ label }) => label)).toEqual(['Start', 'Connect (MCP)'])
  expect(texts({ facts, topics: ['mcp-servers'] })['How it runs']).toBe('Hosted by its makers')
  expect(texts({ facts, topics: ['mcp-servers'] })['Not known']).toBe('used through, models')
  const [rest] = furtherFacts(product({ facts, topics: ['mcp-servers'] }))
  expect(rest?.values[0]?.text).toBe('uvx acme auth')
})

it('says that a product is not open source if its description or the editors do', () => {
  expect(texts({ description: 'A closed platform.' })['Licence']).toBe('Not open source')
  expect(texts({ public_note: 'Closed source.' })['Licence']).toBe('Not open source')
})

it('leaves to other lists what it does not show', () => {
  const facts = [
    fact('hosting', 'cloud'),
    fact('package', 'pkg:npm/one'),
    fact('package', 'pkg:pypi/two'),
    fact('package', 'pkg:npm/three'),
    fact('package', 'pkg:gem/four'),
    fact('contributors', '9', '2026-05-22'),
  ]
  expect(texts({ facts })['Start']).toBe('npm install one')
  const rest = furtherFacts(product({ facts })).flatMap(({ values }) =>
    values.map(({ text }) => text),
  )
  expect(rest).toEqual(['pypi: two', 'npm: three', 'gem: four', '9, as of 22 May 2026'])
})
