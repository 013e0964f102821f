import { mcp } from '#contract/mcp.ts'
import { apiRoot } from '#contract/api-version.ts'

/**
 * Every address that the service names, in one place. Decision, Addresses. `site` has no trailing
 * slash.
 */
export function addresses(site: string) {
  const api = `${site}${apiRoot}`
  return {
    site,
    api,
    home: `${site}/`,
    search: `${site}/search`,
    /** The names that are found while somebody types: core/names-index.ts. */
    names: `${site}/names.json`,
    products: `${site}/products`,
    recommend: `${site}/recommend`,
    /** What a project is built with, by its manifests. */
    detect: `${site}/detect`,
    stack: `${site}/stack`,
    compare: `${site}/compare`,
    comparePairs: `${site}/compare/pairs`,
    /** A pair that has a page of its own; the first slug is the first in the alphabet. */
    comparePair: (first: string, second: string) => `${site}/compare/${first}/${second}`,
    weekly: `${site}/weekly`,
    favicon: `${site}/favicon.svg`,
    listing: (slug: string) => `${site}/product/${slug}`,
    tool: (slug: string) => `${site}/stack/${slug}`,
    toolCategory: (slug: string) => `${site}/stack/category/${slug}`,
    /** The pages of one facet; its value as addresses write it: present/facet-choice.ts. */
    useCases: `${site}/agents`,
    useCase: (name: string) => `${site}/agents/${name}`,
    tasks: `${site}/tasks`,
    task: (name: string) => `${site}/tasks/${name}`,
    topics: `${site}/topics`,
    topic: (slug: string) => `${site}/topics/${slug}`,
    kind: (name: string) => `${site}/kinds/${name}`,
    audience: (name: string) => `${site}/for/${name}`,
    proof: (name: string) => `${site}/proof/${name}`,
    licence: (name: string) => `${site}/licence/${name}`,
    /** The listings of a use case that are built with a tool. */
    useCaseWith: (name: string, tool: string) => `${site}/agents/${name}/with/${tool}`,
    alternatives: (slug: string) => `${site}/alternatives/${slug}`,
    stats: `${site}/stats`,
    /** How editors decide, with figures. */
    editorial: `${site}/editorial`,
    mostWanted: `${site}/most-wanted`,
    founders: `${site}/founders`,
    founder: (slug: string) => `${site}/founders/${slug}`,
    weeklyIssue: (number: number) => `${site}/weekly/${number}`,
    badge: (slug: string) => `${site}/badge/${slug}.svg`,
    /** The image by which the page of a listing tells that somebody looks at it. */
    view: (slug: string) => `${site}/view/${slug}.gif`,
    icon: (file: string) => `${site}/icons/${file}`,
    openapi: `${api}/openapi`,
    schema: `${api}/schema`,
    /** Where the changelog is read by programs. */
    changes: `${api}/changelog`,
    changelog: `${site}/changelog`,
    /** The changes of one type alone, by the name that present/change.ts gives it. */
    changesOf: (name: string) => `${site}/changelog/${name}`,
    /** A product and the state of its review. */
    product: (slug: string) => `${api}/products/${slug}`,
    docs: `${site}/docs`,
    /** A page of the documentation by its slug; `index` is /docs itself. */
    doc: (slug: string) => (slug === 'index' ? `${site}/docs` : `${site}/docs/${slug}`),
    /** The page of the documentation about one operation. */
    operationDoc: (id: string) => `${site}/docs/api/${id.replaceAll('_', '-')}`,
    llms: `${site}/llms.txt`,
    /** Decision, Discovery. */
    agents: `${site}/.well-known/agents.json`,
    /** RFC 9727. */
    apiCatalog: `${site}/.well-known/api-catalog`,
    health: `${site}/api/health`,
    /** RFC 9116. */
    security: `${site}/.well-known/security.txt`,
    privacy: `${site}/docs/privacy`,
    terms: `${site}/docs/terms`,
    llmsFull: `${site}/llms-full.txt`,
    mcp: `${site}${mcp.path}`,
    sitemap: `${site}/sitemap.xml`,
    /** The page about these files, for people. */
    dataPage: `${site}/data`,
    /** A file of the whole catalogue, by its name. */
    data: (file: string) => `${site}/data/${file}`,
    submit: `${api}/submit`,
    submitForm: `${site}/submit`,
    /** Spec, POST /submit: "{base_url}/products/<slug>?email=<url-encoded submitter e-mail>". */
    reviewStatus: (slug: string, email: string) =>
      `${api}/products/${slug}?email=${encodeURIComponent(email)}`,
    /** The same with its variables in braces, for readers of documents. */
    reviewStatusTemplate: `${api}/products/{slug}?email={email}`,
    /** Decision, Revision: where the owner of a listing manages it. Whoever has the link is the owner. */
    manage: (token: string) => `${site}/manage/${encodeURIComponent(token)}`,
    /** Where that link is sent anew. */
    manageForm: `${site}/manage`,
    /** How the review of a submission stands, for people. It holds the e-mail, as the API's does. */
    status: (slug: string, email: string) =>
      `${site}/status?slug=${slug}&email=${encodeURIComponent(email)}`,
    statusForm: `${site}/status`,
    confirmOwner: (token: string) => `${site}/confirm-owner?token=${encodeURIComponent(token)}`,
    /** Where the reader of a mail ends mails to its address. */
    mailOff: (token: string) => `${site}/mail-off?token=${encodeURIComponent(token)}`,
  }
}
export type Addresses = ReturnType<typeof addresses>
