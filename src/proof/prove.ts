import { type ProofLevel, proofLevels } from '#contract/resources/proof.ts'
import { isConnector } from './connector.ts'
import { hostsIn, isSource } from './host-names.ts'
import { proofLevel } from './level.ts'
import type { Finding } from './manifests/finding.ts'
import { filesOfExtras } from './manifests/pyproject.ts'
import { readManifest } from './manifests/read-manifest.ts'
import { type KnownTool, type ToolIndex, toolIndex } from './tool-index.ts'

/** A file of a repository. Of a file that is no manifest, and no code that names a host, the name is enough. */
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
  /** What stands there: a package URL, `file:` and a marker, or `host:` and a host. */
  package: string
}

/** What the files of a repository name. */
export interface Found {
  /** Every proof of each tool, the strongest first. */
  byTool: ReadonlyMap<string, readonly Proof[]>
  /** Manifests that could not be read. */
  broken: readonly { path: string; reason: string }[]
}

/** A tool of a listing with its strongest proof. */
export interface ProvedTool {
  slug: string
  state: 'proved' | 'not_found'
  proof: Proof | undefined
}

/** Finds the tools that the files of a repository name, and where. */
export function findTools(tools: readonly KnownTool[], files: readonly RepositoryFile[]): Found {
  const index = toolIndex(tools)
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const paths = new Set(files.map(({ path }) => path))
  const extras = new Set(files.flatMap(extrasIn))
  const broken: { path: string; reason: string }[] = []
  const proofs = files.flatMap((file) => {
    const outcome = readManifest(file.path, file.text ?? '')
    // Without its text a file still has its name.
    if (outcome.kind === 'broken' && file.text !== undefined)
      broken.push({ path: file.path, reason: outcome.reason })
    const findings =
      outcome.kind === 'read'
        ? outcome.findings
        : isSource(file.path)
          ? hostsIn(file.text ?? '', index)
          : []
    const isExtra = extras.has(file.path.replace(/\.in$/, '.txt'))
    return [...markersOf(outcome.marker, file.path, paths), ...findings].flatMap((finding) =>
      proofsOf(isExtra ? asExtra(finding) : finding, file.path, index, bySlug),
    )
  })
  const byTool = Map.groupBy(proofs, ({ tool }) => tool)
  for (const found of byTool.values()) found.sort(byStrength)
  return { byTool, broken }
}

/** The tools of a listing in its order, each with its strongest proof or none. */
export function prove(listed: readonly string[], { byTool }: Found): ProvedTool[] {
  return listed.map((slug) => {
    const [proof] = byTool.get(slug) ?? []
    return { slug, state: proof ? 'proved' : 'not_found', proof }
  })
}

// Of a compiled list Setuptools reads the `.txt`, and what was asked for stands in the `.in` beside it.
function extrasIn({ path, text = '' }: RepositoryFile): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (path !== `${folder}pyproject.toml` || !/optional-dependencies/.test(text)) return []
  try {
    return filesOfExtras(text).map((file) => `${folder}${file}`)
  } catch {
    // A manifest that cannot be read is told where it is read itself.
    return []
  }
}

function asExtra(finding: Finding): Finding {
  return finding.kind === 'required' ? { ...finding, kind: 'optional' } : finding
}

// `package.json!tsconfig.json` is the one without the other in its folder.
function markersOf(name: string, path: string, paths: ReadonlySet<string>): Finding[] {
  const beside = (other: string) => `${path.slice(0, path.lastIndexOf('/') + 1)}${other}`
  const alone = name === 'package.json' && !paths.has(beside('tsconfig.json'))
  return [`file:${name}`, ...(alone ? ['file:package.json!tsconfig.json'] : [])].map((marker) => ({
    package: marker,
    line: 1,
    kind: 'marker',
  }))
}

function proofsOf(
  { package: named, line, kind }: Finding,
  path: string,
  index: ToolIndex,
  bySlug: ReadonlyMap<string, KnownTool>,
): Proof[] {
  return index(named).flatMap((tool) => {
    const said = kind === 'required' && isConnector(named, tool) ? 'optional' : kind
    const level = proofLevel(said, path, bySlug.get(tool)!)
    return level ? [{ tool, level, path, line, package: named }] : []
  })
}

const strength = Object.keys(proofLevels)

// Of two that are as strong, the one nearer to the root, and a package before a file's name.
function byStrength(one: Proof, other: Proof): number {
  return (
    strength.indexOf(one.level) - strength.indexOf(other.level) ||
    Number(one.package.startsWith('file:')) - Number(other.package.startsWith('file:')) ||
    one.path.split('/').length - other.path.split('/').length ||
    one.path.localeCompare(other.path, 'en') ||
    one.line - other.line
  )
}
