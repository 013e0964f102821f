import { serverCardType } from './mcp-discovery.ts'
import type { Addresses } from '#core/addresses.ts'

/** RFC 9727, 4 and 4.2: a linkset (RFC 9264) that names the RFC as its profile. */
export const apiCatalogType =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/**
 * /.well-known/api-catalog, RFC 9727: the APIs of this host with the addresses of their descriptions.
 * The relations are from RFC 8631.
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
