import { z } from 'zod'
import { CompatibilityStatus, SourceKind, SourceQuality } from '#contract/enums.ts'
import { shapeIn } from '#contract/product-shapes.ts'
import { Activity } from './activity.ts'
import { Claimed } from './claim.ts'
import { Slug, Timestamp, Uri, objects, resource } from './fields.ts'
import { Lifecycle } from './lifecycle.ts'
import { ProductProof } from './proof.ts'
import { Reading } from './reading.ts'
import { ProductTool, ToolName } from './tool.ts'

export const ProductListItem = resource(
  'ProductListItem',
  'An approved product, as lists show it.',
  {
    ...shapeIn('brief', 'list'),
    tools: z.array(ProductTool).describe('The stack, in the order the listing gives.'),
  },
)
export type ProductListItem = z.infer<typeof ProductListItem>

const inOrder = Object.keys(ProductListItem.shape)

/** Fields that every answer has but the OpenAPI document does not require. Decisions, OpenAPI. */
export const fieldsFromQualificationOnward = inOrder.slice(inOrder.indexOf('qualification_type'))

/** An approved product for `detail=brief`: models cannot read many products in full. */
export const ProductBrief = resource('ProductBrief', 'An approved product in short.', {
  ...shapeIn('brief'),
  // Optional: a list item has no topics, so a brief product made of one has none either.
  topics: z.array(Slug).optional().describe('Slugs of its topics.'),
  lifecycle: Lifecycle.optional().describe('How it ended or ends; absent while it is active.'),
  activity: Activity.nullable().optional().describe('Absent while it is recent.'),
  stack_basis: ProductListItem.shape.stack_basis.optional(),
  tools: z.array(ToolName).describe('The stack, in the order the listing gives.'),
})
export type ProductBrief = z.infer<typeof ProductBrief>

export const TrustSummary = resource(
  'TrustSummary',
  'Who reviewed the listing, and the evidence for it.',
  {
    review_model: z.literal('manual').describe('Nothing is published without a review.'),
    source_kind: SourceKind.describe('Who entered the listing: editors, or a submission.'),
    source_quality: SourceQuality.describe('How well it is supported by evidence.'),
    source_url: Uri.describe('The first piece of evidence, else the homepage.'),
    verified_at: Timestamp.nullable().describe('When the claim was verified.'),
    reading: Reading.nullable().describe(
      'Who read the sources, at which commit; null if that was not recorded.',
    ),
    public_note: z.string().nullable().describe('A public note of the editors.'),
    evidence: objects('The evidence that was reviewed.', {
      type: z
        .string()
        .describe('What kind of source it is, for example `repository` or `package_manifest`.'),
      url: Uri.describe('The address of the source.'),
    }),
  },
)
export type TrustSummary = z.infer<typeof TrustSummary>

const CompatibilityItem = resource(
  'CompatibilityItem',
  'How a product works with a tool, as editors found.',
  {
    tool: ProductTool.describe('The tool.'),
    status: CompatibilityStatus.describe('How the product works with it.'),
    note: z.string().nullable().describe('What the editors found.'),
  },
)

export const ProductDetail = ProductListItem.extend({
  ...shapeIn('detail'),
  trust: TrustSummary.nullable().describe('Who reviewed the listing, and the evidence for it.'),
  proof: ProductProof.nullable().describe(
    'Tools that its repository proves; null when none was read.',
  ),
  claimed: Claimed.nullable().describe('How its owner claimed it; null if nobody did.'),
  compatibility_matrix: z
    .array(CompatibilityItem)
    .describe('Rows exist for agent products only, and only where editors have curated data.'),
}).meta({ id: 'ProductDetail', description: 'One approved product in full.' })
export type ProductDetail = z.infer<typeof ProductDetail>

export const PendingProduct = resource(
  'PendingProduct',
  'A pending product, as its submitter sees it.',
  {
    slug: Slug.describe('The slug that the listing will have.'),
    name: z.string().describe('The product name.'),
    status: z.literal('pending').describe('Waiting for an editor.'),
    created_at: Timestamp.describe('When it was submitted.'),
  },
)
export type PendingProduct = z.infer<typeof PendingProduct>
