import type { Comparison } from '#contract/resources/comparison.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { spoken } from './words.ts'

/** What two products share and where they differ. `left` is the first that was asked for. */
export function compare(left: ProductDetail, right: ProductDetail): Comparison {
  const shared_tools = left.tools.filter((tool) => has(right, tool.slug))
  const onlyLeft = left.tools.filter((tool) => !has(right, tool.slug))
  const onlyRight = right.tools.filter((tool) => !has(left, tool.slug))
  const shared_audience_tags = left.audience_tags.filter((tag) => right.audience_tags.includes(tag))
  const facts = {
    shared_tools,
    unique_tools: { [left.slug]: onlyLeft, [right.slug]: onlyRight },
    shared_audience_tags,
    agent_use_case: pair(left.agent_use_case, right.agent_use_case),
    qualification_type: pair(left.qualification_type, right.qualification_type),
    claim_review_status: pair(left.claim_review_status, right.claim_review_status),
    trust: { [left.slug]: trustSide(left), [right.slug]: trustSide(right) },
  }
  return { ...facts, summary: summary(left, right, facts) }
}

function has(product: ProductDetail, slug: string): boolean {
  return product.tools.some((tool) => tool.slug === slug)
}

function pair<T>(left: T, right: T) {
  return { left, right, same: left === right }
}

function trustSide(product: ProductDetail) {
  const { claim_review_status, badge_verified, is_featured, approved_at } = product
  return {
    claim_review_status,
    badge_verified,
    is_featured,
    approved_at,
    source_quality: product.trust?.source_quality ?? null,
  }
}

// Decision, Compare: "`summary` has one sentence a fact: shared tools, unique tools, audience, use
// case, evidence".
function summary(
  left: ProductDetail,
  right: ProductDetail,
  facts: Omit<Comparison, 'summary'>,
): string[] {
  const names = (tools: { name: string }[]) => listed(tools.map(({ name }) => name))
  const { shared_tools: shared, unique_tools: unique } = facts
  const both = `${left.name} and ${right.name}`
  const onlyOf = (product: ProductDetail) => {
    const own = unique[product.slug] ?? []
    return own.length > 0 ? [`Only ${product.name} is built with ${names(own)}.`] : []
  }
  return [
    shared.length > 0 ? `Both are built with ${names(shared)}.` : `${both} have no tool in common.`,
    ...onlyOf(left),
    ...onlyOf(right),
    facts.shared_audience_tags.length > 0
      ? `Both are for ${listed(facts.shared_audience_tags.map((tag) => spoken.audience[tag]))}.`
      : `${both} name no common audience.`,
    useCaseSentence(left, right),
    evidenceSentence(left, right),
  ]
}

function useCaseSentence(left: ProductDetail, right: ProductDetail): string {
  const [first, second] = [left.agent_use_case, right.agent_use_case]
  if (first === null && second === null) return 'Neither names a use case for its agents.'
  if (first === second && first !== null)
    return `The agents of both are for ${spoken.agent_use_case[first]}.`
  const part = (product: ProductDetail) =>
    product.agent_use_case === null
      ? `${product.name} names no use case`
      : `${product.name} is for ${spoken.agent_use_case[product.agent_use_case]}`
  return `${part(left)}, and ${part(right)}.`
}

function evidenceSentence(left: ProductDetail, right: ProductDetail): string {
  const isVerified = (product: ProductDetail) => product.claim_review_status === 'verified'
  if (isVerified(left) && isVerified(right))
    return 'The claims of both are verified by the editors.'
  if (!isVerified(left) && !isVerified(right)) return 'Neither has a verified claim.'
  const [verified, other] = isVerified(left) ? [left, right] : [right, left]
  return `The claim of ${verified.name} is verified by the editors; ${other.name} has no verified claim.`
}

/** "a, b and c", and past five only how many more. */
export function listed(names: readonly string[]): string {
  const shown = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names
  if (shown.length < 2) return shown.join('')
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
