import { describe, expect, it } from 'vitest'
import { claimDigest } from './listing-stamps.ts'
import { rulesFor } from './listing-rules.ts'
import { ListingFile, ProofFile, ToolFile } from './schemas.ts'

const tool = (slug: string, name: string, category: string) => ({
  slug,
  value: ToolFile.parse({
    name,
    description: 'It is one.',
    category,
    topics: ['personal-assistants'],
    homepage: 'https://tool.example',
    aliases: [slug],
  }),
})
const tools = [
  tool('redis', 'Redis', 'backend-db'),
  tool('github', 'GitHub', 'channels-integrations'),
  tool('github-copilot', 'GitHub Copilot', 'agent-frameworks'),
  tool('openai', 'OpenAI', 'models-providers'),
  tool('go', 'Go', 'languages-runtimes'),
  tool('python', 'Python', 'languages-runtimes'),
]
const problemsOf = rulesFor(tools, ['Acme', 'OpenAI Bench'])
const commit = 'a'.repeat(40)
const at = (day: string) => `2026-11-${day}T00:00:00.000Z`

function listing(more: object = {}): ListingFile {
  const value = ListingFile.parse({
    name: 'Acme',
    url: 'https://acme.example',
    description: 'It acts.',
    topics: ['personal-assistants'],
    overview: 'It acts on its own.',
    editorial_summary: 'It suits people who wait.',
    tools: ['python'],
    evidence: [{ type: 'website', url: 'https://acme.example/how', shows: 'How it acts.' }],
    qualification_type: 'agent_native',
    agent_use_case: 'research',
    qualification_statement: 'Agents do the work.',
    workflow_summary: 'They read, then write.',
    agent_tools_used: ['Web search'],
    supporting_links: ['https://acme.example/how'],
    claim_review_status: 'verified',
    claim_evidence_summary: 'The page shows it.',
    claim_reviewed_at: at('22'),
    claim_verified_by: 'Ada',
    approved_at: at('22'),
    source: {
      repository: 'https://github.com/acme/acme',
      commit,
      committed_on: '2026-11-01',
      licence: 'MIT',
      read_at: at('21'),
      read_by: 'Ada',
    },
    ...more,
  })
  return 'claim_digest' in more ? value : { ...value, claim_digest: claimDigest(value) }
}

const found = ProofFile.parse({
  repository: 'https://github.com/acme/acme',
  commit,
  checked_at: at('21'),
  licence: 'MIT',
  last_activity: at('01'),
  archived: null,
  tools: [],
  also_found: { redis: { path: 'package.json', line: 3 } },
})

const broken = (value: ListingFile, proof?: ProofFile) =>
  problemsOf({ file: 'content/listings/acme.yaml', slug: 'acme', value, proof }).map((problem) =>
    problem.replace('content/listings/acme.yaml: ', ''),
  )

describe('a tool that the repository needs', () => {
  it('is a finding until the listing decides on it', () => {
    expect(broken(listing(), found)).toEqual([
      'tools: package.json:3 names redis; decide on it in tools or compatibility, or in left_out with the reason',
    ])
    for (const decision of [
      { tools: ['python', 'redis'] },
      { compatibility: [{ tool: 'redis', status: 'works_with' }] },
      { left_out: [{ tool: 'redis', reason: 'Only a script of its makers uses it.' }] },
    ])
      expect(broken(listing(decision), found)).toEqual([])
  })
})

describe('a tool in a text', () => {
  it('is in the stack, works with it or is left out', () => {
    expect(broken(listing({ overview: 'It keeps threads in Redis.' }))).toEqual([
      expect.stringMatching(/^overview: a text names redis;/),
    ])
  })

  it('is not named by a longer name, by a product, by a word, or by a language of its users', () => {
    const overview =
      'GitHub Copilot and OpenAI Bench can go on with OpenAI-compatible servers, in Go.'
    const compatibility = [{ tool: 'github-copilot', status: 'works_with' }]
    expect(broken(listing({ overview, compatibility }))).toEqual([])
  })
})

describe('a review', () => {
  it.each([
    [{ claim_reviewed_at: at('20') }, /^claim_reviewed_at: it is before source\.read_at/],
    [{ claim_digest: '0123456789ab' }, /^claim_digest: the claim changed after its review/],
  ])('is open again after %j', (more, problem) => {
    expect(broken(listing(more))).toEqual([expect.stringMatching(problem)])
  })

  it('a claim that changed has another digest, and another order of fields has not', () => {
    const { qualification_type: kind, ...rest } = listing()
    expect(claimDigest({ ...rest, qualification_type: kind })).toBe(claimDigest(listing()))
    expect(claimDigest(listing({ workflow_summary: 'They write.' }))).not.toBe(
      claimDigest(listing()),
    )
  })

  it('an old source is not featured', () => {
    const source = { ...listing().source, committed_on: '2026-01-01' }
    expect(broken(listing({ source }))).toEqual([])
    expect(broken(listing({ source, is_featured: true }))).toEqual([
      expect.stringMatching(/^is_featured: its source was over 180 days old/),
    ])
  })
})

