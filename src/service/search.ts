import type { Published } from '#catalog/questions.ts'
import { limits } from '#contract/limits.ts'
import * as contract from '#contract/operations/search.ts'
import type { SearchResult } from '#contract/resources/search-result.ts'
import { cleanText } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import { searchKey } from '#core/search-key.ts'
import type { Entry } from '#search/open-index.ts'
import { readQuestion } from '#search/question.ts'
import { answers } from '#search/search.ts'
import { handling } from './answer.ts'
import { nothingFound, questionNote } from './question-note.ts'
import type { Reader } from './service.ts'

/** GET /search: products and tools for a query, best first. */
export const search = handling(
  contract.search,
  async ({ query: { q, limit, type } }, service: Reader) => {
    const query = cleanText(q)
    // The query has nothing to search for, for example only punctuation.
    if (searchKey(query) === '') return { status: 200, body: { results: [], query, total: 0 } }
    const published = await service.catalog.current()
    const { index } = published
    const question = readQuestion(index, query)
    const found = answers(index, question, { kind: type, limit: limits.search.max })
    const shown = found.slice(0, limit)
    const results = shown.map((entry) => resultOf(entry, published, service.urls))
    const notes = questionNote(question, shown, published, service.urls)
    if (results.length === 0) notes.unshift(nothingFound(index, query, type))
    const note = notes.length > 0 ? { note: notes.join(' ') } : {}
    return { status: 200, body: { results, query, total: found.length, ...note } }
  },
)

function resultOf(
  { kind, slug }: Entry,
  published: Pick<Published, 'product' | 'toolsBySlug'>,
  urls: Addresses,
): SearchResult {
  if (kind === 'tool') {
    const { name, description, icon } = published.toolsBySlug.get(slug)!
    const icon_url = icon === null ? null : urls.icon(icon)
    const images = { icon_url, favicon_url: null, screenshot_url: null }
    return { type: kind, slug, name, description, href: urls.tool(slug), ...images }
  }
  const { field } = published.product(slug)!
  return {
    type: kind,
    slug,
    name: field('name'),
    description: field('description'),
    href: urls.listing(slug),
    icon_url: null,
    favicon_url: field('favicon_url'),
    screenshot_url: field('screenshot_url'),
  }
}
