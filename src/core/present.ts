import type {
  AgentUseCase,
  AudienceTag,
  ClaimReviewStatus,
  CompatibilityStatus,
  ProductStatus,
  QualificationType,
  SourceKind,
  SubmissionTier,
} from '#contract/enums.ts'
import type { PendingProduct, ProductBrief, ProductDetail } from '#contract/resources/product.ts'
import type { ProductTool } from '#contract/resources/tool.ts'
import type { Addresses } from './addresses.ts'
import { badge } from './badge.ts'
import { claimEligibility, isAgentProduct, nextActionCode } from './claim.ts'
import { trustSummary } from './trust.ts'

type Moment = string | Date

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
export interface ProductRecord {
  id: string
  slug: string
  name: string
  description: string
  url: string
  domain: string
  status: ProductStatus
  overview: string | null
  editorial_summary: string | null
  favicon_url: string | null
  screenshot_url: string | null
  founder_name: string | null
  founder_twitter: string | null
  founder_profile_slug: string | null
  launch_date: string | null
  submission_tier: SubmissionTier
  review_priority: number
  is_featured: boolean
  featured_rank: number
  view_count: number
  audience_tags: AudienceTag[]
  badge_verified: boolean
  submitted_by_agent: boolean
  source_kind: SourceKind
  public_note: string | null
  qualification_type: QualificationType | null
  agent_use_case: AgentUseCase | null
  qualification_statement: string | null
  workflow_summary: string | null
  agent_tools_used: string[]
  supporting_links: string[]
  claim_review_status: ClaimReviewStatus | null
  claim_reviewed_at: Moment | null
  claim_review_notes: string | null
  claim_verified_by: string | null
  claim_evidence_summary: string | null
  created_at: Moment
  approved_at: Moment | null
  tool_ids: string[]
  compatibility: { tool_id: string; status: CompatibilityStatus; note: string | null }[]
  evidence: { type: string; url: string; shows: string | null }[]
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

/**
 * An approved listing, whole. Lists show the same with fewer fields, which the output schema leaves
 * out.
 */
export function productDetail(
  product: ProductRecord,
  tools: ToolsById,
  to: Addresses,
): ProductDetail {
  const claim = { ...product, status: 'approved' as const }
  const agent = isAgentProduct(claim)
  const trust = trustSummary(product)
  return {
    ...product,
    status: 'approved',
    created_at: timestamp(product.created_at),
    approved_at: optional(product.approved_at),
    claim_reviewed_at: optional(product.claim_reviewed_at),
    is_agent_product: agent,
    tools: product.tool_ids.map((id) => productTool(known(tools, id), to)),
    trust: { ...trust, verified_at: optional(trust.verified_at) },
    // Spec, Product detail: "rows exist for agent products only when curated data exists".
    compatibility_matrix: agent
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
  const { slug, name, description, url, agent_use_case, qualification_type, claim_review_status } =
    product
  const named = product.tool_ids
    .map((id) => known(tools, id))
    .map((tool) => ({ slug: tool.slug, name: tool.name }))
  return {
    slug,
    name,
    description,
    url,
    agent_use_case,
    qualification_type,
    claim_review_status,
    tools: named,
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
