import { factKey } from '#contract/resources/facts.ts'
import { baseName, folderAround, folderOf, isBeside } from '#proof/folders.ts'
import { codeLines, isSource } from '#proof/host-names.ts'
import { isManifest } from '#proof/manifests/manifest-kind.ts'
import type { RepositoryFile } from '#proof/prove.ts'
import { type Shown, manifestFacts, pathFacts } from './file-facts.ts'
import { serverFacts } from './server-json.ts'
import type { FoundFact, Subject } from './subject.ts'
import { mcpFacts, openApiFacts, readmeFacts, telemetryFacts } from './text-facts.ts'

const isReadme = (path: string) => /^(?:\.github\/)?README\.(?:md|mdx|rst)$/i.test(path)
/** The description of an MCP server for the registry of MCP servers. */
const isServerJson = (path: string) => path === 'server.json'
const isOpenApi = (path: string) =>
  /(?:^|[/._-])(?:openapi|swagger)\.(?:json|ya?ml)$/.test(path) &&
  path.split('/').length <= 4 &&
  !/(?:^|\/)(?:examples?|samples?|tests?|fixtures?|templates?|plugins?|node_modules|vendor|tools)\//i.test(
    path,
  )
const isTold = (path: string) =>
  isReadme(path) ||
  /^(?:[^/]+\/)?\.env\.(?:example|sample|template)$/.test(path) ||
  (/^docs\/.*\.mdx?$/.test(path) &&
    /telemetry|env|config|privacy/.test(baseName(path)) &&
    // Not the docs in other languages.
    !/\/(?!en\/)[a-z]{2}(?:[-_]\w+)?\//.test(path))
const isCode = (path: string) =>
  isSource(path) && folderOf(path) === 'own' && !isBeside(path) && !notItsCode.test(path)
/** Code about the product: its docs, generated reports of its API, what tests invent. */
const notItsCode = /(?:^|[/_-])(?:docs?|mocks?|examples?|api-(?:surface|reports?))(?:[/_-]|$)/i
/** Folders of servers that an agent has as its tools, and of servers inside an editor. */
const bundled =
  /(?:^|\/)(?:mcp[-_]?(?:servers|tools)|tools)(?:\/|$)|vscode|(?:^|[/_-])ide(?:[/_-]|$)/i
/** Folders of a server, which may call others without being their client. */
const serverFolder = /(?:^|\/)[\w-]*-mcp(?:\/|$)|mcp[-_]?server/i

function mcpSides(path: string, text: string, { names }: Subject): Shown[] {
  const isServer = names.some((name) => /mcp/i.test(name))
  const folder = folderAround(path)
  return mcpFacts(codeLines(text)).filter(({ value }) =>
    value === 'mcp_server'
      ? (isServer || /mcp/i.test(path)) && !bundled.test(folder)
      : !isServer && !serverFolder.test(folder),
  )
}

/** Whether the text of a file that is no manifest may show a fact. */
export function mayShowFacts(path: string): boolean {
  return isServerJson(path) || isOpenApi(path) || isTold(path) || isCode(path)
}

/** Strings of which every source file and document that shows a fact has one, for a quick search. */
export const factWords = [
  '@modelcontextprotocol/',
  'from mcp',
  'from fastmcp',
  '/mcp-go/',
  'modelcontextprotocol/go-sdk',
  'use rmcp::',
  'io.modelcontextprotocol.',
  'static.modelcontextprotocol.io/schemas/',
  'using ModelContextProtocol.',
  'TELEMETRY',
  'DO_NOT_TRACK',
  'openapi',
  'swagger',
]

/** What a repository beside a closed product shows of the product itself. */
const besides: readonly string[] = ['hosting cloud', 'interface ide', 'interface mcp_server']

/**
 * Finds the facts that the files of a repository show, each with the first place that shows it. What
 * is not sure is left out.
 */
export function findFacts(files: readonly RepositoryFile[], subject: Subject): FoundFact[] {
  const paths = new Set(files.map(({ path }) => path))
  const shown = ({ path, text }: RepositoryFile): Shown[] => [
    ...pathFacts(path, paths, subject),
    ...(text === undefined ? [] : textFacts(path, text)),
  ]
  const textFacts = (path: string, text: string): Shown[] => [
    ...(isManifest(path) ? readable(() => manifestFacts(path, text, paths, subject)) : []),
    ...(isReadme(path) ? readmeFacts(text, subject) : []),
    ...(isServerJson(path) ? serverFacts(text) : []),
    ...(isTold(path) ? telemetryFacts(text, subject) : []),
    ...(isOpenApi(path) ? openApiFacts(text, subject) : []),
    ...(isCode(path) ? mcpSides(path, text, subject) : []),
  ]
  const first = new Map<string, FoundFact>()
  for (const file of files.toSorted(nearRoot))
    for (const one of shown(file)) {
      const key = factKey(one)
      const isSaid = subject.isWhole || one.fact === 'pricing' || besides.includes(key)
      if (isSaid && !first.has(key)) first.set(key, { ...one, path: file.path })
    }
  return [...first.values()]
}

// Sorts READMEs first, then documents and code whose path names MCP, then files near the root.
function nearRoot({ path: a }: RepositoryFile, { path: b }: RepositoryFile): number {
  const rank = (path: string) =>
    (isReadme(path) ? 0 : isTold(path) || (isCode(path) && /mcp/i.test(path)) ? 1 : 2) * 100 +
    path.split('/').length
  return rank(a) - rank(b) || (a < b ? -1 : 1)
}

// Ignored here: `findTools` reports manifests that cannot be parsed.
function readable(read: () => Shown[]): Shown[] {
  try {
    return read()
  } catch {
    return []
  }
}
