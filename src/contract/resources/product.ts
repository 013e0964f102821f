import { z } from 'zod'
import { CompatibilityStatus, SourceKind, SourceQuality } from '#contract/enums.ts'
import { shapeIn } from '#contract/product-shapes.ts'
import { Slug, Timestamp, Uri } from './fields.ts'
import { ProductProof } from './proof.ts'
import { ProductTool, ToolName } from './tool.ts'

/** An approved product, as lists show it. */
export const ProductListItem = z
  .object({
    ...shapeIn('brief', 'list'),
    tools: z.array(ProductTool).describe('The stack, in the order the listing gives.'),
  })
  .meta({ id: 'ProductListItem', description: 'An approved product, as lists show it.' })
export type ProductListItem = z.infer<typeof ProductListItem>

/**
 * Decision, OpenAPI: these are in every answer, though the OpenAPI document does not list them as
 * required, as the contract says: "from `qualification_type` onward".
 */
const inOrder = Object.keys(ProductListItem.shape)
export const fieldsFromQualificationOnward = inOrder.slice(inOrder.indexOf('qualification_type'))

/**
 * An approved product in few words, for readers that cannot hold much: `detail=brief` of GET
 * /products.
 */
export const ProductBrief = z
  .object({
    ...shapeIn('brief'),
    // List items have none: what is cut down from them lacks it.
    topics: z.array(Slug).optional().describe('Slugs of its topics.'),
    tools: z.array(ToolName).describe('The stack, in the order the listing gives.'),
  })
  .meta({ id: 'ProductBrief', description: 'An approved product in few words.' })
export type ProductBrief = z.infer<typeof ProductBrief>

/** Why an answer can be trusted. */
export const TrustSummary = z
  .object({
    review_model: z.literal('manual').describe('Every listing is reviewed by a person.'),
    source_kind: SourceKind.describe('Who entered the listing: editors, or a submission.'),
    source_quality: SourceQuality.describe('How well it is supported by evidence.'),
    source_url: Uri.describe('The first piece of evidence, else the homepage.'),
    verified_at: Timestamp.nullable().describe('When the claim was verified.'),
    public_note: z.string().nullable().describe('A remark of the editors.'),
    evidence: z
      .array(
        z.object({
          type: z
            .string()
            .describe('What kind of source it is, for example `repository` or `package_manifest`.'),
          url: Uri.describe('Where to look.'),
        }),
      )
      .describe('The evidence that was looked at.'),
  })
  .meta({ id: 'TrustSummary', description: 'Who looked at the listing and on what it rests.' })
export type TrustSummary = z.infer<typeof TrustSummary>

/** How a product and a tool go together, curated by editors. */
const CompatibilityItem = z
  .object({
    tool: ProductTool.describe('The tool.'),
    status: CompatibilityStatus.describe('How the product goes with it.'),
    note: z.string().nullable().describe('What the editors found.'),
  })
  .meta({
    id: 'CompatibilityItem',
    description: 'How a product and a tool go together, curated by editors.',
  })

/** One approved product, whole. */
export const ProductDetail = ProductListItem.extend({
  ...shapeIn('detail'),
  trust: TrustSummary.nullable().describe('Who looked at the listing and on what it rests.'),
  proof: ProductProof.nullable().describe(
    'What its repository proves of its tools; null where nobody has looked.',
  ),
  compatibility_matrix: z
    .array(CompatibilityItem)
    .describe('Rows exist for agent products only, and only where editors have curated data.'),
}).meta({ id: 'ProductDetail', description: 'One approved product, whole.' })
export type ProductDetail = z.infer<typeof ProductDetail>

/** What the submitter of a pending product sees of it. */
export const PendingProduct = z
  .object({
    slug: Slug.describe('The name the listing will have.'),
    name: z.string().describe('The product name.'),
    status: z.literal('pending').describe('It waits for an editor.'),
    created_at: Timestamp.describe('When it was submitted.'),
  })
  .meta({
    id: 'PendingProduct',
    description: 'What the submitter of a pending product sees of it.',
  })
export type PendingProduct = z.infer<typeof PendingProduct>
