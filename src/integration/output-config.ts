import { addedTool, choiceKeys } from '#present/facet-choice.ts'
import { cachePolicies } from '#contract/operation.ts'
import { apiCatalogType } from '#exports/api-catalog.ts'
import { aiCatalogType, serverCardType } from '#exports/mcp-discovery.ts'
import { downloadFile } from '#exports/bulk-files.ts'
import type { Route, Rule } from '#hosting/route.ts'
import { markdownRoutes, withHeaders } from './markdown-routes.ts'

/** The CSP of all pages: no inline scripts or styles, and no other hosts. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

// Browsers only use TLS for a year after a visit. RFC 6797, 7.2: not sent without TLS. Not for subdomains,
// which may belong to other services.
const transportSecurity = { 'strict-transport-security': 'max-age=31536000' }

// Static JSON without an extension. The build does not keep the headers of prerendered answers.
const staticJson = '^/api/v1/(?:tools|schema|openapi)$'

// Files for programs of any origin, cached like the static answers of the API.
const openFile = {
  'cache-control': cachePolicies.revalidated,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag',
}

/** Folders of lists with feeds. */
const listsWithFeeds = 'stack|stack/category|agents|agents/[^/]+/with|tasks|kinds|for|proof|licence'

/**
 * Adds headers and routes to config.json that the adapter does not write. `files` are the paths of the
 * static files of the build.
 */
export function withOurRoutes(
  config: { routes: Route[] },
  files: readonly string[],
  to: { api: string; site: string },
): { routes: Route[] } {
  const ours: Route[] = [
    withHeaders('^/.*$', {
      ...pageHeaders,
      ...(to.site.startsWith('https:') ? transportSecurity : {}),
    }),
    // The home page and every answer of the API link to the descriptions.
    withHeaders('^/(?:api/v1(?:/.*)?)?$', { link: discoveryLinks(to) }),
    // Files have no parameters, so a filtered list is answered by the function.
    ...['sort', 'page', addedTool, ...choiceKeys].map((key): Route => ({
      src: '^/products$',
      has: [{ type: 'query', key }],
      dest: '_render',
    })),
    ...markdownRoutes(files, to.site),
    withHeaders('^/(?:\\.well-known/agents|(?:data|schemas)/[a-z0-9.-]+)\\.json$', openFile),
    // RFC 9727, 2: an answer to HEAD must have the link.
    withHeaders('^/\\.well-known/api-catalog$', {
      ...openFile,
      'content-type': apiCatalogType,
      link: catalogLink(to.site),
    }),
    withHeaders('^/product/[a-z0-9-]+\\.cdx\\.json$', {
      ...openFile,
      'content-type': 'application/vnd.cyclonedx+json; version=1.6',
    }),
    withHeaders('^/mcp/server-card$', { ...openFile, 'content-type': serverCardType }),
    withHeaders('^/\\.well-known/ai-catalog\\.json$', {
      ...openFile,
      'content-type': aiCatalogType,
    }),
    withHeaders(
      '^/(?:\\.well-known/(?:agent-skills/index|proofstack-key)\\.json|server\\.json|data/index\\.json\\.sig)$',
      openFile,
    ),
    withHeaders('^/opensearch\\.xml$', {
      'content-type': 'application/opensearchdescription+xml; charset=utf-8',
    }),
    withHeaders('^/data/[a-z0-9.-]+\\.ndjson$', {
      ...openFile,
      'content-type': 'application/x-ndjson; charset=utf-8',
    }),
    withHeaders('^/data/[a-z0-9.-]+\\.sqlite$', {
      ...openFile,
      'content-type': downloadFile.media_type,
    }),
    withHeaders('^/llms(?:-full)?\\.txt$', { 'access-control-allow-origin': '*' }),
    withHeaders(staticJson, {
      ...openFile,
      'content-type': 'application/json; charset=utf-8',
      'access-control-expose-headers': 'etag, link',
    }),
    ...Object.entries({ atom: 'atom+xml', json: 'feed+json' }).map(([ending, type]) =>
      withHeaders(`^/(?:changelog|(?:${listsWithFeeds})/[^/]+)\\.${ending}$`, {
        'content-type': `application/${type}; charset=utf-8`,
      }),
    ),
    // The names contain a hash of the content, so the files can be cached forever.
    withHeaders('^/(?:og/[^/]+\\.png|icons/tools\\.[^/]+\\.svg)$', {
      'cache-control': 'public, max-age=31536000, immutable',
    }),
    { src: '^/(privacy|terms)$', status: 308, headers: { location: '/docs/$1' } },
    // Static files have no methods: other methods go to the function, which answers 204 or 405 as JSON.
    { src: staticJson, methods: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], dest: '_render' },
  ]
  const kept = config.routes
    // Unused endpoints of image optimisation and server islands, which answer 500 to invalid requests.
    .filter((route) => !isRule(route) || !/^\^\/_(?:image|server-islands)/.test(route.src))
    // "//evil.example/" must not become a Location of "//evil.example".
    .map((route) =>
      isRule(route) && route.status === 308 && route.src === '^/(.*)/$'
        ? { ...route, src: '^/([^/\\\\].*)/$' }
        : route,
    )
  const at = kept.findIndex((route) => !isRule(route) && route.handle === 'filesystem')
  if (at < 0) throw new Error('config.json has no filesystem handle; the adapter has changed')
  return {
    ...config,
    routes: [...kept.slice(0, at), ...ours, kept[at]!, ...withoutFile, ...kept.slice(at + 1)],
  }
}

/** Redirects for addresses that may have been files of an earlier build. */
const withoutFile: Route[] = [
  // docs/compatibility: "Addresses of listings, tools and feeds stay, or redirect." A use case with a
  // tool has a page and feeds while enough listings have both.
  {
    src: '^/agents/([a-z-]+)/with/[a-z0-9-]+(\\.atom|\\.json)?$',
    status: 307,
    headers: { location: '/agents/$1$2' },
  },
]

// Spec, GET /tools: "discovery links to the lightweight schema, the OpenAPI document and the llms
// manifest". Decision 33, Discovery, adds the documentation; agents.json names all else.
function discoveryLinks({ api, site }: { api: string; site: string }): string {
  return [
    `<${api}/schema>; rel="describedby"`,
    `<${api}/openapi>; rel="service-desc"`,
    `<${site}/docs>; rel="service-doc"`,
    `<${site}/llms.txt>; rel="alternate"; type="text/plain"`,
    `<${site}/.well-known/agents.json>; rel="service-meta"`,
    catalogLink(site),
  ].join(', ')
}

function catalogLink(site: string): string {
  return `<${site}/.well-known/api-catalog>; rel="api-catalog"`
}

function isRule(route: Route): route is Rule {
  return !('handle' in route)
}
