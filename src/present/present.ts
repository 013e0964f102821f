import type { CompatibilityStatus, ProductStatus } from '#contract/enums.ts'
import { type Place, productFields } from '#contract/product-fields.ts'
import {
  type ComputedField,
  type FieldsIn,
  type Moment,
  type ProductColumns,
  namesIn,
} from '#contract/product-shapes.ts'
import type {
  PendingProduct,
  ProductBrief,
  ProductDetail,
  ProductListItem,
} from '#contract/resources/product.ts'
import type { ProductTool } from '#contract/resources/tool.ts'
import type { Addresses } from '#core/addresses.ts'
import { badge } from '#core/badge.ts'
import { claimEligibility, claimShown, isAgentProduct, nextActionCode } from '#core/claim.ts'
import { type ProofRecord, productProof } from './product-proof.ts'
import { type Evidence, evidenceOf, trustSummary } from '#core/trust.ts'

/** A tool as the database and the snapshot hold it. `icon` is a file name under /icons. */
export interface ToolRecord {
  id: string
  slug: string
  name: string
  description: string | null
  category: string
  icon: string | null
  product_count: number
  created_at: Moment
}

/** A listing as the database and the snapshot hold it. Tools are named by id. */
export interface ProductRecord extends ProductColumns {
  status: ProductStatus
  tool_ids: string[]
  compatibility: { tool_id: string; status: CompatibilityStatus; note: string | null }[]
  evidence: Evidence[]
  /** What a repository proved, where somebody looked. */
  proof: ProofRecord | null
}

export type ToolsById = ReadonlyMap<string, ToolRecord>

/** Decision, Reads: "Timestamps always in the form 2026-05-18T05:28:47.564Z". */
export function timestamp(moment: Moment): string {
  return new Date(moment).toISOString()
}

/** A stack component as it appears inside a product. */
export function productTool(tool: ToolRecord, to: Addresses): ProductTool {
  const { id, slug, name, description, category, product_count } = tool
  const icon_url = tool.icon === null ? null : to.icon(tool.icon)
  return {
    id,
    name,
    slug,
    description,
    icon_url,
    category,
    product_count,
    created_at: timestamp(tool.created_at),
  }
}

/** An approved listing, as lists show it. */
export function productListItem(
  product: ProductRecord,
  tools: ToolsById,
  to: Addresses,
): ProductListItem {
  return {
    ...fieldsIn(product, 'brief', 'list'),
    tools: product.tool_ids.map((id) => productTool(known(tools, id), to)),
  }
}

/** An approved listing, whole. */
export function productDetail(
  product: ProductRecord,
  tools: ToolsById,
  to: Addresses,
): ProductDetail {
  const item = productListItem(product, tools, to)
  const trust = trustSummary(product)
  return {
    ...item,
    ...fieldsIn(product, 'detail'),
    trust: { ...trust, verified_at: optional(trust.verified_at) },
    proof: productProof(
      product.proof,
      item.tools.map(({ slug }) => slug),
    ),
    // Spec, Product detail: "rows exist for agent products only when curated data exists".
    compatibility_matrix: item.is_agent_product
      ? product.compatibility.map(({ tool_id, status, note }) => ({
          tool: productTool(known(tools, tool_id), to),
          status,
          note,
        }))
      : [],
  }
}

/** An approved listing in few words. */
export function productBrief(product: ProductRecord, tools: ToolsById): ProductBrief {
  const named = product.tool_ids
    .map((id) => known(tools, id))
    .map(({ slug, name }) => ({ slug, name }))
  return { ...fieldsIn(product, 'brief'), topics: product.topics, tools: named }
}

/** A listing as its page and its Markdown tell it: what the API says, and what evidence shows. */
export interface ListingView {
  product: ProductDetail
  domain: string
  /** The pieces of `product.trust.evidence`, each with what editors say that it shows. */
  evidence: Evidence[]
  /** What people ask for who need it, in their words. */
  examples: readonly string[]
}

/** An approved listing for whoever reads its page. */
export function listingView(product: ProductRecord, tools: ToolsById, to: Addresses): ListingView {
  return {
    product: productDetail(product, tools, to),
    domain: product.domain,
    evidence: evidenceOf(product),
    examples: product.examples,
  }
}

/** Spec, Pending product (minimal). */
export function pendingProduct(
  product: Pick<ProductRecord, 'slug' | 'name' | 'created_at'>,
): PendingProduct {
  return {
    slug: product.slug,
    name: product.name,
    status: 'pending',
    created_at: timestamp(product.created_at),
  }
}

/** The ids of all tools that these listings name, each once. */
export function namedToolIds(
  products: readonly Pick<ProductRecord, 'tool_ids' | 'compatibility'>[],
): string[] {
  return [
    ...new Set(
      products.flatMap(({ tool_ids, compatibility }) => [
        ...tool_ids,
        ...compatibility.map(({ tool_id }) => tool_id),
      ]),
    ),
  ]
}

/** What a status answer says beside the product. */
export function reviewStatus(
  product: Pick<
    ProductRecord,
    'slug' | 'submission_tier' | 'badge_verified' | 'qualification_type' | 'claim_review_status'
  >,
  status: 'pending' | 'approved',
  to: Addresses,
) {
  const listing = { ...product, status }
  return {
    badge: badge(listing, to.badge(product.slug)),
    claim_status: product.claim_review_status,
    claim_eligibility: claimEligibility(listing),
    next_action_code: nextActionCode(listing),
  }
}

/**
 * The fields that these places show. What leaves is named by the table of fields: a column of the
 * record that the table does not show there never does, whether or not a schema looks at the answer.
 */
function fieldsIn<P extends Place>(record: ProductRecord, ...shown: P[]): FieldsIn<P> {
  const product = claimShown(record)
  const computed: Record<string, unknown> = {
    status: 'approved',
    is_agent_product: isAgentProduct({ ...product, status: 'approved' }),
  } satisfies Record<ComputedField, unknown>
  const entries = namesIn<Place>(...shown).map((name) => {
    const { kind } = productFields[name]
    if (kind === 'computed') return [name, computed[name]]
    // What is not computed is a column, and a column of moments holds nothing else.
    const value = product[name as keyof ProductColumns]
    return [name, kind === 'moment' ? optional(value as Moment | null) : value]
  })
  // Object.fromEntries knows no keys; they are those of the table.
  return Object.fromEntries(entries) as FieldsIn<P>
}

function optional(moment: Moment | null): string | null {
  return moment === null ? null : timestamp(moment)
}

function known(tools: ToolsById, id: string): ToolRecord {
  const tool = tools.get(id)
  if (!tool)
    throw new Error(
      `a listing names the tool ${id}, which is not among the tools that were read with it`,
    )
  return tool
}
