import { hash } from 'node:crypto'
import { ProductDetail, ProductListItem } from '#contract/resources/product.ts'
import type { ProductProof } from '#contract/resources/proof.ts'
import type { Addresses } from '#core/addresses.ts'
import { type TaskRule, facetsOf } from '#present/browse.ts'
import { type ProductRecord, productDetail } from '#present/present.ts'
import { type Evidence, evidenceOf } from '#core/trust.ts'
import type { CatalogTool } from './questions.ts'

/**
 * The parts of a listing, as JSON texts in the contract's order: an answer is a join and never a
 * parse. Tools are kept apart: their `product_count` changes with every approval, and copies of them
 * would be half of a listing's JSON.
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
   * A hash of the listing without its tools, which have their own. The same content has the same
   * tag in every build.
   */
  tag: string
}

const listFields = Object.keys(ProductListItem.shape).filter((field) => field !== 'tools')
// List items have no topics; brief items do.
const headFields = [...listFields, 'topics']
const moreFields = ['overview', 'editorial_summary', 'topics', 'trust', 'proof'] as const

/** Makes the parts of an approved listing and checks them against the contract, once for all. */
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
    // Pages also show the editors' note on each piece of evidence.
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
  // listingParts() wrote it from a checked list item.
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

/** The fields of a detail beyond those of a list item, as JSON. `toolJson` returns a tool by its place. */
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

/** The sources of the listing, as its page shows them. */
export function shownEvidence(more: readonly string[]): Evidence[] {
  return JSON.parse(more[compatibilityAt + 1]!) as Evidence[]
}

/** The editors' example phrases: needs that the listing meets. */
export function shownExamples(more: readonly string[]): string[] {
  return JSON.parse(more[compatibilityAt + 2]!) as string[]
}

/** The proof from its repository, if it was read. */
export function shownProof(more: readonly string[]): ProductProof | null {
  return JSON.parse(more[proofAt]!) as ProductProof | null
}

const headKeys = listFields.map((field, index) => `${index === 0 ? '{' : ','}"${field}":`)

/** A short hash of a text: 72 bits. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12)
}
