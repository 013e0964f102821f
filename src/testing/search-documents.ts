import { randomUUID } from 'node:crypto'
import { productDocument } from '#core/search-document.ts'
import { searchKey } from '#core/search-key.ts'
import type { setSearchDocuments } from '#db/search.ts'

type Document = Parameters<typeof setSearchDocuments>[1][number]

/** What the search knows of a product with this name. */
export function searchable(
  name: string,
  more: Partial<Parameters<typeof productDocument>[0]> & { view_count?: number } = {},
): Document {
  const { view_count = 0, slug = searchKey(name, '-') } = more
  const nothing = {
    overview: null,
    workflow_summary: null,
    qualification_statement: null,
    agent_use_case: null,
    claim_review_status: null,
    asks: [],
    tools: [],
  }
  const document = productDocument({
    ...nothing,
    description: 'Does something.',
    ...more,
    slug,
    name,
  })
  return { kind: 'product', id: randomUUID(), slug, name, view_count, ...document }
}
