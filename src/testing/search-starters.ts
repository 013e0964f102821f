import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { loadContent } from '#content-files/load.ts'
import { topicsIn } from '#core/topics.ts'
import type { SearchDocument, SearchTopic } from '#search/document.ts'
import { openIndex } from '#search/open-index.ts'
import { indexSchema, indexWriter } from '#search/write-index.ts'

export type SearchContent = Awaited<ReturnType<typeof searchContent>>

/** The starter content as search has it. Until topics are a field of the files they are derived. */
export async function searchContent(root = path.resolve(import.meta.dirname, '../..')) {
  const content = await loadContent(root)
  const topics = new Map<string, SearchTopic>(
    content.topics.map(({ slug, name, asks, names }) => [
      slug,
      { slug, name, phrases: asks, rivals: names },
    ]),
  )
  const tools = new Map(content.tools.map((tool) => [tool.slug, tool.value]))
  const categories = new Map(content.categories.map((category) => [category.slug, category]))
  const products = content.listings.map(({ slug, value }): SearchDocument => ({
    kind: 'product',
    slug,
    name: value.name,
    aliases: [],
    topics: topicsIn(`${value.name} | ${value.description}`, content.topics).map((one) => one.slug),
    examples: value.asks,
    description: value.description,
    tools: value.tools.map((tool) => ({
      slug: tool,
      name: tools.get(tool)!.name,
      aliases: tools.get(tool)!.aliases,
    })),
    body: [
      value.overview,
      value.editorial_summary,
      value.workflow_summary,
      value.qualification_statement,
    ].filter((text) => text != null),
    useCase: value.claim_review_status === 'verified' ? value.agent_use_case : null,
    licence: value.source?.licence ?? null,
    standing: [value.claim_review_status === 'verified' ? 2 : 0, Date.parse(value.approved_at), 0],
  }))
  const described = content.tools.map(({ slug, value }): SearchDocument => {
    const said = topicsIn(`${value.name} ${value.description}`, content.topics)
    const ofCategory = content.topics.filter((one) => one.categories.includes(value.category))
    return {
      kind: 'tool',
      slug,
      name: value.name,
      aliases: value.aliases,
      topics: [...new Set([...said, ...ofCategory])].map((one) => one.slug),
      examples: value.asks,
      description: value.description,
      tools: [],
      body: [categories.get(value.category)!.name, categories.get(value.category)!.description],
      useCase: null,
      licence: null,
      standing: [
        0,
        0,
        products.filter((one) => one.tools.some((tool) => tool.slug === slug)).length,
      ],
    }
  })
  return { documents: [...products, ...described], topics, useCases: content.useCases }
}

/** An index of some documents, in memory. */
export function indexOf(
  documents: readonly SearchDocument[],
  topics: ReadonlyMap<string, SearchTopic> = new Map(),
  database = new DatabaseSync(':memory:'),
) {
  database.exec(indexSchema)
  database.exec('begin')
  const writer = indexWriter(database, topics)
  for (const document of documents) writer.add(document)
  writer.finish()
  database.exec('commit')
  return openIndex(database)
}
