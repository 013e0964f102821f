import { serverCardType } from '#contract/mcp.ts'
import type { Addresses } from '#core/addresses.ts'

/**
 * The media type of the API catalogue. RFC 9727, sections 4 and 4.2: a linkset (RFC 9264) whose
 * profile is the URL of RFC 9727.
 */
export const apiCatalogType =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/**
 * The content of /.well-known/api-catalog (RFC 9727): the APIs of this site with the URLs of their
 * descriptions. The link relations are from RFC 8631.
 */
export function apiCatalog(to: Addresses) {
  const json = (href: string) => ({ href, type: 'application/json' })
  const html = (href: string) => ({ href, type: 'text/html' })
  return {
    linkset: [
      { anchor: to.apiCatalog, item: [{ href: to.api }, { href: to.mcp }] },
      {
        anchor: to.api,
        'service-desc': [json(to.openapi)],
        'service-doc': [html(to.docs)],
        'service-meta': [json(to.agents), json(to.schema)],
        status: [json(to.health)],
      },
      {
        anchor: to.mcp,
        'service-doc': [html(to.doc('mcp'))],
        'service-meta': [json(to.agents), { href: to.serverCard, type: serverCardType }],
      },
    ],
  }
}
