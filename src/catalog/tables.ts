import type { CodeHost } from '#core/domain-name.ts'
import type { ToolPackages } from '#core/tool-packages.ts'
import type { Topic } from '#core/topics.ts'
import type { UseCaseAliases } from '#core/use-case.ts'
import type { TaskRule } from '#present/lists/browse.ts'
import type { ToolRecord } from '#present/present.ts'

/**
 * A tool of the catalogue. `product_count` counts the listings that are approved in this snapshot.
 */
export type CatalogTool = ToolRecord &
  ToolPackages & { homepage: string; aliases: string[]; topics: string[]; examples: string[] }

/** The small tables that are published with the listings, from content/. */
export interface CatalogTables {
  categories: { slug: string; name: string; description: string }[]
  tasks: (TaskRule & { name: string })[]
  codeHosts: CodeHost[]
  useCases: UseCaseAliases[]
  topics: readonly Topic[]
  /**
   * Introductions by editors to the pages of single facets; `facet` is a path such as
   * `use/research`.
   */
  landingPages: { facet: string; title: string; text: string }[]
}
