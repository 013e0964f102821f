import { enums } from '#contract/enums.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { ProductTool } from '#contract/resources/tool.ts'
import type { Addresses } from '#core/addresses.ts'
import {
  compare,
  lifecycleSentences,
  namesOf,
  uniqueToolSentences,
  useCaseClause,
  uses,
} from './comparison.ts'
import { licenceKind } from '#core/licence.ts'
import { newestCommit } from './product-proof.ts'
import { day, spoken, words } from './words.ts'

/** How many products the page compares. GET /compare of the API always takes two. */
export const comparedAtOnce = { fewest: 2, most: 4 } as const

/** The URL parameters of the form that chooses products, in order. */
export const chooserFields = ['left', 'right', 'third', 'fourth'] as const

/** A comparison of two to four products. */
export interface SideBySide {
  products: readonly ProductDetail[]
  /** The tools that all products use, in the order of the first product. */
  shared: ProductTool[]
  /** Tool categories, each with one list of tools for each product. */
  byCategory: { name: string; tools: ProductTool[][] }[]
  /** Sentences about the comparison, one for each fact. */
  sentences: string[]
  facts: FactRow[]
}

/** One fact about each product; `same` is the common text if all cells are equal. */
interface FactRow {
  title: string
  cells: string[]
  same: string | undefined
}

/** Compares products. `categories` are those of tools, in the order of the directory. */
export function sideBySide(
  products: readonly ProductDetail[],
  categories: readonly { slug: string; name: string }[],
): SideBySide {
  const [first, ...others] = products
  const shared = (first?.tools ?? []).filter(({ slug }) => others.every((one) => uses(one, slug)))
  const byCategory = categories
    .map(({ slug, name }) => ({
      name,
      tools: products.map(({ tools }) => tools.filter(({ category }) => category === slug)),
    }))
    .filter(({ tools }) => tools.some((ofOne) => ofOne.length > 0))
  const sentences = sentencesOf(products, shared)
  return { products, shared, byCategory, sentences, facts: factsOf(products) }
}

interface ComparedFact {
  title: string
  of: (product: ProductDetail) => string | null
  /** The cell of a product without this fact. */
  none: string
  /** Whether the row is left out if no product has this fact. */
  isOptional?: true
}

const comparedFacts: readonly ComparedFact[] = [
  {
    title: 'Kind',
    of: ({ qualification_type: kind }) => kind && words.qualification_type[kind],
    none: 'No claim',
  },
  {
    title: 'Use case',
    of: ({ agent_use_case: use }) => use && words.agent_use_case[use],
    none: 'None named',
  },
  {
    title: 'For',
    // Tags in a fixed order, so that equal sets of tags give equal texts.
    of: ({ audience_tags: tags }) =>
      enums.audienceTag
        .filter((tag) => tags.includes(tag))
        .map((tag) => words.audience[tag])
        .join(', ') || null,
    none: 'Nobody named',
  },
  { title: 'Licence', of: licenceInWords, none: 'Not looked up', isOptional: true },
  {
    title: 'Newest commit seen',
    of: ({ proof }) =>
      proof &&
      [newestCommit(proof), `looked at ${day(proof.checked_at)}`].filter(Boolean).join('; '),
    none: 'Not looked at',
    isOptional: true,
  },
  { title: 'Listed', of: ({ approved_at: at }) => at && day(at), none: 'Not known' },
]

/**
 * The licence in words. If it is unknown, the description or the note of the editors may say that
 * the product is closed; else null.
 */
export function licenceInWords({
  proof,
  description,
  trust,
}: Pick<ProductDetail, 'proof' | 'description' | 'trust'>): string | null {
  if (proof?.licence) return proof.licence
  const isClosed =
    licenceKind({ licence: null, description }) === 'not_open_source' ||
    /\bclosed\b/i.test(trust?.public_note ?? '')
  return isClosed ? 'Not open source' : null
}

function factsOf(products: readonly ProductDetail[]): FactRow[] {
  return comparedFacts.flatMap(({ title, of, none, isOptional }) => {
    const known = products.map(of)
    if (isOptional && known.every((text) => text === null)) return []
    const cells = known.map((text) => text ?? none)
    return [{ title, cells, same: new Set(cells).size === 1 ? cells[0] : undefined }]
  })
}

function sentencesOf(products: readonly ProductDetail[], shared: ProductTool[]): string[] {
  const [left, right, ...more] = products
  if (left && right && more.length === 0) return compare(left, right).summary
  const verified = products.filter(({ claim_review_status: status }) => status === 'verified')
  return [
    ...lifecycleSentences(products),
    shared.length > 0
      ? `All are built with ${namesOf(shared)}.`
      : `${namesOf(products)} have no tool that all use.`,
    ...uniqueToolSentences(products),
    useCaseSentence(products),
    verified.length > 0
      ? `Verified: the ${verified.length === 1 ? 'claim' : 'claims'} of ${namesOf(verified)}.`
      : 'None has a verified claim.',
  ]
}

function useCaseSentence(products: readonly ProductDetail[]): string {
  const [use, ...others] = new Set(products.map(({ agent_use_case }) => agent_use_case))
  if (others.length > 0) return `${products.map(useCaseClause).join('; ')}.`
  return use ? `The agents of all are for ${spoken.agent_use_case[use]}.` : 'None names a use case.'
}

/** The URL of a comparison, with the slugs in the order of its columns. */
export function compareAddress(slugs: readonly string[], to: Pick<Addresses, 'compare'>): string {
  return `${to.compare}?slugs=${slugs.map(encodeURIComponent).join(',')}`
}

/**
 * Reads the distinct slugs of a comparison from the parameters `slugs`, of which a list of products
 * sends one for each that was picked, and from the chooser's fields.
 */
export function readCompared(parameters: URLSearchParams): { slugs: string[]; problem?: string } {
  const named = [
    ...parameters.getAll('slugs').flatMap((slugs) => slugs.split(',')),
    ...chooserFields.map((name) => parameters.get(name) ?? ''),
  ]
  const slugs = [...new Set(named.map((slug) => slug.trim()).filter(Boolean))]
  if (!slugs.every((slug) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))) {
    const problem =
      'The address holds something that is no name of a listing; those are lower case letters, digits and hyphens.'
    return { slugs: [], problem }
  }
  if (slugs.length > comparedAtOnce.most)
    return {
      slugs: slugs.slice(0, comparedAtOnce.most),
      problem: `The address names ${slugs.length} products; at most ${comparedAtOnce.most} fit beside each other. Choose again below.`,
    }
  return { slugs }
}
