import { describe, expect, it } from 'vitest'
import { type BrowseQuery, type TaskRule, requiredFacets, facetsOf } from './browse.ts'
import { sampleProduct, sampleProof, sampleTool, verifiedClaim } from '#testing/sample-records.ts'

const tools = new Map(
  [
    sampleTool({ slug: 'langgraph', category: 'agent-frameworks' }),
    sampleTool({ slug: 'nextjs', category: 'frontend-ui' }),
    sampleTool({ slug: 'docling', category: 'documents-data' }),
  ].map((tool) => [tool.id, tool]),
)

const tasks: TaskRule[] = [
  {
    slug: 'build-software',
    use_cases: [],
    categories: [],
    topics: ['code-review'],
    words: ['code', 'pull request', 'multi-agent', 'C++'],
  },
  { slug: 'support-customers', use_cases: ['support'], categories: [], topics: [], words: [] },
  {
    slug: 'work-with-documents',
    use_cases: [],
    categories: ['documents-data'],
    topics: [],
    words: ['Übersicht'],
  },
]

const proof = sampleProof({
  licence: 'Apache-2.0',
  tools: [{ slug: 'nextjs', state: 'proved', level: 'required', path: 'package.json', line: 1 }],
})

type Part = Parameters<typeof sampleProduct>[0]

function found(parts: Part[], query: Partial<BrowseQuery>): string[] {
  const asked = requiredFacets({ task: 'all', ...query }, tasks)
  return parts
    .map((part) => sampleProduct(part))
    .filter((product) => {
      const named = product.tool_ids.map((id) => tools.get(id)!)
      const facets = facetsOf(product, named, tasks)
      return asked.every((group) => group.some((facet) => facets.includes(facet)))
    })
    .map(({ slug }) => slug)
}

describe('filters', () => {
  const parts: Part[] = [
    {
      slug: 'a',
      tool_ids: ['tool-nextjs', 'tool-langgraph'],
      audience_tags: ['b2b'],
      ...verifiedClaim,
    },
    { slug: 'b', tool_ids: ['tool-langgraph'], audience_tags: ['b2b', 'consumer'] },
    { slug: 'c', tool_ids: ['tool-docling'], ...verifiedClaim, agent_use_case: 'support' },
    {
      slug: 'd',
      audience_tags: ['consumer'],
      qualification_type: 'agent_built',
      claim_review_status: 'submitted',
    },
  ]

  it.each<[title: string, query: Partial<BrowseQuery>, slugs: string[]]>([
    ['none give everything', {}, ['a', 'b', 'c', 'd']],
    ['a category matches any tool of the product', { category: 'agent-frameworks' }, ['a', 'b']],
    ['an unknown category gives nothing', { category: 'other' }, []],
    ['an empty category is none', { category: '' }, ['a', 'b', 'c', 'd']],
    ['a tool gives what is built with it', { tool: 'langgraph' }, ['a', 'b']],
    ['an unknown tool gives nothing', { tool: 'other' }, []],
    ['a part of a tool slug gives nothing', { tool: 'lang' }, []],
    ['an empty tool is none', { tool: '' }, ['a', 'b', 'c', 'd']],
    ['an audience gives what is tagged with it', { audience: 'consumer' }, ['b', 'd']],
    ['an audience that nobody has gives nothing', { audience: 'for-founders' }, []],
    ['all audiences give everything, the untagged too', { audience: 'all' }, ['a', 'b', 'c', 'd']],
    ['is_agent gives verified agent products alone', { is_agent: 'true' }, ['a', 'c']],
    [
      'filters join',
      { is_agent: 'true', audience: 'b2b', category: 'frontend-ui', tool: 'langgraph' },
      ['a'],
    ],
    [
      'filters that contradict each other give nothing',
      { is_agent: 'true', audience: 'consumer' },
      [],
    ],
    ['a task by use case', { task: 'support-customers' }, ['c']],
    ['a task by tool category', { task: 'work-with-documents' }, ['c']],
    ['a task joins with other filters', { task: 'support-customers', tool: 'langgraph' }, []],
    ['an unknown task behaves as all', { task: 'make-coffee' }, ['a', 'b', 'c', 'd']],
    ['an empty task behaves as all', { task: '' }, ['a', 'b', 'c', 'd']],
  ])('%s', (_, query, slugs) => {
    expect(found(parts, query)).toEqual(slugs)
  })
})

