import type { Addresses } from '#core/addresses.ts'

/**
 * How the catalogue is sent. RFC 9727, 4 and 4.2: a linkset (RFC 9264) that names the RFC as its
 * profile.
 */
export const apiCatalogType =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

const json = 'application/json'
const html = 'text/html'

/**
 * /.well-known/api-catalog, RFC 9727: which APIs are on this host, and for each where it is
 * described. The relations are those of RFC 8631.
 */
export function apiCatalog(to: Addresses) {
  const meta = [{ href: to.agents, type: json }]
  return {
    linkset: [
      { anchor: to.apiCatalog, item: [{ href: to.api }, { href: to.mcp }] },
      {
        anchor: to.api,
        'service-desc': [{ href: to.openapi, type: json }],
        'service-doc': [{ href: to.docs, type: html }],
        'service-meta': [...meta, { href: to.schema, type: json }],
        status: [{ href: to.health, type: json }],
      },
      {
        anchor: to.mcp,
        'service-doc': [{ href: to.doc('mcp'), type: html }],
        'service-meta': meta,
      },
    ],
  }
}
