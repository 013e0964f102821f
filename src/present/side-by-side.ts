import { enums } from '#contract/enums.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { ProductTool } from '#contract/resources/tool.ts'
import type { Addresses } from '#core/addresses.ts'
import { compare, listed } from './comparison.ts'
import { licenceKind } from '#core/licence.ts'
import { lastCommit } from './product-proof.ts'
import { day, spoken, words } from './words.ts'

/** How many products the page takes. The API's operation takes two: contract, GET /compare. */
export const comparedAtOnce = { fewest: 2, most: 4 } as const

/** What the fields of the chooser are called, in its order. */
export const chooserFields = ['left', 'right', 'third', 'fourth'] as const

/** Two to four products beside each other. */
export interface SideBySide {
  products: readonly ProductDetail[]
  /** The tools that all are built with, in the order of the first. */
  shared: ProductTool[]
  /** Each category of tools that one of them uses, with the tools of each product in it. */
  shelves: { name: string; tools: ProductTool[][] }[]
  /** What is the same and what is not, one sentence a fact. */
  sentences: string[]
  /** What is known of each in a word or two. */
  facts: FactRow[]
}

/** A fact, as each product has it; `same` where all have it alike. */
interface FactRow {
  title: string
  cells: string[]
  same: string | undefined
}

/** Sets products beside each other; `categories` are in the order of the directory. */
export function sideBySide(
  products: readonly ProductDetail[],
  categories: readonly { slug: string; name: string }[],
): SideBySide {
  const [first, ...others] = products
  const shared = (first?.tools ?? []).filter(({ slug }) => others.every((one) => has(one, slug)))
  const shelves = categories
    .map(({ slug, name }) => ({
      name,
      tools: products.map(({ tools }) => tools.filter(({ category }) => category === slug)),
    }))
    .filter(({ tools }) => tools.some((ofOne) => ofOne.length > 0))
  const sentences = sentencesOf(products, shared)
  return { products, shared, shelves, sentences, facts: factsOf(products) }
}

interface ComparedFact {
  title: string
  of: (product: ProductDetail) => string | null
  /** What stands where a product has none. */
  none: string
  /** Left out where no product has one, as where nobody has read a repository. */
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
    // In one order, so that the same audiences read alike.
    of: ({ audience_tags: tags }) =>
      enums.audienceTag
        .filter((tag) => tags.includes(tag))
        .map((tag) => words.audience[tag])
        .join(', ') || null,
    none: 'Nobody named',
  },
  {
    title: 'Licence',
    of: licenceOf,
    none: 'Not looked up',
    isOptional: true,
  },
  {
    title: 'Last commit',
    of: ({ proof }) => lastCommit(proof),
    none: 'Not known',
    isOptional: true,
  },
  { title: 'Listed', of: ({ approved_at: at }) => at && day(at), none: 'Not known' },
]

// A licence that no machine read, but that the listing itself calls no open source.
function licenceOf({ proof, description }: ProductDetail): string | null {
  if (proof?.licence) return proof.licence
  return licenceKind({ licence: null, description }) === 'not_open_source'
    ? 'Not open source'
    : null
}

function factsOf(products: readonly ProductDetail[]): FactRow[] {
  return comparedFacts.flatMap(({ title, of, none, isOptional }) => {
    const known = products.map(of)
    if (isOptional && known.every((text) => text === null)) return []
    const cells = known.map((text) => text ?? none)
    return [{ title, cells, same: new Set(cells).size === 1 ? cells[0] : undefined }]
  })
}

function has(product: ProductDetail, tool: string): boolean {
  return product.tools.some(({ slug }) => slug === tool)
}

function sentencesOf(products: readonly ProductDetail[], shared: ProductTool[]): string[] {
  const [left, right, ...more] = products
  if (left && right && more.length === 0) return compare(left, right).summary
  const names = (some: readonly { name: string }[]) => listed(some.map(({ name }) => name))
  const only = products.flatMap((product) => {
    const others = products.filter((one) => one !== product)
    const own = product.tools.filter(({ slug }) => !others.some((one) => has(one, slug)))
    return own.length > 0 ? [`Only ${product.name} is built with ${names(own)}.`] : []
  })
  const verified = products.filter(({ claim_review_status: status }) => status === 'verified')
  return [
    shared.length > 0
      ? `All are built with ${names(shared)}.`
      : `${names(products)} have no tool that all use.`,
    ...only,
    useCaseSentence(products),
    verified.length > 0
      ? `Verified by the editors: the ${verified.length === 1 ? 'claim' : 'claims'} of ${names(verified)}.`
      : 'None has a verified claim.',
  ]
}

function useCaseSentence(products: readonly ProductDetail[]): string {
  const parts = products.map(({ name, agent_use_case: use }) =>
    use === null ? `${name} names no use case` : `${name} is for ${spoken.agent_use_case[use]}`,
  )
  const [use, ...others] = new Set(products.map(({ agent_use_case }) => agent_use_case))
  if (others.length > 0) return `${parts.join('; ')}.`
  return use ? `The agents of all are for ${spoken.agent_use_case[use]}.` : 'None names a use case.'
}

/** The address of a comparison: its slugs in the order in which they stand beside each other. */
export function compareAddress(slugs: readonly string[], to: Pick<Addresses, 'compare'>): string {
  return `${to.compare}?slugs=${slugs.map(encodeURIComponent).join(',')}`
}

/**
 * Reads which products an address of the page names, each once and in its order, as the API does:
 * `slugs`, which is shared, and the fields of the chooser, which become it.
 */
export function readCompared(
  parameters: URLSearchParams,
): { slugs: string[]; problem?: undefined } | { slugs: string[]; problem: string } {
  const named = [
    ...(parameters.get('slugs') ?? '').split(','),
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
