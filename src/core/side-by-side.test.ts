import { describe, expect, it } from 'vitest'
import { sampleProduct, sampleTool, verifiedClaim } from '#testing/sample-records.ts'
import { addresses } from './addresses.ts'
import { compare } from './comparison.ts'
import { type ProductRecord, productDetail } from './present.ts'
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

describe('products side by side', () => {
  it('two have the summary of the API', () => {
    const [left, right] = [product('ada', 'abd', verifiedClaim), product('bob', 'bce')]
    expect(sideBySide([left, right], categories).sentences).toEqual(compare(left, right).summary)
  })

  it('what is shared is in all of them, and the shelves hold every tool in the order of the categories', () => {
    const view = sideBySide(
      [product('ada', 'abd'), product('bob', 'dba'), product('cy', 'bef')],
      categories,
    )
    expect(slugs(view.shared)).toBe('b')
    expect(view.shelves.map(({ name, tools: own }) => [name, ...own.map(slugs)])).toEqual([
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
    expect(sentences).toEqual([
      'All are built with A.',
      'Only Ada is built with D.',
      'Only Cy is built with C.',
      'Ada is for research; Bob is for sales; Cy is for research.',
      'Verified by the editors: the claims of Ada and Cy.',
    ])
  })

  it('of three with nothing in common says so', () => {
    const three = ['a', 'b', 'c'].map((letter) => product(letter.toUpperCase(), letter))
    const { shared, sentences } = sideBySide(three, categories)
    expect(shared).toEqual([])
    expect(sentences[0]).toBe('A, B and C have no tool that all use.')
    expect(sentences.slice(-2)).toEqual(['None names a use case.', 'None has a verified claim.'])
  })
})

describe('the address of a comparison', () => {
  const read = (query: string) => readCompared(new URLSearchParams(query))

  it('is one, whatever the order and the form of the question', () => {
    for (const query of [
      'slugs=n8n,dify',
      'slugs=%20dify%20,n8n,dify',
      'left=n8n&right=dify&third=',
      'slugs=n8n&fourth=dify',
    ]) {
      const { slugs: asked, problem } = read(query)
      expect([problem, compareAddress(asked, to)]).toEqual([
        undefined,
        'https://proofstack.example/compare?slugs=dify,n8n',
      ])
    }
  })

  it('read again, it names the same', () => {
    const asked = ['c', 'a-1', 'b']
    expect(read(new URL(compareAddress(asked, to)).search)).toEqual({ slugs: ['a-1', 'b', 'c'] })
  })

  it('without a name asks for nothing', () => expect(read('slugs=,')).toEqual({ slugs: [] }))

  it.each(['slugs=<b>,n8n', 'left=//evil.example', 'slugs=N8N,dify', "slugs='"])(
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
