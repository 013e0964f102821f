import { z } from 'zod'
import {
  AgentUseCase,
  ClaimReviewStatus,
  ListDetail,
  ProductSort,
  ProofReach,
  QualificationType,
  enums,
} from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { catalogueRead, commonErrors, operation } from '#contract/operation.ts'
import { productFilters, versionedTools } from '#contract/product-filters.ts'
import { Interface } from '#contract/resources/facts.ts'
import { limitIn, text } from '#contract/resources/fields.ts'
import { note } from '#contract/resources/note.ts'
import { ProductBrief, ProductListItem } from '#contract/resources/product.ts'
import { Support } from '#contract/resources/proof.ts'

const pageOf = <S extends z.ZodType>(products: S) =>
  z.object({
    products: products.describe('The products of this page; `detail=brief` shortens them.'),
    total: z.int().min(0).describe('How many products match in total.'),
    offset: z.int().min(0).describe('The offset that was used.'),
    limit: z.int().min(1).describe('The limit that was used.'),
    hasMore: z.boolean().describe('Whether products follow after this page.'),
    note,
  })

export const listProducts = operation({
  ...catalogueRead,
  id: 'list_products',
  path: '/products',
  summary: 'Browse approved products',
  description: 'Approved products that pass all filters.',
  query: z.object({
    // An unknown task behaves as `all`, so the schema takes any string and the handler decides.
    task: z
      .string()
      .default('all')
      .describe('A group of tasks. An unknown one behaves as `all`.')
      .meta({ examples: [...enums.task] }),
    offset: z.int().min(0).default(0).describe('How many to skip.'),
    limit: limitIn(limits.products),
    sort: ProductSort.default('newest').describe('`newest` by approval, `popular` by views.'),
    category: z
      .string()
      .optional()
      .describe('A tool category, by slug or name.')
      .meta({ examples: ['models-providers', 'backend-db'] }),
    audience: z
      .enum([...enums.audienceTag, 'all'])
      .optional()
      .describe('Whom it is for.'),
    tool: versionedTools(z.string()).describe('A tool, by slug or name.'),
    topic: z.string().optional().describe('By slug or name; `?` lists all.'),
    is_agent: z.literal('true').optional().describe('`true`: only agent products.'),
    use_case: AgentUseCase.optional().describe('What its agents are for.'),
    kind: QualificationType.optional().describe('The kind it claims to be.'),
    claim: ClaimReviewStatus.optional().describe('The status of its claim.'),
    proof: ProofReach.optional().describe('How much code proves.'),
    interface: Interface.optional().describe('What it is used through.'),
    support: Support.shape.state.optional().describe('Of the version of one of its tools.'),
    tools: versionedTools(text(limits.stack)).describe(
      'Built with all; with commas, `nextjs@16` by major.',
    ),
    any_tools: versionedTools(text(limits.stack)).describe('Built with any.'),
    ...productFilters,
    detail: ListDetail.default('full').describe('`brief` keeps the main facts.'),
  }),
  responses: {
    200: {
      description: 'One page of products.',
      schema: pageOf(z.union([z.array(ProductListItem), z.array(ProductBrief)])),
      brief: pageOf(z.array(ProductBrief)),
      full: pageOf(z.array(ProductListItem)),
    },
  },
  errors: ['invalid_request', ...commonErrors],
  toolLimit: limits.products.mcp_default,
  guidance: 'Prefer detail=brief. Follow hasMore by offset.',
  example: { query: { task: 'automate-browser-work', limit: 2 } },
})
