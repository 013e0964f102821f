import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { Comparison } from '#contract/resources/comparison.ts'
import { addresses } from '#core/addresses.ts'
import { compare } from './comparison.ts'
import { type ProductRecord, productDetail } from '#present/present.ts'
import { sampleProduct, sampleTool, verifiedClaim } from '#testing/sample-records.ts'

const to = addresses('https://proofstack.example')

/** Tools a to j, named A to J. */
const letters = 'abcdefghij'.split('')
const tools = new Map(
  letters.map((slug) => {
    const tool = sampleTool({ id: randomUUID(), slug, name: slug.toUpperCase() })
    return [tool.id, tool]
  }),
)
const ids = new Map([...tools.values()].map(({ id, slug }) => [slug, id]))

type Part = Partial<ProductRecord> & { built?: string }
type Audience = ProductRecord['audience_tags']

/** A product built with the tools that `built` names by their letters. */
function product(slug: string, { built = '', ...part }: Part) {
  const tool_ids = built.split('').map((letter) => ids.get(letter)!)
  return productDetail(
    sampleProduct({
      id: randomUUID(),
      slug,
      name: slug === 'acme' ? 'Acme' : 'Bolt',
      tool_ids,
      ...part,
    }),
    tools,
    to,
  )
}

function compared(left: Part, right: Part): Comparison {
  return compare(product('acme', left), product('bolt', right))
}

const slugs = (list: readonly { slug: string }[] = []) => list.map(({ slug }) => slug).join('')

describe('a comparison', () => {
  it('is what the contract declares, with its objects keyed by the two slugs', () => {
    const comparison = compared(
      { built: 'ab', ...verifiedClaim, audience_tags: ['b2b'] },
      { built: 'bc' },
    )
    // Parsing leaves out what the contract does not declare.
    expect(Comparison.parse(comparison)).toEqual(comparison)
    expect(Object.keys(comparison.unique_tools)).toEqual(['acme', 'bolt'])
    expect(Object.keys(comparison.trust)).toEqual(['acme', 'bolt'])
  })

  it('says which stack is not that of the code of its product', () => {
    const { summary } = compared({ stack_basis: 'sdk' }, { stack_basis: 'self_hosted_edition' })
    expect(summary[0]).toBe('Acme: stack of its SDK.')
    expect(summary.join()).not.toContain('edition')
  })

  it('shows a shared tool whole', () => {
    const left = product('acme', { built: 'ab' })
    expect(compare(left, product('bolt', { built: 'b' })).shared_tools).toEqual([left.tools[1]])
  })

  it('turned around, it shares the same and swaps what is of one side', () => {
    const [left, right] = [
      product('acme', { built: 'abc', ...verifiedClaim }),
      product('bolt', { built: 'cb', agent_use_case: 'sales' }),
    ]
    const [there, back] = [compare(left, right), compare(right, left)]
    expect(slugs(back.shared_tools)).toBe('cb')
    expect(back).toMatchObject({ unique_tools: there.unique_tools, trust: there.trust })
    expect(back.agent_use_case).toEqual({ left: 'sales', right: 'research', same: false })
    expect(there.agent_use_case).toEqual({ left: 'research', right: 'sales', same: false })
  })

  it('of slugs that objects know by other names keeps both sides apart', () => {
    const { unique_tools, trust } = compare(
      product('constructor', { built: 'a' }),
      product('42', { built: 'b', is_featured: true }),
    )
    expect([slugs(unique_tools['constructor']), slugs(unique_tools['42'])]).toEqual(['a', 'b'])
    expect([trust['constructor']?.is_featured, trust['42']?.is_featured]).toEqual([false, true])
  })
})

