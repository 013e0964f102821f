import type { AgentUseCase } from '#contract/enums.ts'
import { searchKey } from './search-key.ts'
import { useCaseWord } from './use-case.ts'

/** What a search looks at for one tool or product. Texts are folded; A weighs most, D least. */
export interface SearchDocument {
  name_key: string
  keys: string[]
  texts: { A: string; B: string; C: string; D: string }
}

/** A tool: its name over its category and description. */
export function toolDocument(tool: {
  slug: string
  name: string
  description: string | null
  aliases: readonly string[]
}): SearchDocument {
  const spellings = [tool.name, tool.slug, ...tool.aliases]
  return {
    name_key: searchKey(tool.name),
    keys: [...new Set(spellings.map((text) => searchKey(text)))],
    texts: { A: folded(...spellings), B: '', C: folded(tool.description), D: '' },
  }
}

/** A product: name over tools over description over overview (decision, Search). */
export function productDocument(product: {
  slug: string
  name: string
  description: string
  overview: string | null
  workflow_summary: string | null
  qualification_statement: string | null
  agent_use_case: AgentUseCase | null
  tools: readonly { name: string; aliases: readonly string[] }[]
}): SearchDocument {
  const tools = product.tools.flatMap(({ name, aliases }) => [name, ...aliases])
  return {
    name_key: searchKey(product.name),
    keys: [...new Set([product.name, product.slug].map((text) => searchKey(text)))],
    texts: {
      A: folded(product.name, product.slug),
      B: folded(...tools),
      C: folded(
        product.description,
        product.agent_use_case,
        product.agent_use_case && useCaseWord(product.agent_use_case),
      ),
      D: folded(product.overview, product.workflow_summary, product.qualification_statement),
    },
  }
}

function folded(...texts: (string | null)[]): string {
  return texts.flatMap((text) => (text === null ? [] : [searchKey(text, ' ')])).join(' ')
}
