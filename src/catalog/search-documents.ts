import type { ProductDetail } from '#contract/resources/product.ts'
import { verifiedUseCase } from '#core/claim.ts'
import { onceFor } from '#core/once.ts'
import type { Topic } from '#core/topics.ts'
import type { SearchDocument } from '#search/document.ts'
import { detailOf } from './listing-view.ts'
import type { CatalogTables, CatalogTool, Listing } from './questions.ts'

/** The topics by slug; the map is made once per list of topics. */
export const searchTopics = onceFor(
  (topics: readonly Topic[]): ReadonlyMap<string, Topic> =>
    new Map(topics.map((topic) => [topic.slug, topic])),
)

/** The search document of an approved listing. */
export function listingDocument(
  product: Omit<ProductDetail, 'tools'>,
  { examples, tools }: { examples: readonly string[]; tools: readonly CatalogTool[] },
): SearchDocument {
  const { slug, name, description, overview, editorial_summary, proof } = product
  const { workflow_summary, qualification_statement } = product
  const texts = [overview, editorial_summary, workflow_summary, qualification_statement]
  return {
    kind: 'product',
    slug,
    name,
    aliases: [],
    topics: product.topics,
    examples,
    description,
    tools: tools.map((tool) => ({ slug: tool.slug, name: tool.name, aliases: tool.aliases })),
    body: texts.filter((text) => text !== null),
    useCase: verifiedUseCase(product),
    licence: proof?.licence ?? null,
    isSunset: product.lifecycle.state === 'sunset',
    standing: [
      product.claim_review_status === 'verified' ? 2 : 0,
      Date.parse(proof?.last_activity ?? '1970-01-01'),
      product.view_count,
    ],
  }
}

/** The search document of a listing of the catalogue. */
export const documentOf = onceFor((listing: Listing) =>
  listingDocument(detailOf(listing), { examples: listing.examples(), tools: listing.tools() }),
)

/** The search document of a tool. */
export function toolDocument(
  tool: CatalogTool,
  { categories }: Pick<CatalogTables, 'categories'>,
): SearchDocument {
  const category = categories.find(({ slug }) => slug === tool.category)
  return {
    kind: 'tool',
    slug: tool.slug,
    name: tool.name,
    aliases: tool.aliases,
    topics: tool.topics,
    examples: tool.examples,
    description: tool.description ?? '',
    tools: [],
    body: category ? [category.name, category.description] : [],
    useCase: null,
    licence: null,
    standing: [0, 0, tool.product_count],
  }
}
