import type { CompatibilityStatus, ProductStatus } from '#contract/enums.ts'
import type { Place } from '#contract/product-field.ts'
import { productFields } from '#contract/product-fields.ts'
import {
  type ComputedField,
  type FieldsIn,
  type Moment,
  type ProductColumns,
  namesIn,
} from '#contract/product-shapes.ts'
import type { PendingProduct, ProductBrief, ProductDetail } from '#contract/resources/product.ts'
import type { Claimed } from '#contract/resources/claim.ts'
import type { Reading } from '#contract/resources/reading.ts'
import type { ProductTool } from '#contract/resources/tool.ts'
import { activityOf } from '#core/activity.ts'
import type { Addresses } from '#core/addresses.ts'
import { badge } from '#core/badge.ts'
import type { ToolPackages } from '#core/tool-packages.ts'
import { claimEligibility, claimShown, isAgentProduct, nextActionCode } from '#core/claim.ts'
import { type ProofRecord, productProof, timestampOf } from './product/product-proof.ts'
import { type Evidence, trustSummary } from '#core/trust.ts'

/** A tool, as the database and the catalogue file store it. `icon` is a file name under /icons. */
export interface ToolRecord
  extends Omit<ProductTool, 'icon_url' | 'created_at'>, Pick<ToolPackages, 'main' | 'cycles'> {
  icon: string | null
  created_at: Moment
}

/** A listing, as the database and the catalogue file store it. */
export interface ProductRecord extends ProductColumns {
  status: ProductStatus
  tool_ids: string[]
  compatibility: { tool_id: string; status: CompatibilityStatus; note: string | null }[]
  evidence: Evidence[]
  reading: Reading | null
  /** When a fact that readers rely on was last corrected. */
  corrected_at: Moment | null
  proof: ProofRecord | null
  claimed: Claimed | null
}

/** Tools by their id. */
export type ToolsById = ReadonlyMap<string, ToolRecord>

/** Decisions, Fields: "Timestamps always in the form 2026-05-18T05:28:47.564Z". */
export function timestamp(moment: Moment): string {
  return new Date(moment).toISOString()
}

/** A tool of a product, in answers. */
export function productTool(tool: ToolRecord, to: Addresses): ProductTool {
  const { id, slug, name, description, category, product_count } = tool
  const icon_url = tool.icon === null ? null : to.icon(tool.icon)
  const created_at = timestamp(tool.created_at)
  return { id, name, slug, description, icon_url, category, product_count, created_at }
}

/** An approved listing in full, in answers. */
export function productDetail(
  product: ProductRecord,
  tools: ToolsById,
  to: Addresses,
): ProductDetail {
  const stack = product.tool_ids.map((id) => known(tools, id))
  const listed = fieldsIn(product, 'brief', 'list')
  const trust = trustSummary(product)
  return {
    ...listed,
    tools: stack.map((tool) => productTool(tool, to)),
    ...fieldsIn(product, 'detail'),
    trust: { ...trust, verified_at: timestampOf(trust.verified_at) },
    proof: productProof(product.proof, stack),
    claimed: product.claimed,
    // Spec, Product detail: "rows exist for agent products only when curated data exists".
    compatibility_matrix: listed.is_agent_product
      ? product.compatibility.map(({ tool_id, status, note }) => ({
          tool: productTool(known(tools, tool_id), to),
          status,
          note,
        }))
      : [],
  }
}

/** An approved listing in the brief form of answers. */
export function productBrief(product: ProductRecord, tools: ToolsById): ProductBrief {
  const named = product.tool_ids.map((id) => {
    const { slug, name } = known(tools, id)
    return { slug, name }
  })
  const { topics, lifecycle, stack_basis } = product
  const ended = lifecycle.state === 'active' ? {} : { lifecycle }
  const activity = activityOf(product)
  const slow = activity?.state === 'recent' ? {} : { activity }
  return { ...fieldsIn(product, 'brief'), topics, ...ended, ...slow, stack_basis, tools: named }
}

/** A listing as its page and Markdown version need it: the answer of the API, and more. */
export interface ListingView {
  product: ProductDetail
  domain: string
  /** `product.trust.evidence` with the notes of editors, which the API leaves out. */
  evidence: Evidence[]
  /** When a fact that readers rely on was last corrected; null if none was. */
  correctedAt: string | null
}

/** A pending listing in answers. Spec, Pending product (minimal). */
export function pendingProduct(
  product: Pick<ProductRecord, 'slug' | 'name' | 'created_at'>,
): PendingProduct {
  const { slug, name, created_at } = product
  return { slug, name, status: 'pending', created_at: timestamp(created_at) }
}

/** The distinct ids of all tools that these listings refer to. */
export function namedToolIds(
  products: readonly Pick<ProductRecord, 'tool_ids' | 'compatibility'>[],
): string[] {
  const ids = products.flatMap(({ tool_ids, compatibility }) => [
    ...tool_ids,
    ...compatibility.map(({ tool_id }) => tool_id),
  ])
  return [...new Set(ids)]
}

/** The fields of a status answer that are about the review. */
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
 * The fields of these forms (`brief`, `list`, `detail`). Only fields in the table of product fields
 * are returned, so no other column can leak.
 */
function fieldsIn<P extends Place>(record: ProductRecord, ...shown: P[]): FieldsIn<P> {
  const product = claimShown(record)
  const computed: Record<string, unknown> = {
    status: 'approved',
    is_agent_product: isAgentProduct({ ...product, status: 'approved' }),
    activity: activityOf(product),
  } satisfies Record<ComputedField, unknown>
  const entries = namesIn<Place>(...shown).map((name) => {
    const { kind } = productFields[name]
    if (kind === 'computed') return [name, computed[name]]
    // Safe cast: every field that is not computed has a column.
    const value = product[name as keyof ProductColumns]
    return [name, kind === 'moment' ? timestampOf(value as Moment | null) : value]
  })
  // Safe cast: the keys are those of `FieldsIn<P>`, which Object.fromEntries types as string.
  return Object.fromEntries(entries) as FieldsIn<P>
}

function known(tools: ToolsById, id: string): ToolRecord {
  const tool = tools.get(id)
  if (!tool) throw new Error(`a listing names the tool ${id}, which was not read with it`)
  return tool
}
