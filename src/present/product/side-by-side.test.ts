import { describe, expect, it } from 'vitest'
import {
  readmeLine,
  sampleFact as fact,
  sampleProduct,
  sampleProof,
  sampleTool,
  verifiedClaim,
} from '#testing/sample-records.ts'
import { addresses } from '#core/addresses.ts'
import { compare } from './comparison.ts'
import { type ProductRecord, productDetail } from '#present/present.ts'
import { compareAddress, readCompared, sideBySide } from './side-by-side.ts'

const to = addresses('https://proofstack.example')
const tools = new Map(
  [...'abcdef'].map((slug, index) => {
    const category = index < 3 ? 'models' : 'data'
    const tool = sampleTool({ slug, name: slug.toUpperCase(), category })
    return [tool.id, tool]
  }),
)
const categories = [
  { slug: 'data', name: 'Data' },
  { slug: 'voice', name: 'Voice' },
  { slug: 'models', name: 'Models' },
]

/** A product built with the tools that `built` names by their letters. */
function product(slug: string, built: string, part: Partial<ProductRecord> = {}) {
  const tool_ids = [...built].map((letter) => `tool-${letter}`)
  return productDetail(sampleProduct({ slug, tool_ids, ...part }), tools, to)
}

const slugs = (list: readonly { slug: string }[]) => list.map(({ slug }) => slug).join('')

const texts = (sentences: ReturnType<typeof sideBySide>['sentences']) =>
  sentences.map(({ text }) => text)

describe('products side by side', () => {
  it('two without a shared topic have the summary of the API', () => {
    const [left, right] = [product('ada', 'abd', verifiedClaim), product('bob', 'bce')]
    const { sentences } = sideBySide([left, right], categories)
    expect(texts(sentences)).toEqual(compare(left, right).summary)
  })

  it('shared tools are in all products, and every tool is listed in the order of the categories', () => {
    const view = sideBySide(
      [product('ada', 'abd'), product('bob', 'dba'), product('cy', 'bef')],
      categories,
    )
    expect(slugs(view.shared)).toBe('b')
    expect(view.byCategory.map(({ name, tools: own }) => [name, ...own.map(slugs)])).toEqual([
      ['Data', 'd', 'd', 'ef'],
      ['Models', 'ab', 'ba', 'b'],
    ])
  })

  it('of three, each sentence is true of all that it names', () => {
    const { sentences } = sideBySide(
      [
        product('Ada', 'abd', verifiedClaim),
        product('Bob', 'ab', { agent_use_case: 'sales' }),
        product('Cy', 'ac', verifiedClaim),
      ],
      categories,
    )
    expect(texts(sentences)).toEqual([
      'All are built with A.',
      'Only Ada is built with D.',
      'Only Cy is built with C.',
      'Ada, Bob and Cy name no common audience.',
      'Ada and Cy are for research; Bob is for sales.',
      'The claims of Ada and Cy are verified; Bob has no verified claim.',
    ])
    expect(texts(sentences.filter(({ isSame }) => isSame))).toEqual(['All are built with A.'])
  })

  it('a shared topic is named in place of a shared use case', () => {
    const [ada, bob, cy] = ['Ada', 'Bob', 'Cy'].map((name) => product(name, 'a', verifiedClaim))
    const said = (...products: ReturnType<typeof product>[]) =>
      texts(sideBySide(products, categories, 'MCP servers').sentences)
    expect(said(ada!, bob!)).toContain('The topic of both is MCP servers.')
    expect(said(ada!, bob!, cy!)).toContain('The topic of all is MCP servers.')
    expect(said(ada!, product('Dee', 'a', { agent_use_case: 'sales' }))).toContain(
      'Ada is for research, and Dee is for sales.',
    )
  })

  it('of three with nothing in common says so', () => {
    const three = ['a', 'b', 'c'].map((letter) => product(letter.toUpperCase(), letter))
    const { shared, sentences } = sideBySide(three, categories)
    expect(shared).toEqual([])
    expect(sentences[0]?.text).toBe('A, B and C have no tool that all use.')
    expect(texts(sentences).slice(-2)).toEqual([
      'None names a use case for its agents.',
      'None has a verified claim.',
    ])
  })
})

