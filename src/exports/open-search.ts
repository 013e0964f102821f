import type { Addresses } from '#core/addresses.ts'
import { escaped } from './sitemap.ts'

/**
 * The content of /opensearch.xml (OpenSearch 1.1), by which browsers offer to search the directory
 * from their address bar.
 */
export function openSearch(to: Addresses): string {
  const url = (type: string, template: string) =>
    `  <Url type="${type}" template="${escaped(template)}"/>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Proofstack</ShortName>
  <Description>Agent products and the tools they are built with</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${escaped(to.favicon)}</Image>
${url('text/html', `${to.search}?q={searchTerms}`)}
${url('application/x-suggestions+json', `${to.suggest}?q={searchTerms}`)}
${url('application/json', `${to.api}/search?q={searchTerms}`)}
</OpenSearchDescription>
`
}
