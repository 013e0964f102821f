import type { APIRoute } from 'astro'
import { contact } from 'virtual:build'
import { briefOf } from '#catalog/listing-view.ts'
import { catalog, publishedCli, publishedQuarters, skillPages } from '#catalog/published.ts'
import { type Addresses, addresses } from '#core/addresses.ts'
import { noFilesByDay, notFoundBodies } from '#present/nothing-here.ts'
import { agentsManifest } from '#exports/agents-manifest.ts'
import { apiCatalog } from '#exports/api-catalog.ts'
import { downloadFile } from '#exports/bulk-files.ts'
import { shownInMarkdown } from '#exports/list-markdown.ts'
import { llmsFullText, llmsText } from '#exports/llms-text.ts'
import { ardManifest, registryEntry, serverCard } from '#exports/mcp-discovery.ts'
import { openSearch } from '#exports/open-search.ts'
import { quarterCsv } from '#exports/quarter.ts'
import { sbomFile } from '#exports/sbom.ts'
import { securityText } from '#exports/security-text.ts'
import { robotsText } from '#exports/sitemap.ts'
import { skillText, skillsIndex } from '#exports/skills.ts'
import { docsFor } from './_docs.ts'

/** A text, or a value that is written as JSON. */
type Write = (to: Addresses) => string | object

const manifest: Write = (to) => ardManifest(skillPages(to.site), to)

/** Documents for programs, by their paths. integration/output-config.ts sets their headers. */
const documents: Record<string, Write> = {
  'robots.txt': (to) => robotsText(to),
  'opensearch.xml': openSearch,
  'llms.txt': (to) =>
    llmsText(docsFor(to.site), { count: catalog.count, extra: [downloadFile, sbomFile] }, to),
  'llms-full.txt': (to) => llmsFullText(docsFor(to.site), newest(), catalog.total, to),
  'mcp/server-card': serverCard,
  'server.json': registryEntry,
  '.well-known/agents.json': (to) => agentsManifest(to, publishedCli),
  '.well-known/ard.json': manifest,
  '.well-known/ai-catalog.json': manifest,
  '.well-known/api-catalog': apiCatalog,
  '.well-known/security.txt': (to) => securityText(to, { contact, now: new Date() }),
  '.well-known/agent-skills/index.json': (to) => skillsIndex(skillPages(to.site), to),
  ...Object.fromEntries(
    skillPages('').map(({ slug }, index): [string, Write] => [
      `.well-known/agent-skills/${slug}/SKILL.md`,
      (to) => skillText(skillPages(to.site)[index]!),
    ]),
  ),
  ...Object.fromEntries(
    publishedQuarters.map((view) => [`state/${view.slug}.csv`, () => quarterCsv(view)]),
  ),
  // Answers at other addresses: for what is missing, by the Accept header, and for what was withdrawn.
  '404.json': () => notFoundBodies['application/json'],
  '404.md': () => notFoundBodies['text/markdown'],
  '410.json': () => noFilesByDay,
}

function newest() {
  const query = { task: 'all', sort: 'newest', offset: 0, limit: shownInMarkdown } as const
  return catalog.list(query).listings.map(briefOf)
}

export function getStaticPaths() {
  return Object.keys(documents).map((document) => ({ params: { document } }))
}

export const GET: APIRoute = ({ params, site }) => {
  const content = documents[params['document']!]!(addresses(site!.origin))
  return typeof content === 'string' ? new Response(content) : Response.json(content)
}
