import { expect, it } from 'vitest'
import { lackingReason, requestedFirst, recommendedParts } from './recommended-parts.ts'

const rails = { slug: 'rails', name: 'Rails', product_count: 2 }
const postgres = { slug: 'postgres', name: 'Postgres', product_count: 84 }
const evidence = 'Its listing rests on evidence that was reviewed.'
const verified = 'Its claim is verified.'
const both = ['rails', 'postgres']

function one(slug: string, matched_tool_slugs: string[], ...reasons: string[]) {
  const score = 50 * matched_tool_slugs.length
  const all = [`Uses ${matched_tool_slugs.length}.`, ...reasons]
  return { slug, score, matched_tool_slugs, reasons: all }
}

const two = [one('a', both, verified, evidence), one('b', both, evidence)]
const eight = [...'cdefghij'].map((slug) => one(slug, ['postgres'], evidence))
const headings = (...asked: Parameters<typeof recommendedParts>) =>
  recommendedParts(...asked).map(({ heading }) => heading)

it('products that use all tools of a stack are apart from those that use one', () => {
  const asked = { hasTask: false, tools: [rails, postgres], inAll: 2 }
  const parts = recommendedParts([...two, ...eight], asked)
  expect(parts.map(({ heading, found, more }) => [heading, found.length, more])).toEqual([
    ['2 use both', 2, []],
    ['And 8 use one of them', 8, [postgres]],
  ])
})

it('a reason that all of a part have is said once, and each keeps its own', () => {
  const asked = { hasTask: false, tools: [rails, postgres], inAll: 2 }
  const [first, second] = recommendedParts([...two, ...eight], asked)
  expect(first!.each).toEqual(['Uses 2.', evidence])
  expect(first!.found.map(({ reasons }) => reasons)).toEqual([[verified], []])
  expect(second!.each).toEqual(['Uses 1.', evidence])
  const [alone] = recommendedParts([two[0]!], asked)
  expect([alone!.each, alone!.found[0]!.reasons]).toEqual([[], two[0]!.reasons])
})

it('what tells products apart is said: the tools they lack', () => {
  const asked = { hasTask: true, tools: [rails, postgres], inAll: 2 }
  const [alike] = recommendedParts(two, asked)
  expect(alike!.found[0]!.reasons).toEqual([verified])
  const lacking = [two[0]!, eight[0]!].map((each) => lackingReason([rails, postgres], each))
  expect(lacking).toEqual([[], ['It is not known to be built with Rails.']])
})

it('what only works with the stack has a part of its own', () => {
  const works = { ...eight[0]!, matched_tool_slugs: [] }
  const asked = { hasTask: false, tools: [postgres], inAll: 0 }
  expect(recommendedParts([works], asked).map(({ heading }) => heading)).toEqual([
    '1 only works with it',
  ])
})

it('one tool says of how many these are, and leads to the rest', () => {
  const asked = { hasTask: false, tools: [postgres], inAll: 84 }
  const [part] = recommendedParts(eight, asked)
  expect([part!.heading, part!.more]).toEqual(['8 of the 84 that use Postgres', [postgres]])
  const few = { ...postgres, product_count: 8 }
  const [whole] = recommendedParts(eight, { hasTask: false, tools: [few], inAll: 8 })
  expect([whole!.heading, whole!.more]).toEqual(['8 use Postgres', []])
})

it('where none uses all, the heading says so', () => {
  const tools = [rails, postgres]
  expect(headings(eight, { hasTask: false, tools, inAll: 0 })).toEqual([
    'None uses both; 8 use one of them',
  ])
  const three = [...tools, { slug: 'go', name: 'Go', product_count: 1 }]
  expect(headings(eight, { hasTask: false, tools: three, inAll: 0 })).toEqual([
    'None uses all of them; 8 use some of them',
  ])
  expect(headings([one('a', [...both, 'go'])], { hasTask: false, tools: three, inAll: 1 })).toEqual(
    ['1 uses all of them'],
  )
})

it('with a task the order is of the task, and is not divided', () => {
  const asked = { hasTask: true, tools: [rails, postgres], inAll: 2 }
  expect(headings([...eight, ...two], asked)).toEqual(['The 10 that fit best'])
  expect(headings([two[0]!], asked)).toEqual(['One product fits'])
  expect(recommendedParts([], asked)).toEqual([])
})

it('requested tools come first', () => {
  const tools = [...'abcd'].map((slug) => ({ slug }))
  expect(requestedFirst(tools, ['d', 'b']).map(({ slug }) => slug)).toEqual([...'dbac'])
  expect(requestedFirst(tools, [])).toEqual(tools)
})
