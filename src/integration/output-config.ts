import { addedTool, choiceKeys } from '#present/lists/facet-choice.ts'
import { cachePolicies } from '#contract/operation.ts'
import { wantsJsonPattern, wantsMarkdownPattern } from '#core/wanted-type.ts'
import { apiCatalogType } from '#exports/api-catalog.ts'
import { serverCardType } from '#contract/mcp.ts'
import { ardType } from '#exports/mcp-discovery.ts'
import { downloadFile } from '#exports/bulk-files.ts'
import type { Route, Rule } from '#hosting/route.ts'
import { anyOrigin, markdownRoutes, withHeaders } from './markdown-routes.ts'
import { openFilesPattern } from './open-files.ts'

/** The CSP of all pages: no inline scripts or styles, and nothing from other origins. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
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

// After a visit, browsers use only TLS for a year. RFC 6797, 7.2 forbids the header without TLS.
// Subdomains are not included, because they may belong to other services.
const transportSecurity = { 'strict-transport-security': 'max-age=31536000' }

// Paths of static JSON files without an extension. They need their type from a route, because the
// build does not keep the headers of prerendered answers.
const staticJson = '^/api/v1/(?:tools|topics|schema|openapi)$'

// Headers of files for programs on any origin, which are cached like the static answers of the API.
const openFile = { 'cache-control': cachePolicies.revalidated, ...anyOrigin }
const openFileOf = (type: string) => ({ ...openFile, 'content-type': type })

// For files whose name has a hash of the content.
const forever = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Folders in which each list has an Atom feed and a JSON feed. */
const listsWithFeeds = 'changelog|product|stack|topics|agents|tasks'

/**
 * Adds our headers and routes to config.json, which the adapter has written. `files` are the paths
 * of the static files of the build.
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
    // The home page and every answer of the API link to the descriptions of the API.
    withHeaders('^/(?:api/v1(?:/.*)?)?$', { link: discoveryLinks(to) }),
    // A static file cannot depend on query parameters, so the function answers filtered lists.
    ...['sort', 'page', addedTool, ...choiceKeys].map((key): Route => ({
      src: '^/products$',
      has: [{ type: 'query', key }],
      dest: '_render',
    })),
    ...markdownRoutes(files, to.site),
    withHeaders('^/(?:\\.well-known/agents|(?:data|schemas)/[a-z0-9.-]+)\\.json$', openFile),
    // RFC 9727, section 2: the answer to HEAD must have this Link header.
    withHeaders('^/\\.well-known/api-catalog$', {
      ...openFileOf(apiCatalogType),
      link: catalogLink(to.site),
    }),
    withHeaders(
      '^/\\.well-known/http-message-signatures-directory$',
      openFileOf('application/http-message-signatures-directory+json'),
    ),
    withHeaders(
      '^/product/[a-z0-9-]+\\.cdx\\.json$',
      openFileOf('application/vnd.cyclonedx+json; version=1.6'),
    ),
    withHeaders('^/cli/[a-z0-9.-]+\\.tgz$', forever),
    withHeaders('^/mcp/server-card$', openFileOf(serverCardType)),
    withHeaders('^/\\.well-known/(?:ard|ai-catalog)\\.json$', openFileOf(ardType)),
    withHeaders(
      '^/(?:\\.well-known/(?:agent-skills/index|proofstack-key)\\.json|server\\.json|data/index\\.json\\.sig)$',
      openFile,
    ),
    withHeaders('^/opensearch\\.xml$', {
      'content-type': 'application/opensearchdescription+xml; charset=utf-8',
    }),
    withHeaders('^/data/[a-z0-9.-]+\\.ndjson$', openFileOf('application/x-ndjson; charset=utf-8')),
    withHeaders('^/data/[a-z0-9.-]+\\.sqlite$', openFileOf(downloadFile.media_type)),
    withHeaders('^/llms(?:-full)?\\.txt$', anyOrigin),
    withHeaders(staticJson, {
      ...openFileOf('application/json; charset=utf-8'),
      'access-control-expose-headers': 'etag, link',
    }),
    ...Object.entries({ atom: 'atom+xml', json: 'feed+json' }).map(([ending, type]) =>
      withHeaders(`^/(?:changelog|trends|(?:${listsWithFeeds})/[^/]+)\\.${ending}$`, {
        'content-type': `application/${type}; charset=utf-8`,
      }),
    ),
    // Every list shows a dozen icons, and they rarely change.
    withHeaders('^/icons/[^/]+$', { 'cache-control': 'public, max-age=86400' }),
    withHeaders('^/(?:og/[^/]+\\.png|icons/[^/]+\\.[0-9a-f]{12}\\.svg)$', forever),
    ...redirects,
    // Files have no handlers for methods: the function answers these by 204 or a 405 as JSON.
    { src: staticJson, methods: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], dest: '_render' },
    // A browser asks for permission before it sends If-None-Match to another origin. A route with a
    // status and without `dest` would not stop the file from being served.
    { src: openFilesPattern, methods: ['OPTIONS'], dest: '_render' },
  ]
  const routes = config.routes.flatMap((route): Route[] => {
    if ('handle' in route) return [...ours, route, ...withoutFile]
    // Removes the adapter's endpoints of image optimisation and server islands. They are unused
    // here, and answer 500 to invalid requests.
    if (/^\^\/_(?:image|server-islands)/.test(route.src)) return []
    // The adapter's redirect removes a trailing slash. It must not turn the path "//evil.example/"
    // into the Location "//evil.example", which is another site.
    if (route.status === 308 && route.src === '^/(.*)/$')
      return [{ ...route, src: '^/([^/\\\\].*)/$' }]
    return route.dest === '/404.html' ? [...notFoundForPrograms, route] : [route]
  })
  if (!routes.includes(ours[0]!))
    throw new Error('config.json has no filesystem handle; the adapter has changed')
  return { ...config, routes }
}

const redirects = Object.entries({
  '/(privacy|terms)': '/docs/$1',
  // A former address that sites of owners name.
  '/badge/([a-z0-9-]+)\\.json': '/badge/$1.svg',
  // Addresses that people guess.
  '/ard': '/docs/ard',
  '/docs/api': '/docs',
  '/connect/([a-z-]+)': '/connect#$1',
  // Pages and feeds that were withdrawn. Page docs/compatibility: "Addresses of listings, tools and
  // feeds stay, or redirect."
  '/about(\\.md)?': '/docs/about$1',
  '/agents': '/topics#use-cases',
  '/agents/([a-z-]+)/with/[a-z0-9-]+(\\.atom|\\.json)?': '/agents/$1$2',
  '/changelog/(?:listed|claims|weekly)': '/changelog#listed',
  '/compare/pairs': '/compare',
  '/compare/([a-z0-9-]+)/([a-z0-9-]+)': '/compare?slugs=$1,$2',
  '/editorial(\\.md)?': '/docs/review$1',
  '/founders(\\.md)?': '/products$1',
  '/most-wanted': '/submit',
  '/stack/category/[a-z0-9-]+(\\.atom|\\.json)': '/changelog$1',
  '/stack/category/([a-z0-9-]+)': '/stack#$1',
  '/stack/category/([a-z0-9-]+)/(\\d+)': '/products?category=$1&page=$2',
  '/stats(\\.md)?': '/trends$1',
  '/tasks': '/topics#tasks',
  '/data(\\.md)?': '/docs/data-access$1',
  '/(?:kinds|for|proof|licence)/[a-z-]+(\\.atom|\\.json)': '/changelog$1',
  '/kinds/([a-z-]+)': '/products?kind=$1',
  '/kinds/([a-z-]+)/(\\d+)': '/products?kind=$1&page=$2',
  '/(for|proof|licence)/([a-z-]+)': '/products?$1=$2',
  '/(for|proof|licence)/([a-z-]+)/(\\d+)': '/products?$1=$2&page=$3',
  '/weekly(\\.md)?': '/changelog$1',
}).map(([from, location]): Rule => ({ src: `^${from}$`, status: 308, headers: { location } }))

/** Answers for paths that an earlier build or version had. */
const withoutFile: Rule[] = [
  // The files of each day, which were withdrawn.
  {
    src: '^/data/(?:days\\.json|\\d{4}-\\d\\d-\\d\\d/[^/]+)$',
    dest: '/410.json',
    status: 410,
    headers: openFile,
  },
  // A very large build has no feeds of its older listings; the changelog has their changes.
  {
    src: '^/product/[a-z0-9-]+(\\.atom|\\.json)$',
    status: 307,
    headers: { location: '/changelog$1' },
  },
  // npx asks the address of a package at each run. One that a former build had leads to that of now.
  {
    src: '^/cli/[a-z0-9.-]+\\.tgz$',
    status: 307,
    headers: { location: '/cli.tgz', 'cache-control': 'no-cache' },
  },
]

