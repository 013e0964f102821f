import type { AgentUseCase } from '#contract/enums.ts'
import { licenceTerms } from '#core/licence.ts'
import type { Topic } from '#core/topics.ts'
import { numbers } from './numbers.ts'
import { nameKey, stemsOfPhrase, wordsOf } from './words.ts'

/** What search reads of a topic. */
export type SearchTopic = Pick<Topic, 'slug' | 'name' | 'phrases' | 'rivals'>

/** Topics by slug. */
export type Topics = ReadonlyMap<string, SearchTopic>

/** A listing or a tool, as search indexes it. */
export interface SearchDocument {
  kind: 'product' | 'tool'
  slug: string
  name: string
  aliases: readonly string[]
  /** Slugs of the document's topics. */
  topics: readonly string[]
  /** Example phrases by editors: what people who need the product or tool search for. */
  examples: readonly string[]
  description: string
  /** The tools that a product is built with; empty for a tool. */
  tools: readonly { slug: string; name: string; aliases: readonly string[] }[]
  /** Longer texts: overview, summaries, the category of a tool. */
  body: readonly string[]
  /** The use case, if editors verified the claim of the listing. */
  useCase: AgentUseCase | null
  /** The licence of the product as an SPDX expression; null if unknown. */
  licence: string | null
  /** Where a product lives: its domain, and its repository without the scheme. */
  addresses?: readonly string[]
  /** Slugs of the tools that a product works with. */
  worksWith?: readonly string[]
  /** How a product can be hosted, by `factKinds.hosting`; empty if unknown. */
  hosting?: readonly string[]
  /** `ended` ones are found by name alone, and `idle` ones, which nobody works on, stand last. */
  life?: 'ended' | 'idle' | undefined
  /**
   * Orders documents with equal scores, greatest first: 2 for a verified claim, then the time of
   * the last commit (ms), then views (for a tool, the number of its products).
   */
  standing: readonly [evidence: number, activeAt: number, views: number]
}

/** A field of a document that is searched. */
export type Field = keyof typeof numbers.worth

/** The texts of each searched field of a document. */
export function phrasesOf(
  document: SearchDocument,
  topics: Topics,
): Record<Field, readonly string[]> {
  const own = document.topics.flatMap((slug) => topics.get(slug) ?? [])
  return {
    name: [document.name, ...document.aliases],
    examples: document.examples,
    description: [document.description],
    tools: document.tools.flatMap(({ name, aliases }) => [name, ...aliases]),
    topics: own.flatMap(({ name, phrases }) => [name, ...phrases]),
    rivals: own.flatMap(({ rivals }) => rivals),
    body: document.body,
  }
}

/**
 * The weight of each stem in a document, from 0 to 1: with s, the sum of the worths of the phrases
 * that contain the stem, it is s / (s + `half`). `only` limits it to some fields.
 */
export function termWeights(
  document: SearchDocument,
  topics: Topics,
  only?: readonly Field[],
): Map<string, number> {
  const sums = new Map<string, number>()
  const own = document.examples.length === 0 ? numbers.withoutExamples : 1
  for (const [name, phrases] of Object.entries(phrasesOf(document, topics))) {
    // Safe cast: the keys of `phrasesOf` are fields; Object.entries types them as string.
    const field = name as Field
    if (only && !only.includes(field)) continue
    const worth = numbers.worth[field] * (field === 'description' || field === 'body' ? own : 1)
    for (const phrase of phrases)
      for (const stem of stemsOfPhrase(phrase)) sums.set(stem, (sums.get(stem) ?? 0) + worth)
  }
  for (const [stem, sum] of sums) sums.set(stem, sum / (sum + numbers.half))
  return sums
}

/** Inverse document frequency: the weight of a word, higher for rarer words. */
export function idf(documents: number, documentFrequency: number): number {
  return Math.log(1 + documents / (1 + documentFrequency))
}

/** The stems and facets of a document with their weights. */
export function termsOf(document: SearchDocument, topics: Topics): Map<string, number> {
  const terms = termWeights(document, topics)
  for (const facet of facetsOf(document)) terms.set(facet, 1)
  return terms
}

/** The facets of documents that are found by name alone, and of those that nobody works on. */
export const lives = { ended: 'life:ended', idle: 'life:idle' } as const

/** The facets of a document. They are never mistaken for stems: only facets contain a colon. */
function facetsOf(document: SearchDocument): string[] {
  const { kind, tools, topics, useCase, licence, worksWith = [], hosting = [], life } = document
  return [
    `kind:${kind}`,
    ...tools.map(({ slug }) => `tool:${slug}`),
    ...worksWith.map((slug) => `works:${slug}`),
    ...topics.map((slug) => `topic:${slug}`),
    ...(useCase === null ? [] : [`use:${useCase}`]),
    ...(hosting.length === 1 ? [`hosting:${hosting[0]}`] : []),
    ...(life === undefined ? [] : [lives.idle]),
    ...(life === 'ended' ? [lives.ended] : []),
    ...(licence === null ? [] : licenceFacets(licence)),
  ]
}

/** "MIT OR Apache-2.0" has `open-source`, `permissive`, `mit` and `apache`. */
function licenceFacets(expression: string): string[] {
  const [open, named] = [new Set(['open-source', 'permissive']), licenceTerms(expression)]
  const families = named.map((one) => (open.has(one) ? one : one.split('-')[0]!))
  return [...new Set(families)].map((family) => `licence:${family}`)
}

/**
 * What a name key is made from: a document's own name, an alias, the end of its name from a later
 * word on, such as "Code" of "Roo Code", or its address.
 */
export const roles = { own: 0, alias: 1, part: 2, address: 3 } as const
/** A value of `roles`. */
export type Role = (typeof roles)[keyof typeof roles]

/** The keys by which a document is found by name, with their roles. */
export function nameKeys({
  name,
  slug,
  aliases,
  addresses = [],
}: SearchDocument): Map<string, Role> {
  const words = wordsOf(name)
  const parts = words.map((_, at) => words.slice(at).join(''))
  const keys = new Map<string, Role>()
  const add = (key: string, role: Role) => key !== '' && !keys.has(key) && keys.set(key, role)
  for (const text of [name, slug]) add(nameKey(text), roles.own)
  for (const text of aliases) add(nameKey(text), roles.alias)
  for (const part of parts) add(part, roles.part)
  for (const address of addresses) add(nameKey(address), roles.address)
  return keys
}
