import { aboutOf } from '#core/browse.ts'
import { claimShown, verifiedUseCase } from '#core/claim.ts'
import type { ProductRecord } from '#core/present.ts'
import { productProof } from '#core/product-proof.ts'
import { type Topic, topicsIn } from '#core/topics.ts'
import type { SearchDocument, SearchTopic } from '#search/document.ts'
import type { CatalogTables, CatalogTool } from './questions.ts'

/** The topics of content/ by slug, as search has them. */
export function searchTopics(topics: readonly Topic[]): Map<string, SearchTopic> {
  return new Map(
    topics.map(({ slug, name, asks, names }) => [
      slug,
      { slug, name, phrases: asks, rivals: names },
    ]),
  )
}

/** What search knows of an approved listing. Its topics are those that its name and description say. */
export function listingDocument(
  record: ProductRecord,
  toolsById: ReadonlyMap<string, CatalogTool>,
  { topics }: Pick<CatalogTables, 'topics'>,
): SearchDocument {
  const product = claimShown(record)
  const { slug, name, description, asks, overview, editorial_summary } = product
  const tools = product.tool_ids.map((id) => toolsById.get(id)!)
  const proof = productProof(
    product.proof,
    tools.map((tool) => tool.slug),
  )
  const useCase = verifiedUseCase(product)
  const texts = [
    overview,
    editorial_summary,
    product.workflow_summary,
    product.qualification_statement,
  ]
  return {
    kind: 'product',
    slug,
    name,
    aliases: [],
    topics: topicsIn(aboutOf(product), topics).map((topic) => topic.slug),
    examples: asks,
    description,
    tools: tools.map((tool) => ({ slug: tool.slug, name: tool.name, aliases: tool.aliases })),
    body: texts.filter((text) => text !== null),
    useCase,
    licence: proof?.licence ?? null,
    standing: [
      product.claim_review_status === 'verified' ? 2 : 0,
      Date.parse(proof?.last_activity ?? '1970-01-01'),
      product.view_count,
    ],
  }
}

/** What search knows of a tool. Its topics are those of its category, too. */
export function toolDocument(
  tool: CatalogTool,
  { topics, categories }: Pick<CatalogTables, 'topics' | 'categories'>,
): SearchDocument {
  const description = tool.description ?? ''
  const said = topicsIn(`${tool.name} ${description}`, topics)
  const ofCategory = topics.filter((topic) => topic.categories.includes(tool.category))
  const category = categories.find(({ slug }) => slug === tool.category)
  return {
    kind: 'tool',
    slug: tool.slug,
    name: tool.name,
    aliases: tool.aliases,
    topics: [...new Set([...said, ...ofCategory])].map((topic) => topic.slug),
    examples: tool.asks,
    description,
    tools: [],
    body: category ? [category.name, category.description] : [],
    useCase: null,
    licence: null,
    standing: [0, 0, tool.product_count],
  }
}
