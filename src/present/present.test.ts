import { describe, expect, it } from 'vitest'
import { PendingProduct, ProductBrief, ProductDetail } from '#contract/resources/product.ts'
import { ProductTool } from '#contract/resources/tool.ts'
import { addresses } from '#core/addresses.ts'
import { evidenceOf } from '#core/trust.ts'
import {
  pendingProduct,
  productBrief,
  productDetail,
  productTool,
  reviewStatus,
  timestamp,
} from './present.ts'
import { sampleProduct, sampleTool, verifiedClaim } from '#testing/sample-records.ts'

const to = addresses('https://proofstack.example')
const ids = {
  product: '3f0e2c8a-0b7d-4c7e-9a51-0d4a8f6f2b11',
  tool: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
}
const nextjs = sampleTool({ slug: 'nextjs', id: ids.tool, icon: 'nextjs.svg' })
const react = sampleTool({ slug: 'react', id: 'b1d1c1a0-1111-4222-8333-444455556666' })
const tools = new Map([nextjs, react].map((tool) => [tool.id, tool]))

describe('timestamp', () => {
  it.each<{ moment: string | Date; text: string }>([
    { moment: '2026-05-18T05:28:47.564Z', text: '2026-05-18T05:28:47.564Z' },
    { moment: '2026-05-18T05:28:47Z', text: '2026-05-18T05:28:47.000Z' },
    { moment: '2026-05-18T07:28:47.5+02:00', text: '2026-05-18T05:28:47.500Z' },
    { moment: '2026-05-18T05:28:47.56+00:00', text: '2026-05-18T05:28:47.560Z' },
    { moment: '2026-05-18T05:28:47.564999+00:00', text: '2026-05-18T05:28:47.564Z' },
    { moment: new Date(Date.UTC(2026, 4, 18, 5, 28, 47, 564)), text: '2026-05-18T05:28:47.564Z' },
  ])('writes $moment as $text', ({ moment, text }) => {
    expect(timestamp(moment)).toBe(text)
  })
})

describe('productTool', () => {
  it('names the icon, if there is one, by its whole address', () => {
    expect(productTool(nextjs, to).icon_url).toBe('https://proofstack.example/icons/nextjs.svg')
    expect(productTool(react, to).icon_url).toBeNull()
  })
})

describe('productDetail', () => {
  const listing = sampleProduct({
    slug: 'acme',
    ...verifiedClaim,
    id: ids.product,
    created_at: new Date('2026-01-01T00:00:00.000Z'),
    tool_ids: [react.id, nextjs.id],
    compatibility: [{ tool_id: nextjs.id, status: 'works_with', note: 'Tried.' }],
    evidence: [{ type: 'repository', url: 'https://acme.example/code', shows: 'Its source.' }],
  })

  it('is what the contract declares, with every date written in one form', () => {
    const detail = productDetail(listing, tools, to)
    expect(ProductDetail.parse(detail)).toMatchObject({
      status: 'approved',
      created_at: '2026-01-01T00:00:00.000Z',
      approved_at: '2026-01-02T00:00:00.000Z',
      claim_reviewed_at: '2026-01-03T00:00:00.000Z',
      trust: { verified_at: '2026-01-03T00:00:00.000Z', source_quality: 'curated_evidence' },
    })
  })

  it('keeps the order of the stack', () => {
    const { tools: stack } = productDetail(listing, tools, to)
    expect(stack.map(({ slug }) => slug)).toEqual(['react', 'nextjs'])
  })

  it('keeps dates that are not known null', () => {
    const bare = productDetail(sampleProduct({ slug: 'bare', approved_at: null }), tools, to)
    expect(bare).toMatchObject({
      approved_at: null,
      claim_reviewed_at: null,
      trust: { verified_at: null },
    })
  })

  it('shows the compatibility of an agent product', () => {
    const { is_agent_product, compatibility_matrix } = productDetail(listing, tools, to)
    expect(is_agent_product).toBe(true)
    expect(compatibility_matrix).toMatchObject([
      { tool: { slug: 'nextjs' }, status: 'works_with', note: 'Tried.' },
    ])
  })

  it.each([
    { title: 'without a qualification', part: { qualification_type: null } },
    { title: 'with a claim that is not reviewed', part: { claim_review_status: 'submitted' } },
    { title: 'with a claim that needs revision', part: { claim_review_status: 'needs_revision' } },
    { title: 'with a claim that was refused', part: { claim_review_status: 'not_verified' } },
    { title: 'without a claim', part: { claim_review_status: null } },
  ] as const)('shows no compatibility of a product $title', ({ part }) => {
    const detail = productDetail({ ...listing, ...part }, tools, to)
    expect(detail).toMatchObject({ is_agent_product: false, compatibility_matrix: [] })
  })

  it('fails rather than leaving out a tool that was not read', () => {
    expect(() => productDetail({ ...listing, tool_ids: ['missing'] }, tools, to)).toThrow('missing')
  })
})

