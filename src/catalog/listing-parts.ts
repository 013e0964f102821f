import { hash } from 'node:crypto'
import { ProductDetail, ProductListItem } from '#contract/resources/product.ts'
import type { ProductProof } from '#contract/resources/proof.ts'
import type { Addresses } from '#core/addresses.ts'
import { type TaskRule, facetsOf } from '#present/browse.ts'
import { type ProductRecord, productDetail } from '#present/present.ts'
import { type Evidence, evidenceOf } from '#core/trust.ts'
import type { CatalogTool } from './questions.ts'

/**
 * A listing in the parts that its answers are joined from. Values are JSON texts in the contract's
 * order, so an answer is a join and never a parse. Tools stand apart: their `product_count` changes
 * with every approval, and half of a listing's JSON would be copies of them.
 */
export interface ListingParts {
  id: string
  slug: string
  domain: string
  /** In milliseconds; lists are in its order. */
  approvedAt: number
  viewCount: number
  /** When somebody last worked on its code, in seconds; 0 where nobody knows. */
  activeAt: number
  /** Places of the tools in the catalogue's list of tools. */
  tools: number[]
  /** The values of a list item without its tools, and the topics. */
  head: string[]
  /** What a detail has beyond a list item. */
  more: string[]
  /**
   * A hash of what the listing itself says; the tools' own texts have theirs. The same content has
   * the same tag in every build: places are no part of it.
   */
  tag: string
}

const listFields = Object.keys(ProductListItem.shape).filter((field) => field !== 'tools')
// List items have no topics; what is brief has them.
const headFields = [...listFields, 'topics']
const moreFields = ['overview', 'editorial_summary', 'topics', 'trust', 'proof'] as const

/** Makes the parts of an approved listing, checked against the contract; nothing checks them later. */
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
    // What pages show beside the API's evidence: the words of the editors on each piece.
    JSON.stringify(evidenceOf(record)),
    JSON.stringify(record.examples),
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

/** The facets under which lists find a listing. */
export function listingFacets(
  record: ProductRecord,
  tools: ReadonlyMap<string, CatalogTool>,
  tasks: readonly TaskRule[],
): string[] {
  return facetsOf(
    record,
    record.tool_ids.map((id) => tools.get(id)!),
    tasks,
  )
}

/** The fields of a list item as JSON without the closing brace: its tools follow. */
export function joinHead(values: readonly string[]): string {
  let json = ''
  for (let index = 0; index < headKeys.length; index++) json += headKeys[index]! + values[index]!
  return json
}

/** One value of a head, parsed. */
export function headValue<F extends keyof ProductListItem>(
  values: readonly string[],
  field: F,
): ProductListItem[F] {
  // Written by listingParts() from a checked list item.
  return JSON.parse(headText(values, field)) as ProductListItem[F]
}

/** One value of a head, as JSON. */
export function headText(
  values: readonly string[],
  field: keyof ProductListItem | 'topics',
): string {
  return values[headPlaces.get(field)!]!
}

const headPlaces = new Map<string, number>(headFields.map((field, place) => [field, place]))

/** What a detail has beyond a list item, as JSON fields. `toolJson` gives a tool by its place. */
export function joinMore(values: readonly string[], toolJson: (place: number) => string): string {
  const fields = moreFields.map((field, index) => `,"${field}":${values[index]}`).join('')
  const rows = JSON.parse(values[compatibilityAt]!) as [number, string, string | null][]
  const matrix = rows.map(
    ([place, status, note]) =>
      `{"tool":${toolJson(place)},"status":"${status}","note":${JSON.stringify(note)}}`,
  )
  return `${fields},"compatibility_matrix":[${matrix.join()}]`
}

const compatibilityAt = moreFields.length
const proofAt = moreFields.indexOf('proof')

/** What the listing rests on, as its page tells it. */
export function shownEvidence(more: readonly string[]): Evidence[] {
  return JSON.parse(more[compatibilityAt + 1]!) as Evidence[]
}

/** Example phrases of editors: needs that the listing meets. */
export function shownExamples(more: readonly string[]): string[] {
  return JSON.parse(more[compatibilityAt + 2]!) as string[]
}

/** What its repository proves, when an editor had it read. */
export function shownProof(more: readonly string[]): ProductProof | null {
  return JSON.parse(more[proofAt]!) as ProductProof | null
}

const headKeys = listFields.map((field, index) => `${index === 0 ? '{' : ','}"${field}":`)

/** Short, and different for different texts: 72 bits. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12)
}
