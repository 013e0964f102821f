import type { Service } from '#service/service.ts'
import { suggestNames } from '#service/suggest-names.ts'
import { reading } from './guarded.ts'

/**
 * GET /suggest?q=…: names for the address bar of a browser. The format is that of OpenSearch
 * Suggestions 1.1: a list of the typed text and the suggested names.
 */
export const suggest = (service: Service) =>
  reading(service, 'picture_reads', async (request) => {
    const typed = new URL(request.url).searchParams.get('q') ?? ''
    const body = JSON.stringify([typed, await suggestNames(typed, service)])
    const headers = {
      'content-type': 'application/x-suggestions+json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    }
    return new Response(request.method === 'HEAD' ? null : body, { headers })
  })
