// Generates listings for benchmarks. Each is valid by the API contract.
import { type AgentUseCase, type ClaimReviewStatus, enums } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import {
  type Random,
  capital,
  examplePhrases,
  fieldWords,
  inventedWord,
  lineOf,
  oneOf,
  paragraphs,
  randomFrom,
  zipf,
} from './words.ts'

export type GeneratedListing = ReturnType<typeof generateListing>

/** The percentage of listings in each claim state. The others, seven of ten, have no claim. */
export const claimPercent = {
  verified: 15,
  submitted: 8,
  not_verified: 4,
  needs_revision: 3,
} as const satisfies Record<ClaimReviewStatus, number>

// The cast is safe: the entries are those of `claimPercent`, whose key types Object.entries drops.
const claimStates = Object.entries(claimPercent).flatMap(([status, percent]) =>
  Array<ClaimReviewStatus>(percent).fill(status as ClaimReviewStatus),
)

const minutesApart = 20

/** The approval time of a listing: listings are twenty minutes apart. */
export function approvedAt(index: number): Date {
  return new Date(Date.UTC(2022, 11, 1) + index * minutesApart * 60_000)
}

/**
 * Generates the listing with this number. The result depends only on the number and on `tools`, the
 * slugs of the tools with the most used first.
 */
export function generateListing(index: number, tools: readonly string[]) {
  const random = randomFrom(0x9e3779b1 + index)
  const some = <T>(share: number, make: () => T): T | null => (random() < share ? make() : null)
  const invented = capital(inventedWord(random, 2 + Math.floor(random() * 2)))
  const name = random() < 0.4 ? `${invented} ${capital(oneOf(random, fieldWords))}` : invented
  const slug = `${name.toLowerCase().replaceAll(' ', '-')}-${index}`
  const site = `https://${slug}.example`
  const links = (most: number, under: string) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, (_, n) => `${site}/${under}/${n + 1}`)
  const stack = stackOf(random, tools)
  const review = claimStates[Math.floor(random() * 100)] ?? null
  const approved_at = approvedAt(index)
  return {
    index,
    slug,
    name,
    description: lineOf(random, 60, limits.description),
    overview: paragraphs(random, 120),
    editorial_summary: some(0.2, () => lineOf(random, 80, 200)),
    url: `${site}/`,
    domain: `${slug}.example`,
    favicon_url: some(0.6, () => `${site}/favicon.png`),
    screenshot_url: some(0.4, () => `${site}/screenshot.png`),
    founder_name: some(0.5, () => capital(inventedWord(random, 3))),
    launch_date: some(0.3, () => new Date(+approved_at - 9e9).toISOString().slice(0, 10)),
    is_featured: random() < 0.01,
    view_count: Math.floor(5 / (random() + 0.0002)),
    audience_tags: enums.audienceTag.filter(() => random() < 0.35),
    badge_verified: random() < 0.1,
    submitted_by_agent: random() < 0.2,
    ...claim(random, review, approved_at, links),
    tools: stack,
    evidence: (review === 'verified' || random() < 0.1 ? links(3, 'docs') : []).map((url) => ({
      type: oneOf(random, ['repository', 'documentation', 'website']),
      url,
      shows: lineOf(random, 40, 120),
    })),
    compatibility: (review === 'verified' ? stack.slice(0, 2) : []).map((tool) => ({
      tool,
      status: oneOf(random, enums.compatibilityStatus),
      note: null,
    })),
    created_at: new Date(+approved_at - 86_400_000),
    approved_at,
    examples: examplePhrases(random, 32),
  }
}

function claim(
  random: Random,
  status: ClaimReviewStatus | null,
  approved_at: Date,
  links: (most: number, under: string) => string[],
) {
  const isReviewed = status !== null && status !== 'submitted'
  // Listings without a claim may have a use case and links as well.
  const use_case: AgentUseCase | null =
    status !== null || random() < 0.2 ? oneOf(random, enums.agentUseCase) : null
  const agents = 1 + Math.floor(random() * limits.agent_tools_used.entries)
  const reviewedAfterMs = (minutesApart / 2) * 60_000
  return {
    qualification_type: status && oneOf(random, enums.qualificationType),
    agent_use_case: use_case,
    qualification_statement: status && lineOf(random, 60, limits.qualification_statement),
    workflow_summary: status && lineOf(random, 200, limits.workflow_summary),
    agent_tools_used: Array.from({ length: status ? agents : 0 }, () =>
      capital(inventedWord(random, 2)),
    ),
    supporting_links: status || random() < 0.3 ? links(limits.supporting_links.entries, 'how') : [],
    claim_review_status: status,
    claim_reviewed_at: isReviewed ? new Date(+approved_at + reviewedAfterMs) : null,
    claim_verified_by: status === 'verified' ? 'Proofstack editors' : null,
    claim_evidence_summary: status === 'verified' ? lineOf(random, 60, 200) : null,
    claim_review_notes: isReviewed && status !== 'verified' ? lineOf(random, 60, 200) : null,
  }
}

/** Picks one to eight different tools. Popular tools are picked more often. */
function stackOf(random: Random, tools: readonly string[]): string[] {
  const pick = zipf(tools.length)
  const size = Math.min(tools.length, 1 + Math.floor(random() * 8))
  const chosen = new Set<string>()
  while (chosen.size < size) chosen.add(tools[pick(random)]!)
  return [...chosen]
}
