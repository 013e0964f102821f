import { expect, it } from 'vitest'
import type { Fact } from '#contract/resources/facts.ts'
import { addresses } from '#core/addresses.ts'
import { sampleProduct, sampleTool, verifiedClaim } from '#testing/sample-records.ts'
import { furtherFacts, keyFacts } from './key-facts.ts'
import { type ProductRecord, productDetail } from '#present/present.ts'

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
    State: 'No end announced',
    'Not recorded': 'how you use it, models, start',
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
    'How it runs': 'Self-hosted',
    Stack: '0 of 2 tools shown in the code',
    'How you use it': 'Command line',
    'Models named': 'A',
    State:
      'No end announced, release 1.2.0, 1 Apr 2026, newer commit of 3 Nov 2026, source read is of 22 May 2026, then 6 months old',
    'Published as': 'Compose file, Python package',
    Install: 'pip install acme',
  })
})

it('names the models of the stack before those it works with, and not more than fit', () => {
  const compatibility = [...'bcdefg'].map((slug) => ({
    tool_id: `tool-${slug}`,
    status: 'works_with' as const,
    note: null,
  }))
  const part = { ...verifiedClaim, tool_ids: ['tool-a'] }
  expect(texts({ ...part, compatibility })['Models named']).toBe('A, B, C, D, 3 more')
  expect(texts({ ...part, compatibility: compatibility.slice(0, 4) })['Models named']).toBe(
    'A, B, C, D, E',
  )
})

it('says that a start is not known, unless its makers host it', () => {
  const unknown = (hosting: string) => {
    const facts = [fact('interface', 'cli'), fact('hosting', hosting)]
    return texts({ facts, tool_ids: ['tool-a'] })['Start']
  }
  expect(unknown('self_hosted')).toBe('')
  expect(unknown('cloud')).toBeUndefined()
})

it('says of models only that they are named: others may work, too', () => {
  const compatibility = [{ tool_id: 'tool-b', status: 'works_with' as const, note: null }]
  const shown = texts({ ...verifiedClaim, compatibility })
  expect([shown['Models named'], shown['Models']]).toEqual(['B', undefined])
})

it('without the day of a source says when the evidence was read, if anybody read it', () => {
  expect(texts({})['State']).toBe('No end announced')
  const verified = { ...verifiedClaim, claim_reviewed_at: '2026-11-20T10:00:00Z' }
  expect(texts(verified)['State']).toBe('No end announced, sources read on 20 Nov 2026')
})

it('says how a product ended, by its source', () => {
  const lifecycle = { state: 'archived', since: '2026-02-01', successor: null, source } as const
  const state = keyFacts(product({ lifecycle }), to).find(({ label }) => label === 'State')
  expect(state?.values[0]).toEqual({ text: 'Archived since 1 Feb 2026', href: source })
})

it('never says that a product is active: nobody announced an end, or its repository is archived', () => {
  const proof = {
    repository: 'https://github.com/acme/app',
    commit: 'a'.repeat(40),
    licence: null,
    source_date: '2026-10-22',
    last_activity: null,
    checked_at: '2026-11-23T00:00:00Z',
    tools: [],
    history: null,
    lost: [],
  }
  expect(texts({ proof: { ...proof, archived: false } })['State']).toBe(
    'No end announced, source read is of 22 Oct 2026',
  )
  const state = keyFacts(product({ proof: { ...proof, archived: true } }), to).find(
    ({ label }) => label === 'State',
  )
  expect(state?.values[0]).toEqual({ text: 'Archived', href: proof.repository })
})

it('does not say twice that it is a package, if it says how it runs', () => {
  const facts = [fact('package', 'pkg:pypi/acme'), fact('hosting', 'cloud')]
  expect(texts({ facts })['Published as']).toBeUndefined()
  expect(texts({ facts: facts.slice(0, 1) })['Published as']).toBe('Python package')
})

it('asks how an MCP server is connected, not how it is started', () => {
  const facts = [fact('start', 'script'), fact('connect', 'https://mcp.acme.example')]
  const shown = texts({ facts, topics: ['mcp-servers'] })
  expect([shown['Start'], shown['Connect (MCP)']]).toEqual([undefined, 'https://mcp.acme.example'])
  expect(shown['Not recorded']).toBe('how you use it, models')
  const [rest] = furtherFacts(product({ facts, topics: ['mcp-servers'] }))
  expect(rest?.values[0]?.text).toBe('Install script')
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
  expect(texts({ facts })['Install']).toBe('npm install one')
  const rest = furtherFacts(product({ facts })).flatMap(({ values }) =>
    values.map(({ text }) => text),
  )
  expect(rest).toEqual(['pypi: two', 'npm: three', 'gem: four', '9, as of 22 May 2026'])
})