describe('words of a task', () => {
  it.each<[title: string, part: Partial<Part>, isFound: boolean, task?: string]>([
    ['stand in the description', { description: 'It writes code.' }, true],
    ['stand in the name', { name: 'Code Mate' }, true],
    [
      'do not count in the workflow summary, which names much in passing',
      { workflow_summary: '(code)' },
      false,
    ],
    [
      'need not be there where the listing has a topic of the task',
      { topics: ['code-review'] },
      true,
    ],
    ['are found in any case', { description: 'CODE' }, true],
    ['are found between punctuation', { description: 'plans/code,tests' }, true],
    ['are whole words at their start', { description: 'A barcode reader' }, false],
    ['are whole words at their end', { description: 'A codec' }, false],
    ['may be two', { description: 'Opens a pull request' }, true],
    ['may be two across a hyphen or line break', { description: 'pull-\nrequest' }, true],
    ['that are two must stand together', { description: 'pull the request' }, false],
    ['with a hyphen match with and without it', { description: 'Multi agent teams' }, true],
    [
      'outside ASCII count as words',
      { description: 'Eine ÜBERSICHT.' },
      true,
      'work-with-documents',
    ],
    ['are not looked for in the overview', { overview: 'code' }, false],
  ])('%s', (_, part, isFound, task = 'build-software') => {
    expect(found([{ slug: 'x', ...part }], { task })).toEqual(isFound ? ['x'] : [])
  })
})

it('a version counts where the package is the tool itself, still found and of one major', () => {
  const nextjs = { ...tools.get('tool-nextjs')!, main: ['pkg:npm/next'] }
  const majors = (named: string | null, raw: string, lost: string[] = []) => {
    const tool = { slug: 'nextjs', state: 'proved', level: 'required', path: 'a', line: 1 } as const
    const known = { ...tool, package: named, requirement: { raw } }
    const product = sampleProduct({ slug: 'x', proof: { ...proof, tools: [known], lost } })
    return facetsOf(product, [nextjs], tasks).filter((key) => key.startsWith('tool_major:'))
  }
  expect(majors('pkg:npm/next', '^16.1.0')).toEqual(['tool_major:nextjs@16'])
  expect(majors(null, '16.x')).toEqual(['tool_major:nextjs@16'])
  expect(majors('pkg:npm/next', '>=16')).toEqual([])
  expect(majors('pkg:npm/next', '15 || 16')).toEqual([])
  expect(majors('pkg:npm/next-themes', '^16.1.0')).toEqual([])
  expect(majors('pkg:npm/next', '^16.1.0', ['nextjs'])).toEqual([])
})

describe('proof and licence', () => {
  const facets = (part: Partial<Part>) => {
    const product = sampleProduct({ slug: 'x', ...part })
    const named = product.tool_ids.map((id) => tools.get(id)!)
    return facetsOf(product, named, tasks).filter((key) => /^(?:proof|licence):/.test(key))
  }

  it('are read from what the repository shows', () => {
    expect(facets({ proof, tool_ids: ['tool-nextjs'] })).toEqual([
      'proof:every_tool',
      'licence:open_source',
    ])
    expect(
      facets({
        proof: { ...proof, licence: 'Elastic-2.0' },
        tool_ids: ['tool-nextjs', 'tool-docling'],
      }),
    ).toEqual(['proof:some_tools', 'licence:not_open_source'])
  })

  it('of a listing without a look are none yet, and a licence only where it says itself', () => {
    expect(facets({ tool_ids: ['tool-nextjs'] })).toEqual(['proof:none_yet'])
    expect(facets({ description: 'Closed service that answers calls.' })).toEqual([
      'proof:none_yet',
      'licence:not_open_source',
    ])
  })
})
