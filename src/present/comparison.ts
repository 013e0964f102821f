import type { Comparison } from '#contract/resources/comparison.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { lifecycleSentence } from './lifecycle-words.ts'
import { inSentence, spoken } from './words.ts'

/**
 * The shared facts and the differences of two products, of which the query names `left` first.
 * Pages pass the name of a topic of both: it says more than a use case that both have.
 */
export function compare(left: ProductDetail, right: ProductDetail, topic?: string): Comparison {
  const shared_audience_tags = left.audience_tags.filter((tag) => right.audience_tags.includes(tag))
  const facts = {
    shared_tools: left.tools.filter(({ slug }) => uses(right, slug)),
    unique_tools: {
      [left.slug]: left.tools.filter(({ slug }) => !uses(right, slug)),
      [right.slug]: right.tools.filter(({ slug }) => !uses(left, slug)),
    },
    shared_audience_tags,
    agent_use_case: pair(left.agent_use_case, right.agent_use_case),
    qualification_type: pair(left.qualification_type, right.qualification_type),
    claim_review_status: pair(left.claim_review_status, right.claim_review_status),
    trust: { [left.slug]: trustSide(left), [right.slug]: trustSide(right) },
  }
  return { ...facts, summary: summary(left, right, facts, topic) }
}

/** Whether a product is built with a tool. */
export function uses(product: ProductDetail, tool: string): boolean {
  return product.tools.some(({ slug }) => slug === tool)
}

/** Whether a product is built with a tool, or its page says that it works with it. */
function names(product: ProductDetail, tool: string): boolean {
  return (
    uses(product, tool) || product.compatibility_matrix.some(({ tool: { slug } }) => slug === tool)
  )
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

// Decision 33, Compare: "`summary` has one sentence a fact: shared tools, unique tools, audience,
// use case, evidence".
function summary(
  left: ProductDetail,
  right: ProductDetail,
  facts: Omit<Comparison, 'summary'>,
  topic?: string,
): string[] {
  const { shared_tools: shared } = facts
  const both = `${left.name} and ${right.name}`
  return [
    ...lifecycleSentences([left, right]),
    shared.length > 0
      ? `Both are built with ${namesOf(shared)}.`
      : `${both} have no tool in common.`,
    ...uniqueToolSentences([left, right]),
    facts.shared_audience_tags.length > 0
      ? `Both are for ${listed(facts.shared_audience_tags.map((tag) => spoken.audience[tag]))}.`
      : `${both} name no common audience.`,
    useCaseSentence(left, right, topic),
    evidenceSentence(left, right),
  ]
}

/** A sentence on the lifecycle of each product that is not active. */
export function lifecycleSentences(products: readonly ProductDetail[]): string[] {
  return products.flatMap(({ name, lifecycle }) => {
    const sentence = lifecycleSentence(lifecycle)
    return sentence === undefined ? [] : [`${name}: ${sentence}`]
  })
}

function useCaseSentence(left: ProductDetail, right: ProductDetail, topic?: string): string {
  const [first, second] = [left.agent_use_case, right.agent_use_case]
  if (first === second && topic !== undefined) return `The topic of both is ${inSentence(topic)}.`
  if (first === null && second === null) return 'Neither names a use case for its agents.'
  if (first === second && first !== null)
    return `The agents of both are for ${spoken.agent_use_case[first]}.`
  return `${useCaseClause(left)}, and ${useCaseClause(right)}.`
}

/** The use case of a product, as a clause for a sentence. */
export function useCaseClause({ name, agent_use_case: use }: ProductDetail): string {
  return use === null ? `${name} names no use case` : `${name} is for ${spoken.agent_use_case[use]}`
}

/** A sentence for each product that uses tools no other compared product uses or works with. */
export function uniqueToolSentences(products: readonly ProductDetail[]): string[] {
  return products.flatMap((product) => {
    const others = products.filter((one) => one !== product)
    const own = product.tools.filter(({ slug }) => !others.some((one) => names(one, slug)))
    return own.length > 0 ? [`Only ${product.name} is built with ${namesOf(own)}.`] : []
  })
}

function evidenceSentence(left: ProductDetail, right: ProductDetail): string {
  const isVerified = (product: ProductDetail) => product.claim_review_status === 'verified'
  if (isVerified(left) && isVerified(right)) return 'The claims of both are verified.'
  if (!isVerified(left) && !isVerified(right)) return 'Neither has a verified claim.'
  const [verified, other] = isVerified(left) ? [left, right] : [right, left]
  return `The claim of ${verified.name} is verified; ${other.name} has no verified claim.`
}

/** The names of entries, joined as in "a, b and c". */
export function namesOf(entries: readonly { name: string }[]): string {
  return listed(entries.map(({ name }) => name))
}

/**
 * Joins names as in "a, b and c". Of seven or more, only five are given, with the number of the
 * others.
 */
export function listed(names: readonly string[]): string {
  const shown = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names
  if (shown.length < 2) return shown.join('')
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
