import { hash } from 'node:crypto'
import type { CompatibilityStatus } from '#contract/enums.ts'
import { ProductBrief, ProductDetail, ProductListItem } from '#contract/resources/product.ts'
import type { Lifecycle } from '#contract/resources/lifecycle.ts'
import type { Addresses } from '#core/addresses.ts'
import {
  type ProductRecord,
  type ToolsById,
  productBrief,
  productDetail,
  timestamp,
} from '#present/present.ts'
import { proofView } from '#present/product/product-proof.ts'
import { type Evidence, evidenceOf } from '#core/trust.ts'
import { relevanceOf } from './relevance.ts'

/** The JSON of a value of this type. */
export type Json<T> = string & { readonly of: T }
// Safe cast: the text is the JSON of a `T`.
const jsonOf = <T>(value: T) => JSON.stringify(value) as Json<T>
// Safe cast: only `jsonOf` makes a `Json`, and `listingRecord` checked the values.
export const parsed = <T>(json: Json<T>) => JSON.parse(json) as T

/** A list item without its tools. */
type Summary = Omit<ProductListItem, 'tools'>
/** What a detail has beyond a list item, without the matrix, which names tools. */
type Details = Omit<ProductDetail, keyof ProductListItem | 'compatibility_matrix'>
/** A brief item without its tools; here always with its topics. */
type Brief = Omit<ProductBrief, 'tools' | 'topics'> & Pick<Details, 'topics'>
/** What answers do not have as it is stored. */
interface Beyond {
  /** The compatibility matrix; a tool by its index in the catalogue. */
  compatibility: { tool: number; status: CompatibilityStatus; note: string | null }[]
  /** The evidence with the editors' notes, which pages show and the API leaves out. */
  evidence: Evidence[]
  /** Example phrases: what people who need the product search for. */
  examples: string[]
  /** When a fact that readers rely on was last corrected; null if none was. */
  corrected_at: string | null
}

/**
 * A listing as the catalogue stores it, in JSON of the contract's order, so that answers are joined
 * from it without parsing. Tools are stored separately: their `product_count` changes with every
 * approval, and copies of them would be half of a listing's JSON.
 */
export type ListingRecord = ReturnType<typeof listingRecord>

/**
 * Makes the record of an approved listing. It is checked against the contract here, so that no
 * answer has to be.
 */
export function listingRecord(
  record: ProductRecord,
  tools: { byId: ToolsById; placeOf: ReadonlyMap<string, number> },
  to: Addresses,
) {
  const detail = ProductDetail.parse(productDetail(record, tools.byId, to))
  const { tools: _, compatibility_matrix: matrix, ...fields } = detail
  const parts = Object.groupBy(Object.entries(fields), ([name]) =>
    name in ProductListItem.shape ? 'summary' : 'details',
  )
  // Safe casts: a list item has some of the fields of a detail, and `Details` the others.
  const summary = jsonOf(Object.fromEntries(parts.summary!) as Summary)
  const details = jsonOf(Object.fromEntries(parts.details!) as Details)
  const { tools: __, ...brief } = ProductBrief.parse(productBrief(record, tools.byId))
  const places = record.tool_ids.map((id) => tools.placeOf.get(id)!)
  const provedTools = proofView(detail.proof, places.length).count
  return {
    detail,
    /** What it is filtered and ordered by. */
    card: {
      id: record.id,
      slug: record.slug,
      domain: record.domain,
      /** Its repositories, the first one first. */
      repositories: repositoriesOf(record),
      /** The time of approval, in milliseconds since 1970. Newest order sorts by it. */
      approvedAt: Date.parse(detail.approved_at ?? detail.created_at),
      viewCount: record.view_count,
      /** The time of the last commit, in seconds since 1970; 0 if unknown. */
      activeAt: Math.trunc(Date.parse(detail.proof?.last_activity ?? '1970-01-01') / 1000),
      /** How many of its tools its code shows. */
      provedTools,
      relevance: relevanceOf(detail, provedTools),
    },
    /** Indexes into the catalogue's list of tools. */
    tools: places,
    /**
     * A hash of the listing without its tools, which have hashes of their own. Equal content has an
     * equal tag in every build.
     */
    tag: shortHash(JSON.stringify([summary, details, record.compatibility, record.evidence])),
    summary,
    brief: jsonOf<Brief>({ ...brief, topics: detail.topics }),
    /** Brief items leave it out while it is `active`. */
    lifecycle: jsonOf<Lifecycle>(detail.lifecycle),
    details,
    beyond: jsonOf<Beyond>({
      compatibility: matrix.map(({ tool, status, note }) => ({
        tool: tools.placeOf.get(tool.id)!,
        status,
        note,
      })),
      evidence: evidenceOf(record),
      examples: record.examples,
      corrected_at: record.corrected_at && timestamp(record.corrected_at),
    }),
  }
}

function repositoriesOf({ proof, reading }: ProductRecord): string[] {
  const further = proof?.tools.map(({ repository }) => repository) ?? []
  const named = [proof?.repository, reading?.repository, ...further]
  return [...new Set(named.filter((url) => typeof url === 'string'))]
}

/** A short hash of a text: 72 bits. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12)
}
