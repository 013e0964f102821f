import type { Comparison } from '#contract/resources/comparison.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { ProductTool } from '#contract/resources/tool.ts'
import { listed } from '#core/plural.ts'
import { lifecycleSentence } from './lifecycle-words.ts'
import { basisWords, inSentence, words } from '#present/words.ts'

/** The shared facts and the differences of two products, of which the query names `left` first. */
export function compare(left: ProductDetail, right: ProductDetail): Comparison {
  const products = [left, right]
  return {
    shared_tools: sharedTools(products),
    unique_tools: {
      [left.slug]: left.tools.filter(({ slug }) => !uses(right, slug)),
      [right.slug]: right.tools.filter(({ slug }) => !uses(left, slug)),
    },
    shared_audience_tags: sharedAudience(products),
    agent_use_case: pair(left.agent_use_case, right.agent_use_case),
    qualification_type: pair(left.qualification_type, right.qualification_type),
    claim_review_status: pair(left.claim_review_status, right.claim_review_status),
    trust: { [left.slug]: trustSide(left), [right.slug]: trustSide(right) },
    summary: saidOf(products).map(({ text }) => text),
  }
}

/** The tools that all products are built with, in the order of the first. */
export function sharedTools([first, ...others]: readonly ProductDetail[]): ProductTool[] {
  return (first?.tools ?? []).filter(({ slug }) => others.every((one) => uses(one, slug)))
}

function sharedAudience([first, ...others]: readonly ProductDetail[]) {
  return (first?.audience_tags ?? []).filter((tag) =>
    others.every(({ audience_tags: tags }) => tags.includes(tag)),
  )
}

/** Whether a product is built with a tool. */
function uses(product: ProductDetail, tool: string): boolean {
  return product.tools.some(({ slug }) => slug === tool)
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

/**
 * What two or more products share and what differs, one sentence for each fact. Decisions,
 * Compare: "`summary` has one sentence a fact: shared tools, unique tools, audience, use case,
 * evidence". Pages pass the name of a topic of all: it says more than a use case that all have.
 */
export function saidOf(products: readonly ProductDetail[], topic?: string) {
  const isPair = products.length === 2
  const [subject, none] = isPair ? ['Both', 'Neither'] : ['All', 'None']
  const of = { all: inSentence(subject), none, topic }
  const named = namesOf(products)
  const tools = sharedTools(products)
  const audience = sharedAudience(products).map((tag) => inSentence(words.audience[tag]))
  return [
    ...lifecycleSentences(products).map(differs),
    ...basisSentences(products).map(differs),
    tools.length > 0
      ? same(`${subject} are built with ${namesOf(tools)}.`)
      : differs(`${named} have no tool ${isPair ? 'in common' : 'that all use'}.`),
    ...uniqueToolSentences(products).map(differs),
    audience.length > 0
      ? same(`${subject} are for ${shortList(audience)}.`)
      : differs(`${named} name no common audience.`),
    useCaseSentence(products, of),
    evidenceSentence(products, of),
  ]
}

/** A sentence that says what is the same for all products. */
const same = (text: string) => ({ text, isSame: true })
const differs = (text: string) => ({ text, isSame: false })

// A sentence on the lifecycle of each product that is not active.
function lifecycleSentences(products: readonly ProductDetail[]): string[] {
  return products.flatMap(({ name, lifecycle }) => {
    const sentence = lifecycleSentence(lifecycle)
    return sentence === undefined ? [] : [`${name}: ${sentence}`]
  })
}

// A sentence on each stack that is not that of the code of its product.
function basisSentences(products: readonly ProductDetail[]): string[] {
  return products.flatMap((product) => {
    const basis = basisWords(product)
    return basis ? [`${product.name}: ${inSentence(basis)}.`] : []
  })
}

// A sentence for each product that uses tools no other compared product uses or works with.
function uniqueToolSentences(products: readonly ProductDetail[]): string[] {
  return products.flatMap((product) => {
    const others = products
      .filter((one) => one !== product)
      .flatMap(({ tools, compatibility_matrix }) => [
        ...tools,
        ...compatibility_matrix.map(({ tool }) => tool),
      ])
    const own = product.tools.filter(({ slug }) => !others.some((tool) => tool.slug === slug))
    return own.length > 0 ? [`Only ${product.name} is built with ${namesOf(own)}.`] : []
  })
}

function useCaseSentence(
  products: readonly ProductDetail[],
  { all, none, topic }: { all: string; none: string; topic?: string | undefined },
) {
  const byUse = Map.groupBy(products, ({ agent_use_case: own }) => own)
  const [use] = byUse.keys()
  if (byUse.size > 1) {
    const clauses = [...byUse].map(([own, those]) => {
      const [are, name] = those.length > 1 ? ['are', 'name'] : ['is', 'names']
      const said =
        own === null ? `${name} no use case` : `${are} for ${inSentence(words.agent_use_case[own])}`
      return `${namesOf(those)} ${said}`
    })
    return differs(`${clauses.join(products.length === 2 ? ', and ' : '; ')}.`)
  }
  if (topic !== undefined) return same(`The topic of ${all} is ${inSentence(topic)}.`)
  return same(
    use
      ? `The agents of ${all} are for ${inSentence(words.agent_use_case[use])}.`
      : `${none} names a use case for its agents.`,
  )
}

function evidenceSentence(
  products: readonly ProductDetail[],
  { all, none }: { all: string; none: string },
) {
  const verified = products.filter(({ claim_review_status: status }) => status === 'verified')
  const others = products.filter((product) => !verified.includes(product))
  if (verified.length === 0) return same(`${none} has a verified claim.`)
  if (others.length === 0) return same(`The claims of ${all} are verified.`)
  const claims = verified.length === 1 ? ['claim', 'is'] : ['claims', 'are']
  return differs(
    `The ${claims[0]} of ${namesOf(verified)} ${claims[1]} verified; ${namesOf(others)} ${others.length === 1 ? 'has' : 'have'} no verified claim.`,
  )
}

/** The names of entries, joined as in "a, b and c". */
export function namesOf(entries: readonly { name: string }[]): string {
  return shortList(entries.map(({ name }) => name))
}

/** Joins names. Of seven or more, only five are given, with the number of the others. */
export function shortList(names: readonly string[]): string {
  return listed(names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names)
}
