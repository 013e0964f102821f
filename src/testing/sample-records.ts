import type { CatalogTool } from '#catalog/tables.ts'
import type { Fact } from '#contract/resources/facts.ts'
import { active } from '#contract/resources/lifecycle.ts'
import { noPackages } from '#core/tool-packages.ts'
import type { Topic } from '#core/topics.ts'
import type { ProductRecord, ToolRecord } from '#present/present.ts'
import type { ProofRecord } from '#present/product/product-proof.ts'

/** A tool for tests. `part` sets the fields that the test needs. */
export function sampleTool(part: Partial<ToolRecord> & { slug: string }): ToolRecord {
  return {
    id: `tool-${part.slug}`,
    name: part.slug,
    description: null,
    category: 'agent-frameworks',
    icon: null,
    product_count: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    main: [],
    cycles: [],
    ...part,
  }
}

/** A tool of a catalogue for tests, which has no packages, unless `part` has some. */
export function catalogTool(part: Partial<CatalogTool> & { slug: string }): CatalogTool {
  const named = { aliases: [], topics: [], examples: [], ...noPackages }
  return { ...sampleTool(part), homepage: `https://${part.slug}.example`, ...named, ...part }
}

/** An approved listing for tests. It has no claim, unless `part` has one. */
export function sampleProduct(part: Partial<ProductRecord> & { slug: string }): ProductRecord {
  return {
    id: `product-${part.slug}`,
    name: part.slug,
    description: 'Does something.',
    url: `https://${part.slug}.example`,
    domain: `${part.slug}.example`,
    status: 'approved',
    stack_basis: 'own_code',
    overview: null,
    editorial_summary: null,
    topics: [],
    lifecycle: active,
    facts: [],
    examples: [],
    favicon_url: null,
    screenshot_url: null,
    founder_name: null,
    founder_twitter: null,
    founder_profile_slug: null,
    launch_date: null,
    submission_tier: 'free',
    review_priority: 0,
    is_featured: false,
    featured_rank: 0,
    view_count: 0,
    audience_tags: [],
    badge_verified: false,
    submitted_by_agent: false,
    source_kind: 'user_submission',
    public_note: null,
    // A claim counts only with a type, so fields of a claim in `part` set the type, too.
    qualification_type: part.agent_use_case || part.workflow_summary ? 'agent_native' : null,
    agent_use_case: null,
    qualification_statement: null,
    workflow_summary: null,
    agent_tools_used: [],
    supporting_links: [],
    claim_review_status: null,
    claim_reviewed_at: null,
    claim_review_notes: null,
    claim_verified_by: null,
    claim_evidence_summary: null,
    created_at: '2026-01-01T00:00:00.000Z',
    approved_at: '2026-01-02T00:00:00.000Z',
    tool_ids: [],
    compatibility: [],
    evidence: [],
    reading: null,
    corrected_at: null,
    proof: null,
    claimed: null,
    ...part,
  }
}

/** The fields that make a listing an agent product. */
export const verifiedClaim = {
  qualification_type: 'agent_native',
  agent_use_case: 'research',
  claim_review_status: 'verified',
  claim_reviewed_at: '2026-01-03T00:00:00.000Z',
} as const satisfies Partial<ProductRecord>

/** A look at a repository that found no tool, for tests. */
export function sampleProof(part: Partial<ProofRecord> = {}): ProofRecord {
  return {
    repository: 'https://github.com/acme/app',
    commit: 'a'.repeat(40),
    licence: 'MIT',
    source_date: null,
    last_activity: null,
    seen_until: null,
    archived: null,
    checked_at: '2026-11-22T00:00:00.000Z',
    tools: [],
    lost: [],
    history: null,
    ...part,
  }
}

export const readmeLine = 'https://github.com/acme/app/blob/abc/README.md#L3'

/** A fact for tests, as a README shows it. */
export function sampleFact(fact: Fact['fact'], value: string, day: string | null = null): Fact {
  return { fact, value, day, source: readmeLine }
}

/** A topic for tests. It has no phrases, unless `part` has some. */
export function sampleTopic(slug: string, part: Partial<Topic> = {}): Topic {
  return { slug, name: slug, family: 'code', description: '', phrases: [], rivals: [], ...part }
}
