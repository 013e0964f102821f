import { type ProductColumns, type Searched, searchedWith } from '#contract/product-shapes.ts'
import { verifiedUseCase } from './claim.ts'
import { searchKey } from './search-key.ts'
import { categoryWord } from './topics.ts'
import { useCaseWord } from './use-case.ts'

/**
 * Goes up whenever this file, the folding of search keys or the trust points change what is written
 * for the same listing: the next sync makes all documents of another version again. A test holds a
 * hash of a fixed sample against it.
 */
export const documentVersion = 4

/** What a search looks at for one tool or product. Texts are folded; A weighs most, D least. */
export interface SearchDocument {
  name_key: string
  keys: string[]
  texts: { A: string; B: string; C: string; D: string }
  version: number
}

/** A tool: its name over its category and description, over what people ask for who need it. */
export function toolDocument(tool: {
  slug: string
  name: string
  description: string | null
  category: string
  aliases: readonly string[]
  asks: readonly string[]
}): SearchDocument {
  const spellings = [tool.name, tool.slug, ...tool.aliases]
  return {
    name_key: searchKey(tool.name),
    keys: [...new Set(spellings.map((text) => searchKey(text)))],
    texts: {
      A: folded(...spellings),
      B: folded(...tool.asks),
      C: folded(tool.description, categoryWord(tool.category)),
      D: '',
    },
    version: documentVersion,
  }
}

/**
 * A product: name over description over tools and what people ask for who need it, over overview
 * (decisions Search and 0026). Its use case counts when its claim is verified (decision, Recommend).
 */
export function productDocument(
  product: Pick<ProductColumns, Searched | 'agent_use_case' | 'claim_review_status'> & {
    tools: readonly { name: string; aliases: readonly string[] }[]
  },
): SearchDocument {
  const useCase = verifiedUseCase(product)
  const tools = product.tools.flatMap(({ name, aliases }) => [name, ...aliases])
  return {
    name_key: searchKey(product.name),
    keys: [...new Set([product.name, product.slug].map((text) => searchKey(text)))],
    texts: {
      A: folded(...searchedWith('A').map((name) => product[name])),
      B: folded(...tools, ...searchedWith('B').flatMap((name) => product[name])),
      C: folded(...searchedWith('C').map((name) => product[name]), useCase && useCaseWord(useCase)),
      D: folded(...searchedWith('D').map((name) => product[name])),
    },
    version: documentVersion,
  }
}

function folded(...texts: (string | null)[]): string {
  return texts.flatMap((text) => (text === null ? [] : [searchKey(text, ' ')])).join(' ')
}
