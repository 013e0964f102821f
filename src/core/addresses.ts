import type { ReportedFact } from '#contract/enums.ts'
import { mcp } from '#contract/mcp.ts'
import { apiRoot } from '#contract/api-version.ts'

/** Every URL of the site. `site` has no trailing slash. Decisions, Addresses. */
export function addresses(site: string) {
  const api = `${site}${apiRoot}`
  return {
    site,
    api,
    home: `${site}/`,
    search: `${site}/search`,
    names: `${site}/names.json`,
    products: `${site}/products`,
    recommend: `${site}/recommend`,
    detect: `${site}/detect`,
    stack: `${site}/stack`,
    compare: `${site}/compare`,
    favicon: `${site}/favicon.svg`,
    listing: (slug: string) => `${site}/product/${slug}`,
    /** The stack of a listing, as a CycloneDX file. */
    bom: (slug: string) => `${site}/product/${slug}.cdx.json`,
    tool: (slug: string) => `${site}/stack/${slug}`,
    /** The part of the page of all tools that has the tools of a category. */
    toolCategory: (slug: string) => `${site}/stack#${slug}`,
    /** Pages that list one facet. present/lists/facet-choice.ts spells the values for URLs. */
    useCase: (name: string) => `${site}/agents/${name}`,
    task: (name: string) => `${site}/tasks/${name}`,
    /** The page that links to all topics, use cases and tasks. */
    topics: `${site}/topics`,
    topic: (slug: string) => `${site}/topics/${slug}`,
    alternatives: (slug: string) => `${site}/alternatives/${slug}`,
    trends: `${site}/trends`,
    /** The newest issue of "State of the agent stack"; below it, each by its quarter. */
    state: `${site}/state`,
    /** How each MCP client is connected to the server. */
    connect: `${site}/connect`,
    founder: (slug: string) => `${site}/founders/${slug}`,
    weeklyIssue: (number: number) => `${site}/weekly/${number}`,
    badge: (slug: string) => `${site}/badge/${slug}.svg`,
    view: (slug: string) => `${site}/view/${slug}.gif`,
    icon: (file: string) => `${site}/icons/${file}`,
    openapi: `${api}/openapi`,
    schema: `${api}/schema`,
    changes: `${api}/changelog`,
    changelog: `${site}/changelog`,
    /** The feeds of one type of change, a key of `changeFilters` in present/lists/change.ts. */
    changesOf: (name: string) => `${site}/changelog/${name}`,
    product: (slug: string) => `${api}/products/${slug}`,
    docs: `${site}/docs`,
    /** A page of the documentation; `index` is /docs. */
    doc: (slug: string) => (slug === 'index' ? `${site}/docs` : `${site}/docs/${slug}`),
    operationDoc: (id: string) => `${site}/docs/api/${id.replaceAll('_', '-')}`,
    llms: `${site}/llms.txt`,
    agents: `${site}/.well-known/agents.json`,
    /** RFC 9727: a catalog of the site's APIs. */
    apiCatalog: `${site}/.well-known/api-catalog`,
    serverCard: `${site}${mcp.path}/server-card`,
    /** The registry of ARD, and the manifest that names it. */
    ard: `${site}/ard`,
    ardManifest: `${site}/.well-known/ard.json`,
    registryEntry: `${site}/server.json`,
    skills: `${site}/.well-known/agent-skills/index.json`,
    skill: (name: string) => `${site}/.well-known/agent-skills/${name}/SKILL.md`,
    openSearch: `${site}/opensearch.xml`,
    /** Suggests names that begin with a text, for the search box of a browser. */
    suggest: `${site}/suggest`,
    health: `${site}/api/health`,
    /** RFC 9116: security contacts. */
    security: `${site}/.well-known/security.txt`,
    privacy: `${site}/docs/privacy`,
    terms: `${site}/docs/terms`,
    llmsFull: `${site}/llms-full.txt`,
    mcp: `${site}${mcp.path}`,
    sitemap: `${site}/sitemap.xml`,
    /** The package of the command line. npx needs another address for each version. */
    cli: (version: string) => `${site}/cli/${version}.tgz`,
    about: `${site}/docs/about`,
    /** The public key that verifies the signature of the data manifest. */
    manifestKey: `${site}/.well-known/proofstack-key.json`,
    data: (file: string) => `${site}/data/${file}`,
    submit: `${api}/submit`,
    claims: `${api}/claims`,
    checkClaim: (id: string) => `${api}/claims/${id}/check`,
    submitForm: `${site}/submit`,
    /** Spec, POST /submit: "{base_url}/products/<slug>?email=<url-encoded submitter e-mail>". */
    reviewStatus: (slug: string, email: string) =>
      `${api}/products/${slug}?email=${encodeURIComponent(email)}`,
    /** `reviewStatus` as a URL template, for documents. */
    reviewStatusTemplate: `${api}/products/{slug}?email={email}`,
    /**
     * The page on which an owner manages a listing; the secret token proves ownership. Decisions,
     * Manage link.
     */
    manage: (token: string) => `${site}/manage/${encodeURIComponent(token)}`,
    claimForm: `${site}/claim`,
    claim: (id: string) => `${site}/claim/${id}`,
    manageForm: `${site}/manage`,
    /** The form that reports a wrong fact of a listing; a tool only for the facts about tools. */
    report: (slug: string, fact?: ReportedFact, tool?: string) =>
      `${site}/report?slug=${slug}${fact ? `&fact=${fact}` : ''}${tool ? `&tool=${tool}` : ''}`,
    reportForm: `${site}/report`,
    /** What became of a report. Its id cannot be guessed. */
    reportState: (id: string) => `${site}/report/${id}`,
    /** The status page of a submission. The URL contains the e-mail, as in the API. */
    status: (slug: string, email: string) =>
      `${site}/status?slug=${slug}&email=${encodeURIComponent(email)}`,
    statusForm: `${site}/status`,
    /** The pages of editors: what waits, and a case of it. */
    editor: `${site}/editor`,
    editorCase: (slug: string) => `${site}/editor/${slug}`,
    editorReports: `${site}/editor/reports`,
    confirmOwner: (token: string) => `${site}/confirm-owner?token=${encodeURIComponent(token)}`,
    mailOff: (token: string) => `${site}/mail-off?token=${encodeURIComponent(token)}`,
  }
}
/** The addresses as paths, for the links of pages. */
export const paths = addresses('')

/** All URLs of a site. */
export type Addresses = ReturnType<typeof addresses>
