import { hash } from 'node:crypto'
import { ProductDetail, ProductListItem } from '#contract/resources/product.ts'
import type { Fact } from '#contract/resources/facts.ts'
import type { ProductProof } from '#contract/resources/proof.ts'
import type { Addresses } from '#core/addresses.ts'
import { type TaskRule, facetsOf } from '#present/lists/browse.ts'
import { type ProductRecord, productDetail } from '#present/present.ts'
import { proofView } from '#present/product/product-proof.ts'
import { type Evidence, evidenceOf } from '#core/trust.ts'
import type { CatalogTool } from './questions.ts'
import { type HeadFields, briefOnly } from './stored-listing.ts'

/**
 * A listing split into JSON texts in the contract's order, so that answers are joined from strings
 * without parsing. Tools are stored separately: their `product_count` changes with every approval,
 * and copies of them would be half of a listing's JSON.
 */
export interface ListingParts {
  id: string
  slug: string
  domain: string
  /** The time of approval, in milliseconds since 1970. Newest order sorts by it. */
  approvedAt: number
  viewCount: number
  /** The time of the last commit, in seconds since 1970; 0 if unknown. */
  activeAt: number
  /** How many of its tools its code shows. */
  provedTools: number
  /** Indexes into the catalogue's list of tools. */
  tools: number[]
  /** The JSON values of a list item's fields except `tools`, then of `briefOnly`. */
  head: string[]
  /** The JSON values that only details and pages need. */
  more: string[]
  /**
   * A hash of the listing without its tools, which have hashes of their own. Equal content has an
   * equal tag in every build.
   */
  tag: string
}

const listFields = Object.keys(ProductListItem.shape).filter((field) => field !== 'tools')
const headFields = [...listFields, ...briefOnly]
const moreFields = [
  'overview',
  'editorial_summary',
  ...briefOnly,
  'facts',
  'trust',
  'proof',
  'claimed',
] as const

/**
 * Makes the parts of an approved listing. They are checked against the contract here, so that no
 * answer has to be.
 */
export function listingParts(
  record: ProductRecord,
  tools: { byId: ReadonlyMap<string, CatalogTool>; placeOf: ReadonlyMap<string, number> },
  to: Addresses,
): ListingParts & { detail: ProductDetail } {
  const detail = ProductDetail.parse(productDetail(record, tools.byId, to))
  const head = headFields.map((field) => JSON.stringify(detail[field as keyof ProductDetail]))
  const compatibility = detail.compatibility_matrix.map(({ tool, status, note }) => [
    tools.placeOf.get(tool.id)!,
    status,
    note,
  ])
  const more = [
    ...moreFields.map((field) => JSON.stringify(detail[field])),
    JSON.stringify(compatibility),
    // For pages, which show the editors' note on each piece of evidence; the API leaves it out.
    JSON.stringify(evidenceOf(record)),
    JSON.stringify(record.examples),
    JSON.stringify(record.corrected_at),
  ]
  const places = record.tool_ids.map((id) => tools.placeOf.get(id)!)
  return {
    detail,
    id: record.id,
    slug: record.slug,
    domain: record.domain,
    approvedAt: Date.parse(detail.approved_at ?? detail.created_at),
    viewCount: record.view_count,
    activeAt: Math.trunc(Date.parse(detail.proof?.last_activity ?? '1970-01-01') / 1000),
    provedTools: proofView(detail.proof, places.length).count,
    tools: places,
    head,
    more,
    tag: shortHash(
      JSON.stringify([
        head,
        more.slice(0, moreFields.length),
        record.compatibility,
        record.evidence,
      ]),
    ),
  }
}

/** The facets of a listing, by which lists are filtered. */
export function listingFacets(
  record: ProductRecord,
  tools: ReadonlyMap<string, CatalogTool>,
  tasks: readonly TaskRule[],
): string[] {
  return facetsOf(
    record,
    record.tool_ids.map((id) => tools.get(id)!),
    tasks,
    record.compatibility.map(({ tool_id }) => tools.get(tool_id)!),
  )
}

/** The fields of a list item as JSON, without the closing brace: the caller appends the tools. */
export function joinHead(values: readonly string[]): string {
  let json = ''
  for (let index = 0; index < headKeys.length; index++) json += headKeys[index]! + values[index]!
  return json
}

/** One of `HeadFields`, parsed from the stored values. */
export function headValue<F extends keyof HeadFields>(
  values: readonly string[],
  field: F,
): HeadFields[F] {
  // Safe cast: `listingParts` wrote this JSON from a checked detail.
  return JSON.parse(headText(values, field)) as HeadFields[F]
}

/** One of `HeadFields` as JSON. */
export function headText(values: readonly string[], field: keyof HeadFields): string {
  return values[headPlaces.get(field)!]!
}

const headPlaces = new Map<string, number>(headFields.map((field, place) => [field, place]))

/**
 * The fields that a detail has in addition to a list item, as JSON. `toolJson` returns a tool by
 * its index in the catalogue.
 */
export function joinMore(values: readonly string[], toolJson: (place: number) => string): string {
  const fields = moreFields.map((field, index) => `,"${field}":${values[index]}`).join('')
  const matrix = shownMatrix(values).map(
    ([place, status, note]) =>
      `{"tool":${toolJson(place)},"status":"${status}","note":${JSON.stringify(note)}}`,
  )
  return `${fields},"compatibility_matrix":[${matrix.join()}]`
}

const compatibilityAt = moreFields.length
const proofAt = moreFields.indexOf('proof')
const factsAt = moreFields.indexOf('facts')

/** The compatibility matrix: a tool by its index in the catalogue, its status and a note. */
export function shownMatrix(more: readonly string[]): [number, string, string | null][] {
  return JSON.parse(more[compatibilityAt]!) as [number, string, string | null][]
}

/** The evidence for the listing with the editors' notes, as its page shows it. */
export function shownEvidence(more: readonly string[]): Evidence[] {
  return JSON.parse(more[compatibilityAt + 1]!) as Evidence[]
}

/** The example phrases of a listing: what people who need the product search for. */
export function shownExamples(more: readonly string[]): string[] {
  return JSON.parse(more[compatibilityAt + 2]!) as string[]
}

/** When a fact that readers rely on was last corrected; null if none was. */
export function shownCorrection(more: readonly string[]): string | null {
  return JSON.parse(more[compatibilityAt + 3] ?? 'null') as string | null
}

/** The facts that help to choose the product. */
export function shownFacts(more: readonly string[]): Fact[] {
  return JSON.parse(more[factsAt]!) as Fact[]
}

/** What the listing's repository proves; null if it was never read. */
export function shownProof(more: readonly string[]): ProductProof | null {
  return JSON.parse(more[proofAt]!) as ProductProof | null
}

const headKeys = listFields.map((field, index) => `${index === 0 ? '{' : ','}"${field}":`)

/** A short hash of a text: 72 bits. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12)
}