it.each([
  [{ description: 'Open-source agent.' }, 'description: begin with what tells it apart'],
  [{ editorial_summary: 'For all.' }, 'editorial_summary: begin with when it is a good choice'],
  [{ overview: 'By the README it acts.' }, 'overview: say what the product does'],
  [{ overview: 'It runs in one’s own cloud.' }, 'overview: write "your own"'],
  [{ overview: 'It has more than 1,000 ready integrations.' }, 'overview: its number is soon'],
  [{ description: 'Fourteen skills for agents.' }, 'description: its number is soon too low'],
  [{ agent_tools_used: ['OpenAI'] }, 'agent_tools_used: OpenAI is a model or a library'],
])('the words of %j are a finding', (more, problem) => {
  expect(broken(listing(more))).toEqual([expect.stringContaining(problem)])
})

it('what code names has an integration, what documentation names is worked with', () => {
  const noted = (note: string) =>
    broken(listing({ compatibility: [{ tool: 'redis', status: 'works_with', note }] }))
  expect(noted('An extra of the package (setup.py).')).toEqual([
    'compatibility: redis is named by code, says its note, so its status is has_integration',
  ])
  expect(noted('The documentation names it as an extra.')).toEqual([])
})

it('one reason has one status, whichever tool, line and other words name the tool', () => {
  const noted = (...notes: readonly string[]) =>
    broken(
      listing({
        compatibility: [
          { tool: 'redis', status: 'works_with', note: notes[0] },
          { tool: 'github-copilot', status: 'has_integration', note: notes[1] },
        ],
      }),
    )
  const finding = 'compatibility: github-copilot and redis have one reason and two statuses'
  expect(noted('It is a choice.', 'It is a choice.')).toEqual([finding])
  expect(
    noted('Redis is a choice (README line 3).', 'GitHub Copilot is a choice (README line 14).'),
  ).toEqual([finding])
  expect(noted('The documentation names it.', 'Code names it.')).toEqual([])
})

describe('a product that its makers host', () => {
  const finding = expect.stringMatching(/^facts: its makers host it/) as string
  const fact = { fact: 'hosting', value: 'cloud' }
  const source = 'https://acme.example/how'

  it.each([
    { overview: 'It acts, and a hosted service exists.' },
    { public_note: "It runs in Acme's cloud." },
    { facts: [{ fact: 'connect', value: 'https://mcp.acme.example/mcp', source }] },
  ])('has that fact, or an editor says why it has not: %j', (more) => {
    const { facts = [] } = more
    expect(broken(listing(more))).toEqual([finding])
    expect(broken(listing({ ...more, facts: [...facts, { ...fact, source }] }))).toEqual([])
    const left_out_facts = [{ ...fact, reason: 'It is a closed beta.' }]
    expect(broken(listing({ ...more, left_out_facts }))).toEqual([])
  })

  it.each(['It needs no hosted service.', 'It is a self-hosted service.'])(
    'is not one of which the text says: %s',
    (overview) => {
      expect(broken(listing({ overview }))).toEqual([])
    },
  )
})

it('an interface is shown by a file that starts something', () => {
  const shownBy = (path: string) => {
    const source = `https://github.com/acme/acme/blob/${commit}/${path}#L3`
    return broken(listing({ facts: [{ fact: 'interface', value: 'mcp_server', source }] }))
  }
  for (const path of ['src/bin/rmcp_test_server.rs', 'src/mcp-types.ts', 'tests/server.py'])
    expect(shownBy(path)).toEqual([expect.stringMatching(/^facts: mcp_server rests on a test/)])
  expect(shownBy('src/latest.ts')).toEqual([])
})

it('a licence in the text has a source, and a manifest that is evidence is its own', () => {
  const { source } = listing()
  expect(
    broken(listing({ overview: 'MIT for all.', source: { ...source, licence: null } })),
  ).toEqual([expect.stringMatching(/^overview: it names the licence MIT/)])
  const url = `https://github.com/fork/acme/blob/${commit}/package.json`
  const evidence = [{ type: 'package_manifest', url, shows: 'Its packages.' }]
  expect(broken(listing({ evidence }))).toEqual([
    expect.stringMatching(/^evidence\.0: it is in none of its repositories/),
  ])
  const others = ['https://github.com/fork/acme']
  expect(broken(listing({ evidence, source: { ...source, others } }))).toEqual([])
})
