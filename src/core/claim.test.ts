import { describe, expect, it } from 'vitest'
import { claimShown, claimEligibility, isAgentProduct, nextActionCode } from './claim.ts'

/** Decision 33, Reads: the eligibility and next action for every combination of status and review. */
const table = [
  ['pending', null, 'all_products', 'UNDER_EDITORIAL_REVIEW'],
  ['pending', 'submitted', 'agent_directory', 'UNDER_EDITORIAL_REVIEW'],
  ['pending', 'verified', 'agent_directory', 'UNDER_EDITORIAL_REVIEW'],
  ['pending', 'needs_revision', 'agent_directory', 'CLAIM_NEEDS_REVISION'],
  ['pending', 'not_verified', 'all_products', 'CLAIM_NOT_VERIFIED'],
  ['approved', null, 'all_products', 'APPROVED_FOR_ALL_PRODUCTS_ONLY'],
  ['approved', 'submitted', 'all_products', 'APPROVED_FOR_ALL_PRODUCTS_ONLY'],
  ['approved', 'verified', 'agent_directory', 'APPROVED_FOR_AGENT_DIRECTORY'],
  ['approved', 'needs_revision', 'all_products', 'CLAIM_NEEDS_REVISION'],
  ['approved', 'not_verified', 'all_products', 'CLAIM_NOT_VERIFIED'],
] as const

const types = ['agent_native', 'agent_built', 'agentic_workflow', null] as const

describe.each(table)('a %s listing whose claim is %s', (status, review, eligibility, action) => {
  const claims = types.map((qualification_type) => ({
    status,
    qualification_type,
    claim_review_status: review,
  }))

  it(`is eligible for ${eligibility}`, () => {
    for (const claim of claims) expect(claimEligibility(claim)).toBe(eligibility)
  })

  it(`has the next action ${action}`, () => {
    for (const claim of claims) expect(nextActionCode(claim)).toBe(action)
  })

  it.each(claims)(
    'of type $qualification_type is an agent product only when approved, typed and verified',
    (claim) => {
      const expected =
        status === 'approved' && review === 'verified' && claim.qualification_type !== null
      expect(isAgentProduct(claim)).toBe(expected)
    },
  )
})

describe('claim fields without a kind', () => {
  const fields = {
    name: 'Quill',
    agent_use_case: 'support',
    qualification_statement: 'Agents write.',
    workflow_summary: 'Reads and writes.',
    agent_tools_used: ['A model'],
    supporting_links: ['https://docs.example'],
  } as const
  const listing = (kind: 'agent_native' | null) => ({
    ...fields,
    agent_tools_used: [...fields.agent_tools_used],
    supporting_links: [...fields.supporting_links],
    qualification_type: kind,
  })

  it('are no claim: nothing of them is shown, and the rest is', () => {
    expect(claimShown(listing(null))).toEqual({
      name: 'Quill',
      qualification_type: null,
      agent_use_case: null,
      qualification_statement: null,
      workflow_summary: null,
      agent_tools_used: [],
      supporting_links: [],
    })
  })

  it('are shown as they are with one, and none is made up', () => {
    expect(claimShown(listing('agent_native'))).toEqual(listing('agent_native'))
    expect(claimShown({ qualification_type: null, name: 'Quill' })).toEqual({
      qualification_type: null,
      name: 'Quill',
    })
  })
})
