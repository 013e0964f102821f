import { cleanText } from '#contract/text.ts'
import { limits } from '#contract/limits.ts'
import { nearNames } from '#search/search.ts'
import type { Service } from '#service/service.ts'
import { readOnly } from './answer.ts'
import { guarded } from './guarded.ts'

const mostSuggestions = 8

/**
 * /suggest?q=…: names for the address bar of a browser, in the form of OpenSearch Suggestions 1.1: the
 * text, and the names.
 */
export function suggest(service: Service): (context: { request: Request }) => Promise<Response> {
  return ({ request }) =>
    guarded(service, 'suggest', request, async () => {
      const refused = readOnly(request)
      if (refused) return refused
      const asked = new URL(request.url).searchParams.get('q') ?? ''
      const text = cleanText(asked.slice(0, limits.search_query))
      const { index, product, toolsBySlug } = await service.catalog.current()
      const found = text === '' ? [] : nearNames(index, text, { limit: mostSuggestions })
      const names = found.map(({ kind, slug }) =>
        kind === 'tool' ? toolsBySlug.get(slug)!.name : product(slug)!.field('name'),
      )
      const body = JSON.stringify([asked, [...new Set(names)]])
      const headers = {
        'content-type': 'application/x-suggestions+json; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
      }
      return new Response(request.method === 'HEAD' ? null : body, { headers })
    })
}
