import { type ProofLevel, proofLevels } from '#contract/resources/proof.ts'
import { isConnector } from './connector.ts'
import { folderAround } from './folders.ts'
import { hostsIn, isSource } from './host-names.ts'
import { proofLevel } from './level.ts'
import type { Finding } from './manifests/finding.ts'
import { filesOfExtras } from './manifests/pyproject.ts'
import { readManifest } from './manifests/read-manifest.ts'
import { type KnownTool, type ToolIndex, toolIndex } from './tool-index.ts'

/** A file of a repository. Only manifests and code that names a host have a text. */
export interface RepositoryFile {
  path: string
  text: string | undefined
}

/** A line that names a tool. */
export interface Proof {
  tool: string
  level: ProofLevel
  path: string
  line: number
  /** The name on the line: a package URL, `file:` and a marker, or `host:` and a host. */
  package: string
}

/** The tools that the files of a repository name. */
export interface Found {
  /** Every proof of each tool, the strongest first. */
  byTool: ReadonlyMap<string, readonly Proof[]>
  /** Manifests that could not be read. */
  broken: readonly { path: string; reason: string }[]
}

/** Finds the tools that the files of a repository name, with their lines. */
export function findTools(tools: readonly KnownTool[], files: readonly RepositoryFile[]): Found {
  const index = toolIndex(tools)
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const paths = new Set(files.map(({ path }) => path))
  const extras = new Set(files.flatMap(extrasIn))
  const broken: { path: string; reason: string }[] = []
  const proofs = files.flatMap(({ path, text }) => {
    const outcome = readManifest(path, text ?? '')
    // A file without a text still has a name.
    if (outcome.kind === 'broken' && text !== undefined)
      broken.push({ path, reason: outcome.reason })
    const hosts = isSource(path) ? hostsIn(text ?? '', index) : []
    const findings = outcome.kind === 'read' ? outcome.findings : hosts
    // Setuptools reads the compiled `.txt`; the `.in` next to it is its source.
    const isExtra = extras.has(path.replace(/\.in$/, '.txt'))
    return [...markersOf(outcome.marker, path, paths), ...findings].flatMap((finding) =>
      proofsOf(isExtra ? asExtra(finding) : finding, path, index, bySlug),
    )
  })
  const byTool = Map.groupBy(proofs, ({ tool }) => tool)
  for (const found of byTool.values()) found.sort(byStrength)
  return { byTool, broken }
}

/** The requirements files that a pyproject.toml reads extras from. */
function extrasIn({ path, text = '' }: RepositoryFile): string[] {
  const folder = inFolderOf(path, '')
  if (path !== `${folder}pyproject.toml` || !/optional-dependencies/.test(text)) return []
  try {
    return filesOfExtras(text).map((file) => `${folder}${file}`)
  } catch {
    // `findTools` reports manifests that cannot be read.
    return []
  }
}

function inFolderOf(path: string, name: string): string {
  const folder = folderAround(path)
  return folder === '' ? name : `${folder}/${name}`
}

function asExtra(finding: Finding): Finding {
  return finding.kind === 'required' ? { ...finding, kind: 'optional' } : finding
}

// `package.json!tsconfig.json` is a package.json without a tsconfig.json in its folder.
function markersOf(name: string, path: string, paths: ReadonlySet<string>): Finding[] {
  const isAlone = name === 'package.json' && !paths.has(inFolderOf(path, 'tsconfig.json'))
  const markers = [name, ...(isAlone ? ['package.json!tsconfig.json'] : [])]
  return markers.map((marker) => ({ package: `file:${marker}`, line: 1, kind: 'marker' }))
}

function proofsOf(
  { package: named, line, kind }: Finding,
  path: string,
  index: ToolIndex,
  bySlug: ReadonlyMap<string, KnownTool>,
): Proof[] {
  return index(named).flatMap((tool) => {
    const isWeaker = kind === 'required' && isConnector(named, tool)
    const level = proofLevel(isWeaker ? 'optional' : kind, path, bySlug.get(tool)!)
    return level ? [{ tool, level, path, line, package: named }] : []
  })
}

const strength = Object.keys(proofLevels)

// Of two proofs of one level, packages come before file names, then paths nearer to the root.
function byStrength(one: Proof, other: Proof): number {
  return (
    strength.indexOf(one.level) - strength.indexOf(other.level) ||
    Number(one.package.startsWith('file:')) - Number(other.package.startsWith('file:')) ||
    one.path.split('/').length - other.path.split('/').length ||
    one.path.localeCompare(other.path, 'en') ||
    one.line - other.line
  )
}
