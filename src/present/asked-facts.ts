import type { ProductDetail } from '#contract/resources/product.ts'
import { licenceKind } from '#core/licence.ts'
import { endSentence, successorOf } from './product/lifecycle-words.ts'
import { wholeLicence } from './product/licence-words.ts'
import { day } from './words.ts'

/** What a question asks about a product. */
interface Asked {
  facts: readonly string[]
  /** The tools with which it should work. */
  tools: readonly { slug: string; name: string }[]
}

/**
 * What is on record of that which a question asks about a product, a sentence for each, and always
 * when nobody works on it. `successor` is the address of the listing of its successor.
 */
export function askedFacts(
  product: ProductDetail,
  { facts, tools }: Asked,
  successor: string | undefined,
): string[] {
  const sentences = [
    lifeSentence(product, successor, facts.includes('life')),
    facts.includes('licence') ? licenceSentence(product) : undefined,
    facts.includes('price') ? priceSentence(product) : undefined,
    ...tools.map((tool) => toolSentence(product, tool)),
  ]
  return sentences.flatMap((sentence) => (sentence ? [`${product.name}: ${sentence}`] : []))
}

function lifeSentence(product: ProductDetail, listing: string | undefined, isAsked: boolean) {
  const end = endSentence(product)
  const address = listing ?? successorOf(product.lifecycle)?.href
  if (end) return address ? `${end} ${address}` : end
  const { activity } = product
  if (!isAsked || !activity) return undefined
  return `last commit seen on ${day(activity.last_commit)}, looked at up to ${day(activity.as_of)}.`
}

function licenceSentence(product: ProductDetail): string {
  const { licence = null } = product.proof ?? {}
  const { description } = product
  const whole = wholeLicence(product)
  if (whole === undefined) return 'no licence is on record.'
  if (licence === null) return `${whole.toLowerCase()}.`
  const isOpen = licenceKind({ licence, description }) === 'open_source'
  return `${whole}, ${isOpen ? 'open source' : 'not open source in all parts, as the Open Source Initiative defines it'}.`
}

function priceSentence({ facts }: ProductDetail): string | undefined {
  const page = facts.find(({ fact }) => fact === 'pricing')?.value
  return page && `prices at ${page}`
}

function toolSentence(
  { tools, compatibility_matrix: matrix }: ProductDetail,
  { slug, name }: { slug: string; name: string },
): string {
  if (tools.some((tool) => tool.slug === slug)) return `built with ${name}.`
  const works = matrix.find(({ tool }) => tool.slug === slug)
  if (!works) return `nothing on record says that it works with ${name}.`
  return `works with ${name}${works.note ? `: ${works.note}` : '.'}`
}