it.each([
  { left: '', right: '', shared: '', onlyLeft: '', onlyRight: '' },
  { left: 'ab', right: '', shared: '', onlyLeft: 'ab', onlyRight: '' },
  { left: '', right: 'ab', shared: '', onlyLeft: '', onlyRight: 'ab' },
  { left: 'ab', right: 'ab', shared: 'ab', onlyLeft: '', onlyRight: '' },
  { left: 'ba', right: 'ab', shared: 'ba', onlyLeft: '', onlyRight: '' },
  { left: 'ba', right: 'dc', shared: '', onlyLeft: 'ba', onlyRight: 'dc' },
  { left: 'gecba', right: 'abdef', shared: 'eba', onlyLeft: 'gc', onlyRight: 'df' },
])(
  'the stacks "$left" and "$right" share "$shared" in the order of the first, the rest in its own',
  ({ left, right, ...expected }) => {
    const { shared_tools, unique_tools } = compared({ built: left }, { built: right })
    const [onlyLeft, onlyRight] = [slugs(unique_tools['acme']), slugs(unique_tools['bolt'])]
    expect({ shared: slugs(shared_tools), onlyLeft, onlyRight }).toEqual(expected)
  },
)

it.each<[left: Audience, right: Audience, shared: Audience]>([
  [[], [], []],
  [['b2b'], [], []],
  [['b2b'], ['consumer'], []],
  [
    ['consumer', 'b2b', 'for-founders'],
    ['b2b', 'for-developers', 'consumer'],
    ['consumer', 'b2b'],
  ],
])('the audience of %j and %j is %j, in the order of the first', (left, right, shared) => {
  const comparison = compared({ audience_tags: left }, { audience_tags: right })
  expect(comparison.shared_audience_tags).toEqual(shared)
})

it.each([
  { field: 'agent_use_case', values: enums.agentUseCase },
  { field: 'qualification_type', values: enums.qualificationType },
  { field: 'claim_review_status', values: enums.claimReviewStatus },
] as const)('$field is the same exactly when both are equal, null too', ({ field, values }) => {
  const all = [...values, null]
  for (const left of all)
    for (const right of all) {
      const pair = { left, right, same: left === right }
      expect(compared({ [field]: left }, { [field]: right })[field]).toEqual(pair)
    }
})

describe('the trust of a side', () => {
  it.each<[title: string, part: Part, expected?: object]>([
    ['without anything', {}],
    ['with a claim', { claim_review_status: 'needs_revision' }],
    ['with a badge', { badge_verified: true }],
    ['that is featured', { is_featured: true }],
    ['without a known approval', { approved_at: null }],
    [
      'approved at a Date',
      { approved_at: new Date('2026-02-03T04:05:06.007Z') },
      { approved_at: '2026-02-03T04:05:06.007Z' },
    ],
    [
      'with the links of a verified claim',
      {
        supporting_links: ['https://acme.example/how'],
        claim_reviewed_at: '2026-01-03T00:00:00.000Z',
        claim_review_status: 'verified',
      },
      { claim_review_status: 'verified', source_quality: 'reviewed_with_evidence' },
    ],
    [
      'with evidence of the editors',
      { evidence: [{ type: 'repository', url: 'https://acme.example/code', shows: null }] },
      { source_quality: 'curated_evidence' },
    ],
  ])('%s says so on its side only', (_, part, expected = part) => {
    const bare = {
      claim_review_status: null,
      badge_verified: false,
      is_featured: false,
      approved_at: '2026-01-02T00:00:00.000Z',
      source_quality: 'manual_review_only',
    }
    expect(compared(part, {}).trust).toEqual({ acme: { ...bare, ...expected }, bolt: bare })
    expect(compared({}, part).trust).toEqual({ acme: bare, bolt: { ...bare, ...expected } })
  })

  it('has no source quality when the product has no trust summary', () => {
    const { trust } = compare({ ...product('acme', {}), trust: null }, product('bolt', {}))
    expect([trust['acme']?.source_quality, trust['bolt']?.source_quality]).toEqual([
      null,
      'manual_review_only',
    ])
  })
})