describe('what leaves', () => {
  const secret = 'must never leave'
  /** A row with the columns that the database has beside those of a record. */
  const product = {
    ...sampleProduct({ slug: 'acme', ...verifiedClaim, id: ids.product, tool_ids: [nextjs.id] }),
    compatibility: [{ tool_id: nextjs.id, status: 'works_with' as const, note: null, by: secret }],
    evidence: [{ type: 'website', url: 'https://acme.example', shows: 'It runs.', by: secret }],
    submitter_email: secret,
    referral_code: secret,
    referred_by: secret,
    rejection_reason: secret,
    registrable_domain: secret,
  }
  const withSecrets = new Map([[nextjs.id, { ...nextjs, homepage: secret, aliases: [secret] }]])

  it.each([
    ['productDetail', productDetail(product, withSecrets, to), ProductDetail],
    ['productBrief', productBrief(product, withSecrets), ProductBrief],
    ['productTool', productTool(withSecrets.get(nextjs.id)!, to), ProductTool],
    ['pendingProduct', pendingProduct(product), PendingProduct],
  ])(
    '%s gives the fields of the contract in its order, and no other column',
    (_, given, schema) => {
      expect(JSON.stringify(given)).not.toContain(secret)
      expect(JSON.stringify(given)).toBe(JSON.stringify(schema.parse(given)))
    },
  )

  it('neither do reviewStatus and evidenceOf give another column', () => {
    const evidence = evidenceOf(product)
    expect(Object.keys(evidence[0]!)).toEqual(['type', 'url', 'shows'])
    expect(JSON.stringify([evidence, reviewStatus(product, 'approved', to)])).not.toContain(secret)
  })
})

describe('the evidence of a page', () => {
  const editors = [{ type: 'website', url: 'https://acme.example', shows: 'It runs.' }]
  const url = 'https://acme.example/how'
  const link = { type: 'supporting_link', url, shows: null }

  it.each([
    ['given by editors', { evidence: editors }, editors],
    ['of a reviewed link', { ...verifiedClaim, supporting_links: [url] }, [link]],
  ])('%s is that of the API, with the notes of editors', (_, part, expected) => {
    const record = sampleProduct({ slug: 'acme', ...part })
    expect(evidenceOf(record)).toEqual(expected)
    const { trust } = productDetail(record, tools, to)
    expect(trust?.evidence).toEqual(expected.map(({ type, url: at }) => ({ type, url: at })))
  })
})

describe('reviewStatus', () => {
  it.each([
    {
      status: 'pending',
      claim_eligibility: 'agent_directory',
      next_action_code: 'UNDER_EDITORIAL_REVIEW',
      badge: 'pending_approval',
    },
    {
      status: 'approved',
      claim_eligibility: 'agent_directory',
      next_action_code: 'APPROVED_FOR_AGENT_DIRECTORY',
      badge: 'awaiting_verification',
    },
  ] as const)(
    'says of a $status listing how its claim and its badge stand',
    ({ status, badge, ...expected }) => {
      expect(reviewStatus(sampleProduct({ slug: 'acme', ...verifiedClaim }), status, to)).toEqual({
        ...expected,
        claim_status: 'verified',
        badge: expect.objectContaining({
          image_url: 'https://proofstack.example/badge/acme.svg',
          verification: expect.objectContaining({ status: badge }),
        }),
      })
    },
  )
})
