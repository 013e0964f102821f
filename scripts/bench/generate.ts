import { type AgentUseCase, type ClaimReviewStatus, enums } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { asked, lineOf, paragraphs } from './prose.ts'
import { fieldWords, randomFrom, syllable, zipf } from './vocabulary.ts'

export type GeneratedListing = ReturnType<typeof generateListing>

/** Three listings in ten say that they are agent products; so many of a hundred in each state. */
export const claimShares = {
  verified: 15,
  submitted: 8,
  not_verified: 4,
  needs_revision: 3,
} as const satisfies Record<ClaimReviewStatus, number>

const first = Date.UTC(2022, 11, 1)
const apart = 20 * 60_000

/** When the listing of this number was approved: each a moment of its own, in their order. */
export function approvedAt(index: number): Date {
  return new Date(first + index * apart)
}

/**
 * The listing of this number: always the same for the same seed and tools, however many others
 * there are. `tools` are slugs, the most used first.
 */
export function generateListing(index: number, tools: readonly string[], seed = 1) {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) + index)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const some = <T>(share: number, make: () => T): T | null => (random() < share ? make() : null)
  const name = nameOf(random, one)
  // Two of a name are told apart as two submissions of a name are: by a number at the end.
  const slug = `${name.toLowerCase().replaceAll(' ', '-')}-${index}`
  const site = `https://${slug}.example`
  const links = (most: number, under: string) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, (_, n) => `${site}/${under}/${n + 1}`)
  const stack = stackOf(random, tools)
  const review = claimState(random() * 100)
  const approved_at = approvedAt(index)
  const founder_name = some(0.5, () => `${capital(syllable(random))} ${capital(made(random, 2))}`)
  return {
    slug,
    name,
    description: lineOf(random, 60, limits.description),
    overview: paragraphs(random, 120),
    editorial_summary: some(0.2, () => lineOf(random, 80, 200)),
    url: `${site}/`,
    domain: `${slug}.example`,
    favicon_url: some(0.6, () => `${site}/favicon.png`),
    screenshot_url: some(0.4, () => `${site}/screenshot.png`),
    founder_name,
    founder_twitter: founder_name && some(0.5, () => made(random, 3)),
    founder_profile_slug: founder_name && founder_name.toLowerCase().replaceAll(' ', '-'),
    launch_date: some(0.3, () => new Date(+approved_at - 9e9).toISOString().slice(0, 10)),
    is_featured: random() < 0.01,
    view_count: Math.floor(5 / (random() + 0.0002)),
    audience_tags: enums.audienceTag.filter(() => random() < 0.35),
    badge_verified: random() < 0.1,
    submitted_by_agent: random() < 0.2,
    ...claim(random, review, { approved_at, links, one }),
    tools: stack,
    evidence:
      review === 'verified' || random() < 0.1
        ? links(3, 'docs').map((url) => ({
            type: one(['repository', 'documentation', 'website']),
            url,
            shows: lineOf(random, 40, 120),
          }))
        : [],
    compatibility:
      review === 'verified'
        ? stack
            .slice(0, 2)
            .map((tool) => ({ tool, status: one(enums.compatibilityStatus), note: null }))
        : [],
    created_at: new Date(+approved_at - 86_400_000),
    approved_at,
    examples: asked(random, 32),
  }
}

type Picker = <T>(of: readonly T[]) => T

function claim(
  random: () => number,
  status: ClaimReviewStatus | null,
  given: { approved_at: Date; links: (most: number, under: string) => string[]; one: Picker },
) {
  const { approved_at, links, one } = given
  const isReviewed = status !== null && status !== 'submitted'
  // A use case may be told without a claim.
  const use_case: AgentUseCase | null =
    status !== null || random() < 0.2 ? one(enums.agentUseCase) : null
  const length = limits.agent_tools_used.entries
  return {
    qualification_type: status && one(enums.qualificationType),
    agent_use_case: use_case,
    qualification_statement: status && lineOf(random, 60, limits.qualification_statement),
    workflow_summary: status && lineOf(random, 200, limits.workflow_summary),
    agent_tools_used: status
      ? Array.from({ length: 1 + Math.floor(random() * length) }, () => capital(made(random, 2)))
      : [],
    supporting_links: status
      ? links(limits.supporting_links.entries, 'how')
      : random() < 0.3
        ? links(2, 'about')
        : [],
    claim_review_status: status,
    claim_reviewed_at: isReviewed ? new Date(+approved_at + apart / 2) : null,
    claim_verified_by: status === 'verified' ? 'Proofstack editors' : null,
    claim_evidence_summary: status === 'verified' ? lineOf(random, 60, 200) : null,
    claim_review_notes: isReviewed && status !== 'verified' ? lineOf(random, 60, 200) : null,
  }
}

function claimState(place: number): ClaimReviewStatus | null {
  let above = 0
  for (const [status, share] of Object.entries(claimShares)) {
    above += share
    // The keys of `claimShares` are the states; Object.entries forgets it.
    if (place < above) return status as ClaimReviewStatus
  }
  return null
}

const pickers = new Map<number, ReturnType<typeof zipf>>()

/** One to eight tools, each once, the popular ones more often. */
function stackOf(random: () => number, tools: readonly string[]): string[] {
  const pick = pickers.get(tools.length) ?? zipf(tools.length)
  pickers.set(tools.length, pick)
  const wanted = Math.min(tools.length, 1 + Math.floor(random() * 8))
  const chosen = new Set<string>()
  while (chosen.size < wanted) chosen.add(tools[pick(random)]!)
  return [...chosen]
}

function nameOf(random: () => number, one: Picker): string {
  const invented = capital(made(random, 2 + Math.floor(random() * 2)))
  return random() < 0.4 ? `${invented} ${capital(one(fieldWords))}` : invented
}

function made(random: () => number, syllables: number): string {
  return Array.from({ length: syllables }, () => syllable(random)).join('')
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1)
}
