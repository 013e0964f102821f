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
export const documentVersion = 5

/**
 * What a search looks at for one tool or product. Texts are folded; A weighs most, D least. What
 * people ask for weighs as much as B, each word once: thirty phrases say the same words over and over.
 */
export interface SearchDocument {
  name_key: string
  keys: string[]
  texts: { A: string; B: string; C: string; D: string; asks: string }
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
      B: '',
      C: folded(tool.description, categoryWord(tool.category)),
      D: '',
      asks: onceEach(folded(...tool.asks)),
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
      B: folded(...tools),
      C: folded(...searchedWith('C').map((name) => product[name]), useCase && useCaseWord(useCase)),
      D: folded(...searchedWith('D').map((name) => product[name])),
      asks: onceEach(folded(...searchedWith('B').flatMap((name) => product[name]))),
    },
    version: documentVersion,
  }
}

function folded(...texts: (string | null)[]): string {
  return texts.flatMap((text) => (text === null ? [] : [searchKey(text, ' ')])).join(' ')
}

const onceEach = (text: string) => [...new Set(text.split(' '))].join(' ')
