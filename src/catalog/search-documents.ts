import type { ProductDetail } from '#contract/resources/product.ts'
import { aboutOf } from '#core/browse.ts'
import { verifiedUseCase } from '#core/claim.ts'
import { onceFor } from '#core/once.ts'
import { type Topic, topicsIn } from '#core/topics.ts'
import type { SearchDocument, SearchTopic } from '#search/document.ts'
import type { CatalogTables, CatalogTool, Listing } from './questions.ts'

/** The topics of content/ by slug, as search has them. */
export const searchTopics = onceFor(
  (topics: readonly Topic[]): ReadonlyMap<string, SearchTopic> =>
    new Map(
      topics.map(({ slug, name, asks, names }) => [
        slug,
        { slug, name, phrases: asks, rivals: names },
      ]),
    ),
)

/** What search knows of an approved listing. Its topics are those that its name and description say. */
export function listingDocument(
  product: Omit<ProductDetail, 'tools'>,
  { examples, tools }: { examples: readonly string[]; tools: readonly CatalogTool[] },
  { topics }: Pick<CatalogTables, 'topics'>,
): SearchDocument {
  const { slug, name, description, overview, editorial_summary, proof } = product
  const { workflow_summary, qualification_statement } = product
  const texts = [overview, editorial_summary, workflow_summary, qualification_statement]
  return {
    kind: 'product',
    slug,
    name,
    aliases: [],
    topics: topicsIn(aboutOf(product), topics).map((topic) => topic.slug),
    examples,
    description,
    tools: tools.map((tool) => ({ slug: tool.slug, name: tool.name, aliases: tool.aliases })),
    body: texts.filter((text) => text !== null),
    useCase: verifiedUseCase(product),
    licence: proof?.licence ?? null,
    standing: [
      product.claim_review_status === 'verified' ? 2 : 0,
      Date.parse(proof?.last_activity ?? '1970-01-01'),
      product.view_count,
    ],
  }
}

/** What search knows of a listing of the catalogue. */
export function documentOf(
  listing: Listing,
  tables: Pick<CatalogTables, 'topics'>,
): SearchDocument {
  // Written by the contract's schema.
  const product = JSON.parse(listing.detail()) as ProductDetail
  return listingDocument(product, { examples: listing.asks(), tools: listing.tools() }, tables)
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
