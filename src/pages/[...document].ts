import type { APIRoute } from 'astro'
import { contact } from 'virtual:build'
import { briefOf } from '#catalog/listing-view.ts'
import {
  catalog,
  newestListings,
  onSite as to,
  publishedCli,
  publishedQuarters,
  skillPages,
} from '#catalog/published.ts'
import { notFoundBodies, noFilesByDay } from '#present/nothing-here.ts'
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
import { docs } from './_docs.ts'
import { feeds } from './_feeds.ts'
import { type Document, markdownPages } from './_markdown-pages.ts'
import { sitemap } from './_sitemap.ts'

const manifest = () => ardManifest(skillPages, to)

/** Documents for programs, by their paths. integration/output-config.ts sets their headers. */
const documents = new Map<string, Document[1]>([
  ['robots.txt', () => robotsText(to)],
  ['opensearch.xml', () => openSearch(to)],
  ['llms.txt', () => llmsText(docs, { count: catalog.count, extra: [downloadFile, sbomFile] }, to)],
  [
    'llms-full.txt',
    () => llmsFullText(docs, newestListings([], shownInMarkdown).map(briefOf), catalog.total, to),
  ],
  ['mcp/server-card', () => serverCard(to)],
  ['server.json', () => registryEntry(to)],
  ['.well-known/agents.json', () => agentsManifest(to, publishedCli)],
  ['.well-known/ard.json', manifest],
  ['.well-known/ai-catalog.json', manifest],
  ['.well-known/api-catalog', () => apiCatalog(to)],
  ['.well-known/security.txt', () => securityText(to, { contact, now: new Date() })],
  ['.well-known/agent-skills/index.json', () => skillsIndex(skillPages, to)],
  ...skillPages.map((skill): Document => [
    `.well-known/agent-skills/${skill.slug}/SKILL.md`,
    () => skillText(skill),
  ]),
  ...publishedQuarters.map((view): Document => [`state/${view.slug}.csv`, () => quarterCsv(view)]),
  ...feeds(),
  ...markdownPages(),
  ...sitemap(),
  // Answers at other addresses: for what is missing, by the Accept header, and for what was withdrawn.
  ['404.json', () => notFoundBodies['application/json']],
  ['404.md', () => notFoundBodies['text/markdown']],
  ['410.json', () => noFilesByDay],
])

export const getStaticPaths = () =>
  [...documents.keys()].map((document) => ({ params: { document } }))

export const GET: APIRoute = ({ params }) => {
  const content = documents.get(params['document']!)!()
  return typeof content === 'string' ? new Response(content) : Response.json(content)
}