/**
 * The routes before that of the 404 page. They answer programs in the media type they prefer, and
 * replace what the routes of files say of the type and the time in caches.
 */
const notFoundForPrograms: Route[] = [
  withHeaders('^/.*$', {
    vary: 'Accept',
    'cache-control': cachePolicies.never,
    'content-type': 'text/html; charset=utf-8',
  }),
  ...[
    { dest: '/404.md', value: wantsMarkdownPattern, type: 'text/markdown' },
    { dest: '/404.json', value: wantsJsonPattern, type: 'application/json' },
  ].map(({ dest, value, type }): Route => ({
    src: '^/.*$',
    has: [{ type: 'header', key: 'accept', value }],
    headers: { 'content-type': `${type}; charset=utf-8` },
    dest,
    status: 404,
  })),
]

// The Link header. Spec, GET /tools: "discovery links to the lightweight schema, the OpenAPI
// document and the llms manifest". Decisions, Discovery, adds the documentation. agents.json
// lists everything else.
function discoveryLinks({ api, site }: { api: string; site: string }): string {
  return [
    `<${api}/schema>; rel="describedby"`,
    `<${api}/openapi>; rel="service-desc"`,
    `<${site}/docs>; rel="service-doc"`,
    `<${site}/llms.txt>; rel="alternate"; type="text/plain"`,
    `<${site}/.well-known/agents.json>; rel="service-meta"`,
    `<${site}/.well-known/ard.json>; rel="ard"`,
    catalogLink(site),
  ].join(', ')
}

function catalogLink(site: string): string {
  return `<${site}/.well-known/api-catalog>; rel="api-catalog"`
}

/**
 * The memory of the function in MB, which every plan of the platform allows. With 10,000 listings
 * it uses 75 MB after its first answer.
 * https://vercel.com/docs/functions/configuring-functions/memory
 */
const memory = 1_024

/** The adapter's settings of the function, with our memory and, if given, its region. */
export function withOurFunction(config: object, region: string | undefined) {
  return { ...config, memory, ...(region === undefined ? {} : { regions: [region] }) }
}

/**
 * The calls that the platform schedules in production: one a day, the most that its smallest plan
 * allows. Due jobs also run after submissions and editors' decisions.
 */
export const crons = [{ path: '/api/cron', schedule: '0 6 * * *' }] as const
