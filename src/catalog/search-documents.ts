import type { ProductDetail } from '#contract/resources/product.ts'
import { verifiedUseCase } from '#core/claim.ts'
import { onceFor } from '#core/once.ts'
import type { Topic } from '#core/topics.ts'
import { isEnded, isIdle, successorOf } from '#present/product/lifecycle-words.ts'
import type { SearchDocument } from '#search/document.ts'
import { detailOf } from './listing-view.ts'
import type { Listing } from './questions.ts'
import type { CatalogTables, CatalogTool } from './tables.ts'

/** The topics by slug; the map is made once per list of topics. */
export const searchTopics = onceFor(
  (topics: readonly Topic[]): ReadonlyMap<string, Topic> =>
    new Map(topics.map((topic) => [topic.slug, topic])),
)

/** The search document of an approved listing. */
export function listingDocument(
  product: Omit<ProductDetail, 'tools'>,
  of: {
    domain: string
    examples: readonly string[]
    tools: readonly CatalogTool[]
    worksWith: readonly CatalogTool[]
  },
): SearchDocument {
  const { examples, tools, worksWith } = of
  const life = isEnded(product) ? 'ended' : isIdle(product) ? 'idle' : undefined
  const { slug, name, description, overview, editorial_summary, proof, lifecycle } = product
  const { workflow_summary, qualification_statement } = product
  const texts = [overview, editorial_summary, workflow_summary, qualification_statement]
  return {
    kind: 'product',
    slug,
    name,
    aliases: [
      ...product.facts.flatMap(({ fact, value }) => (fact === 'former_name' ? [value] : [])),
      // What was shut down is found by the name of what follows it, too.
      ...(life === 'ended' ? [successorOf(lifecycle)?.name.split(',')[0] ?? ''] : []),
    ],
    topics: product.topics,
    examples,
    description,
    tools,
    worksWith: worksWith.map((tool) => tool.slug),
    body: texts.filter((text) => text !== null),
    useCase: verifiedUseCase(product),
    licence: proof?.licence ?? null,
    addresses: [of.domain, ...(proof ? [proof.repository.replace(/^https:\/\//, '')] : [])],
    hosting: product.facts.flatMap(({ fact, value }) => (fact === 'hosting' ? [value] : [])),
    life,
    standing: [
      product.claim_review_status === 'verified' ? 2 : 0,
      Date.parse(proof?.last_activity ?? '1970-01-01'),
      product.view_count,
    ],
  }
}

/** The search document of a listing of the catalogue. */
export const documentOf = onceFor((listing: Listing) =>
  listingDocument(detailOf(listing), {
    domain: listing.domain,
    examples: listing.examples(),
    tools: listing.tools(),
    worksWith: listing.worksWith(),
  }),
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