describe('the summary', () => {
  it('of two products with nothing to say has one sentence a fact', () => {
    expect(compared({}, {}).summary).toEqual([
      'Acme and Bolt have no tool in common.',
      'Acme and Bolt name no common audience.',
      'Neither names a use case for its agents.',
      'Neither has a verified claim.',
    ])
  })

  it('of two products with much to say has its sentences in the order of the facts', () => {
    const audience_tags = ['for-developers', 'b2b'] as const
    const left = { built: 'abc', audience_tags: [...audience_tags], ...verifiedClaim }
    expect(
      compared(left, {
        built: 'bde',
        audience_tags: [...audience_tags],
        agent_use_case: 'browser_automation',
      }).summary,
    ).toEqual([
      'Both are built with B.',
      'Only Acme is built with A and C.',
      'Only Bolt is built with D and E.',
      'Both are for developers and companies.',
      'Acme is for research, and Bolt is for browser automation.',
      'The claim of Acme is verified; Bolt has no verified claim.',
    ])
  })

  it.each([
    ['a', 'a', ['Both are built with A.']],
    ['abc', 'abc', ['Both are built with A, B and C.']],
    ['ab', 'a', ['Both are built with A.', 'Only Acme is built with B.']],
    ['a', 'ab', ['Both are built with A.', 'Only Bolt is built with B.']],
    ['a', '', ['Acme and Bolt have no tool in common.', 'Only Acme is built with A.']],
    ['abcde', 'abcde', ['Both are built with A, B, C, D and E.']],
    ['abcdef', 'abcdef', ['Both are built with A, B, C, D, E and F.']],
    ['abcdefg', 'abcdefg', ['Both are built with A, B, C, D, E and 2 more.']],
    ['abcdefgh', 'abcdefgh', ['Both are built with A, B, C, D, E and 3 more.']],
    [
      'abcdefghij',
      'a',
      ['Both are built with A.', 'Only Acme is built with B, C, D, E, F and 4 more.'],
    ],
  ])('of the tools "%s" and "%s" says %j', (left, right, sentences) => {
    expect(compared({ built: left }, { built: right }).summary.slice(0, -3)).toEqual(sentences)
  })

  it('does not call a tool the only one of a product if the other works with it', () => {
    const compatibility = [
      { tool_id: ids.get('c')!, status: 'has_integration' as const, note: null },
    ]
    const { summary, unique_tools } = compared(
      { built: 'abc' },
      { built: 'a', ...verifiedClaim, compatibility },
    )
    expect(summary).toContain('Only Acme is built with B.')
    expect(slugs(unique_tools['acme'])).toBe('bc')
  })

  it.each<[tags: Audience, said: string]>([
    [['for-developers'], 'developers'],
    [['b2b', 'consumer'], 'companies and consumers'],
    [[...enums.audienceTag], 'developers, founders, companies and consumers'],
  ])('of the audience %j says "Both are for %s."', (tags, said) => {
    const { summary } = compared({ audience_tags: tags }, { audience_tags: tags })
    expect(summary.at(-3)).toBe(`Both are for ${said}.`)
  })

  it.each<
    [
      left: ProductRecord['agent_use_case'],
      right: ProductRecord['agent_use_case'],
      sentence: string,
    ]
  >([
    [null, null, 'Neither names a use case for its agents.'],
    ['support', 'support', 'The agents of both are for support.'],
    ['browser_automation', 'browser_automation', 'The agents of both are for browser automation.'],
    ['voice', 'sales', 'Acme is for voice, and Bolt is for sales.'],
    [null, 'support', 'Acme names no use case, and Bolt is for support.'],
    ['operations', null, 'Acme is for operations, and Bolt names no use case.'],
  ])('of the use cases %s and %s says "%s"', (left, right, sentence) => {
    const { summary } = compared({ agent_use_case: left }, { agent_use_case: right })
    expect(summary.at(-2)).toBe(sentence)
  })

  const unverified = [...enums.claimReviewStatus.filter((status) => status !== 'verified'), null]

  it.each(unverified)(
    'of a verified claim and one that is %s names the verified one, on either side',
    (claim_review_status) => {
      const [verified, other] = [
        { claim_review_status: 'verified' },
        { claim_review_status },
      ] as const
      const sentences = [compared(verified, other), compared(other, verified)].map(({ summary }) =>
        summary.at(-1),
      )
      expect(sentences).toEqual([
        'The claim of Acme is verified; Bolt has no verified claim.',
        'The claim of Bolt is verified; Acme has no verified claim.',
      ])
    },
  )

  it('of two verified claims says that both are, and of any two others that neither is', () => {
    const verified = { claim_review_status: 'verified' } as const
    expect(compared(verified, verified).summary.at(-1)).toBe('The claims of both are verified.')
    for (const left of unverified) {
      for (const right of unverified) {
        const { summary } = compared({ claim_review_status: left }, { claim_review_status: right })
        expect(summary.at(-1)).toBe('Neither has a verified claim.')
      }
    }
  })
})
