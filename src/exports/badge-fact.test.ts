import { expect, it } from 'vitest'
import type { ProductDetail } from '#contract/resources/product.ts'
import { type BadgeKind, badgeFact, badgeKinds, badgeOf } from './badge-fact.ts'

const proof = (...states: ('proved' | 'not_found' | 'stale')[]) => ({
  tools: states.map((state, at) => ({
    slug: `tool-${at}`,
    state,
    line: 3,
    source: 'https://github.com/o/r/blob/abc/package.json#L3',
  })),
})
const product = (part: object = {}) =>
  ({
    name: 'Letterbox',
    tools: [],
    proof: null,
    claim_review_status: null,
    ...part,
  }) as never as ProductDetail
const tools = (...names: string[]) => names.map((name, at) => ({ slug: `tool-${at}`, name }))
const at = (path: string, part?: object) =>
  badgeOf(new URL(path, 'https://proofstack.example'), product(part))

it.each<[BadgeKind, object, string]>([
  ['listed', {}, 'Proofstack: listed'],
  ['stack', { tools: tools('A', 'B') }, 'stack proved: 0 of 2'],
  ['stack', { tools: tools('A', 'B'), proof: proof('proved', 'stale') }, 'stack proved: 1 of 2'],
  ['stack', { tools: tools('A', 'B'), proof: proof('proved', 'proved') }, 'stack proved: 2 of 2'],
  ['claim', {}, 'claim: none'],
  ['claim', { claim_review_status: 'verified' }, 'claim: verified'],
  ['claim', { claim_review_status: 'submitted' }, 'claim: under review'],
  ['claim', { claim_review_status: 'needs_revision' }, 'claim: needs revision'],
  ['claim', { claim_review_status: 'not_verified' }, 'claim: not verified'],
])('the badge %s says of %j what is true', (kind, part, said) => {
  const { label, message, color } = badgeFact(kind, product(part))
  expect(`${label}: ${message}`).toBe(said)
  expect(color).toMatch(/^[0-9a-f]{6}$/)
  const { body } = at(`/badge/letterbox.svg?kind=${kind}`, part)
  expect(body.match(/<text/g)).toHaveLength(2)
  expect(body).toContain(`>${label}</text>`)
  expect(body).toContain(`>${message}</text>`)
})

it('is JSON for shields.io at .json, of the listing itself without a kind', () => {
  const { body, type } = at('/badge/letterbox.json?kind=claim', { claim_review_status: 'verified' })
  expect(type).toBe('application/json')
  expect(JSON.parse(body)).toEqual({
    schemaVersion: 1,
    label: 'claim',
    message: 'verified',
    color: '1f5f4a',
  })
  for (const query of ['', '?kind=', '?kind=toString'])
    expect(JSON.parse(at(`/badge/letterbox.json${query}`).body)).toMatchObject({
      message: 'listed',
    })
})

it('without a kind the picture is the badge of the approval mail', () => {
  expect(at('/badge/letterbox.svg').body).toContain('<title>Listed on Proofstack</title>')
  expect(at('/badge/letterbox.svg?kind=toString').body).toContain('width="180" height="40"')
})

it('the stack as a picture has each tool with the line that proves it', () => {
  const { body } = at('/embed/letterbox.svg', {
    tools: tools('LangGraph', 'Redis'),
    proof: proof('proved', 'not_found'),
  })
  expect([...body.matchAll(/<text [^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([
    'Letterbox',
    '1 of 2 tools shown in the code · Proofstack',
    'LangGraph',
    'package.json:3',
    'Redis',
    'not shown in the code',
  ])
})

it('of a long path it keeps the end', () => {
  const long = proof('proved')
  long.tools[0]!.source =
    'https://github.com/o/r/blob/abc/packages/very-long-name-of-a-folder/and-another-one/package.json#L3'
  const { body } = at('/embed/letterbox.svg', { tools: tools('Vue.js'), proof: long })
  expect(body).toContain('>…/and-another-one/package.json:3</text>')
})

it('many tools are counted, and hostile names stay text inside the picture', () => {
  const many = tools(...Array.from({ length: 15 }, (_, at) => `Tool ${at}`))
  const name = '</text><script>alert(1)</script>'.repeat(9)
  const { body, policy } = at('/embed/letterbox.svg', { name, tools: many })
  expect(body).toContain('>and 3 more<')
  expect(body).not.toContain('<script')
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'$/)
  expect(body).not.toMatch(/href|url\(|<image|<foreignObject|\son\w+=/)
})

it('each kind fits its picture', () => {
  for (const kind of badgeKinds) {
    const { body } = at(`/badge/x.svg?kind=${kind}`, { tools: tools('A') })
    const width = Number(/width="(\d+)"/.exec(body)![1])
    for (const [text] of body.matchAll(/<text [^>]*>/g)) {
      const of = (attribute: string) => Number(new RegExp(` ${attribute}="(\\d+)"`).exec(text)![1])
      expect(of('x') + of('textLength')).toBeLessThanOrEqual(width - 6)
    }
  }
})
