// Describes a listing in one line of a tool's result: the facts that a model needs to choose
// between products.
import type { ClaimReviewStatus } from '#contract/enums.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { ProductProof } from '#contract/resources/proof.ts'
import { cut } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import { basisWords, inSentence } from '#present/words.ts'
import { proofView } from '#present/product/product-proof.ts'
import type { Service } from '#service/service.ts'
import { fenceLength, fenced } from './fenced.ts'

/** The catalogue with the changes since the build. */
export type CatalogNow = Awaited<ReturnType<Service['catalog']['current']>>
type Listing = NonNullable<ReturnType<CatalogNow['product']>>

/** The fields of a product that its line needs. Every schema of a product has them. */
interface ListedProduct {
  slug: string
  name: string
  description?: string | null
  claim_review_status?: ClaimReviewStatus | null
  claim_reviewed_at?: string | null
  claim_verified_by?: string | null
  tools?: readonly { slug: string; name: string }[]
}

interface Line {
  /** The maximum length of the line in characters. */
  room: number
  /** Slugs of the tools that the query mentions. */
  asked?: readonly string[]
  /** Facts for the beginning of the line, such as a score. */
  first?: readonly string[]
}

const day = (timestamp: string) => timestamp.slice(0, 10)

/**
 * A product in one line: slug, URL, facts in order of importance as far as `room` allows, then name
 * and description as fenced text.
 */
export function listingLine(
  product: ListedProduct,
  { to, catalog }: { to: Addresses; catalog: Pick<CatalogNow, 'product'> },
  { room, asked = [], first = [] }: Line,
): string {
  const { slug, name, description } = product
  // The listing has facts that the product's schema leaves out.
  const listing = catalog.product(slug)
  const proof = listing?.proof() ?? null
  const facts = [
    ...first,
    ...lifecycleFact(listing),
    ...basisFact(listing),
    ...askedTools(product, proof, asked),
    ...claimFact({
      claim_review_status: listing?.field('claim_review_status') ?? null,
      claim_reviewed_at: listing?.field('claim_reviewed_at') ?? null,
      claim_verified_by: listing?.field('claim_verified_by') ?? null,
      ...product,
    }),
    ...proofFacts(
      { proof, activity: listing?.activity() ?? null },
      product.tools?.length ?? listing?.tools().length ?? 0,
    ),
    ...otherTools(product, asked),
  ]
  const words = description ? `${name}: ${description}` : name
  const reserved = fenceLength + 1 + Math.min(words.length, name.length + leastDescription)
  let text = `- ${slug} ${to.listing(slug)}`
  for (const [at, fact] of facts.entries()) {
    const next = `${text}${at === 0 ? ':' : ';'} ${fact}`
    if (next.length + reserved <= room) text = next
  }
  const left = room - text.length - fenceLength - 1
  return `${text} ${fenced(left < name.length + 2 ? name : words, Math.max(name.length, left))}`
}

/** The number of characters of the description that remain, however many facts there are. */
const leastDescription = 60

/** The tools that the query mentions and the product has, with whether each is proved. */
function askedTools(
  { tools = [] }: ListedProduct,
  proof: ProductProof | null,
  asked: readonly string[],
): string[] {
  const found = tools.filter(({ slug }) => asked.includes(slug))
  if (found.length === 0) return []
  const isProved = (slug: string) =>
    proof?.tools.some((tool) => tool.slug === slug && tool.state === 'proved')
  return [`uses ${found.map(({ slug }) => slug + (isProved(slug) ? ' (proved)' : '')).join(', ')}`]
}

/** The maximum number of tools in a line that the query does not mention. */
const mostTools = 6

function otherTools({ tools = [] }: ListedProduct, asked: readonly string[]): string[] {
  const others = tools.filter(({ slug }) => !asked.includes(slug))
  if (others.length === 0) return []
  const names = others.slice(0, mostTools).map(({ name }) => name)
  const rest = others.length > names.length ? ` and ${others.length - names.length} more` : ''
  return [`built with ${names.join(', ')}${rest}`]
}

/** The state of a product that is not active, with its day and successor. */
function lifecycleFact(listing: Listing | undefined): string[] {
  const { state, since, successor } = listing?.field('lifecycle') ?? { state: 'active' }
  if (state === 'active') return []
  const next = successor ? `, successor ${cut(successor, 100)}` : ''
  return [`${state}${since ? ` since ${since}` : ''}${next}`]
}

/** What the stack of a product is that of, if that is not its code. */
function basisFact(listing: Listing | undefined): string[] {
  const basis = basisWords({ stack_basis: listing?.field('stack_basis') })
  return basis ? [inSentence(basis)] : []
}

/** The review status of the claim, the day of the review, and who or what verified it. */
export function claimFact(
  product: Pick<ListedProduct, 'claim_review_status' | 'claim_reviewed_at' | 'claim_verified_by'>,
): string[] {
  const {
    claim_review_status: status,
    claim_reviewed_at: reviewed,
    claim_verified_by: by,
  } = product
  if (!status) return ['no claim']
  return [`claim ${status}${reviewed ? ` ${day(reviewed)}` : ''}${by ? ` by ${by}` : ''}`]
}

// A repository can give its licence any name, and this text is not fenced: other characters are
// left out.
const nameOfLicence = (licence: string) => cut(licence.replace(/[^\w .,()+-]/g, ''), 100)

/**
 * Facts from the code: the licence, the day of the commit that was read, the day of the last look,
 * and how many tools are proved.
 */
export function proofFacts(
  { proof, activity }: Pick<ProductDetail, 'proof' | 'activity'>,
  listed: number,
): string[] {
  if (!proof) return ['repository not read']
  const { licence, source_date, checked_at, archived } = proof
  return [
    licence ? `licence ${nameOfLicence(licence)}` : 'licence unknown',
    ...(archived ? ['archived'] : []),
    // One fact: a line that is cut has both days or neither.
    [...(source_date ? [`source as of ${source_date}`] : []), `looked at ${day(checked_at)}`].join(
      ', ',
    ),
    ...(activity
      ? [`${activity.state}: last commit ${activity.last_commit}, seen up to ${activity.as_of}`]
      : []),
    `${proofView(proof, listed).count} of ${listed} tools proved`,
  ]
}