describe('the facts of products side by side', () => {
  const proof = sampleProof({ last_activity: '2026-05-03T08:00:00Z' })
  const factsOf = (...parts: Partial<ProductRecord>[]) => {
    const products = parts.map((part, index) => product(`p${index}`, 'a', part))
    const { facts } = sideBySide(products, categories)
    return Object.fromEntries(
      facts.map(({ title, cells, same }) => [
        title,
        same?.text ?? cells.map((cell) => cell?.text ?? null),
      ]),
    )
  }

  it('a fact that is equal for all appears once', () => {
    const { 'Use case': use } = factsOf(verifiedClaim, verifiedClaim, verifiedClaim)
    expect(use).toBe('Research')
    const [one, other] = ['for-developers', 'b2b'] as const
    const { Audience: audience } = factsOf(
      { audience_tags: [one, other] },
      { audience_tags: [other, one] },
    )
    expect(audience).toBe('Developers, Companies')
    expect(factsOf(verifiedClaim, {})).toMatchObject({ 'Use case': ['Research', null] })
  })

  it('a fact that none has is left out', () => {
    expect(factsOf({ proof }, {})).toMatchObject({
      Licence: ['MIT', null],
      'Last commit': ['3 May 2026', null],
      'Tools shown in code': ['0 of 1', null],
    })
    const closed = { description: 'Source-available platform for flows.' }
    expect(factsOf({ proof }, closed)).toMatchObject({ Licence: ['MIT', 'Not open source'] })
    expect(Object.keys(factsOf({}, {}))).toEqual(['State'])
    expect(factsOf({ proof: { ...proof, licence: null } }, {})).not.toHaveProperty('Licence')
  })

  it('how each is run and where its prices are is said', () => {
    const ada = [
      fact('hosting', 'self_hosted'),
      fact('hosting', 'cloud'),
      fact('interface', 'cli'),
      fact('pricing', 'https://ada.example/pricing'),
    ]
    expect(factsOf({ facts: ada }, {})).toMatchObject({
      Price: ['Price list', null],
      Hosting: ['Self-hosted, Hosted by its makers', null],
      'How you use it': ['Command line', null],
    })
    // Each price list is one of its own, though all have the same name; a count is the same.
    const read = { proof, facts: ada }
    expect(factsOf(read, read)['Tools shown in code']).toBe('0 of 1')
    expect(factsOf({ facts: ada }, { facts: ada }).Price).toEqual(['Price list', 'Price list'])
  })

  it('says what the page of the listing says of how it runs, its start, models and state', () => {
    const model = sampleTool({ slug: 'm', name: 'M', category: 'models-providers' })
    const known = new Map([...tools, [model.id, model]])
    const detail = (part: Partial<ProductRecord>) =>
      productDetail(sampleProduct({ slug: 'ada', tool_ids: ['tool-a'], ...part }), known, to)
    const facts = [fact('start', 'command'), fact('package', 'pkg:pypi/ada')]
    const built = detail({ facts, tool_ids: ['tool-a', 'tool-m'] })
    const works = detail({
      ...verifiedClaim,
      compatibility: [{ tool_id: 'tool-m', status: 'has_integration', note: null }],
    })
    const { facts: rows, byCategory } = sideBySide(
      [built, works],
      [...categories, { slug: 'models-providers', name: 'Models' }],
    )
    const cells = (title: string) => rows.find((row) => row.title === title)?.cells
    expect(cells('Package')).toEqual([{ text: 'pypi: ada' }, null])
    expect(cells('Start or install')).toEqual([
      { text: 'uvx ada', href: readmeLine, isCommand: true },
      null,
    ])
    expect(rows.find((row) => row.title === 'Models')?.same?.text).toBe('M')
    expect(rows.find((row) => row.title === 'State')?.same?.text).toBe('Active')
    // The models are not said a second time, in other words.
    expect([cells('Works with'), byCategory.map(({ name }) => name)]).toEqual([
      undefined,
      ['Models'],
    ])
  })
})

describe('the address of a comparison', () => {
  const read = (query: string) => readCompared(new URLSearchParams(query))

  it('is one for an order, whatever the form of the question', () => {
    for (const query of [
      'slugs=n8n,dify',
      'slugs=%20n8n%20,dify,n8n',
      'slugs=n8n&slugs=dify',
      'left=n8n&right=dify&third=',
      'slugs=n8n&fourth=dify',
    ]) {
      const { slugs: asked, problem } = read(query)
      expect([problem, compareAddress(asked, to)]).toEqual([
        undefined,
        'https://proofstack.example/compare?slugs=n8n,dify',
      ])
    }
  })

  it('read again, it names the same in the same order', () => {
    const asked = ['c', 'a-1', 'b']
    expect(read(new URL(compareAddress(asked, to)).search)).toEqual({ slugs: asked })
  })

  it('without a name is empty', () => expect(read('slugs=,')).toEqual({ slugs: [] }))

  it('finds what is typed by its name, and keeps what it does not know', () => {
    const slugOf = (name: string) => (name === 'Live Kit' ? 'livekit-agents' : undefined)
    const { slugs: asked } = readCompared(
      new URLSearchParams({ left: ' Live Kit ', right: 'Nobody & Co', third: 'Live Kit' }),
      slugOf,
    )
    expect(asked).toEqual(['livekit-agents', 'Nobody & Co'])
  })

  it.each(['slugs=<b>,n8n', 'slugs=//evil.example', 'slugs=N8N,dify', "slugs='"])(
    '%s is refused without being repeated',
    (query) => {
      const { slugs: asked, problem } = read(query)
      expect([asked, problem]).toEqual([[], expect.stringContaining('no name of a listing')])
    },
  )

  it('with more than four says so, and keeps four for the chooser', () => {
    const { slugs: asked, problem } = read('slugs=a,b,c,d,e')
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
    expect(problem).toContain('names 5 products; at most 4')
  })
})
