import { type ProofLevel, type StoredRequirement, proofLevels } from '#contract/resources/proof.ts'
import { attempt } from '#core/attempt.ts'
import { isConnector } from './connector.ts'
import { folderAround, folderOf } from './folders.ts'
import { hostsIn, isSource } from './host-names.ts'
import { isDirect, proofLevel } from './level.ts'
import type { DependencyKind, Finding } from './manifests/finding.ts'
import { withCatalogs } from './manifests/npm-catalogs.ts'
import { isDocsSite, isHelper } from './package-purpose.ts'
import { filesOfExtras } from './manifests/pyproject.ts'
import { readManifest } from './manifests/read-manifest.ts'
import { markerOf } from './manifests/manifest-kind.ts'
import { type KnownTool, toolIndex } from './tool-index.ts'

/** A file of a repository. Only manifests, and code with a known hostname, have their `text`. */
export interface RepositoryFile {
  path: string
  text: string | undefined
}

/** A line of a file that proves the use of a tool. */
export interface Proof {
  tool: string
  level: ProofLevel
  path: string
  /** Null if the file itself is the proof. */
  line: number | null
  /** The name on this line: a package URL, `file:` with a filename, or `host:` with a hostname. */
  package: string
  requirement: StoredRequirement | null
  kind: DependencyKind
}

/** The tools whose names occur in the files of a repository. */
export interface Found {
  /** All proofs of each tool by its slug, the strongest first. */
  byTool: ReadonlyMap<string, readonly Proof[]>
  /** Manifests that could not be parsed. */
  broken: readonly { path: string; reason: string }[]
  /** All tools that a line of the product names, also if that proves nothing. */
  named: ReadonlySet<string>
}

/** Finds the tools that the files of a repository prove, with the lines that prove them. */
export function findTools(tools: readonly KnownTool[], files: readonly RepositoryFile[]): Found {
  const { index, proofsOf } = prover(tools)
  const named = new Set<string>()
  const paths = new Set(files.map(({ path }) => path))
  const extras = new Set(files.flatMap(extrasIn))
  const broken: { path: string; reason: string }[] = []
  const helpers = new Set(files.filter(isHelper).map(({ path }) => path))
  // A folder with a slash at its end, or the file at the root.
  const sites = files.filter(isDocsSite).map(({ path }) => path.replace(/(?<=\/)[^/]+$/, ''))
  const proofs = withCatalogs(files).flatMap(({ path, text }) => {
    if (sites.some((site) => path.startsWith(site))) return []
    const outcome = readManifest(path, text ?? '')
    // Without a text the file was not read, so its empty text is not reported as broken.
    if (outcome.kind === 'broken' && text !== undefined)
      broken.push({ path, reason: outcome.reason })
    const hosts = isSource(path) ? hostsIn(text ?? '', index) : []
    const findings = outcome.kind === 'read' ? outcome.findings : hosts
    // The configuration of setuptools refers to the compiled requirements file, `.txt`. The `.in` file
    // that it was compiled from belongs to the same extra.
    const isExtra = extras.has(path.replace(/\.in$/, '.txt'))
    for (const { package: name, kind } of folderOf(path) === 'aside' ? [] : findings)
      if (kind !== 'transitive') for (const tool of index(name)) named.add(tool)
    return [...markersOf(outcome.marker, path, paths), ...findings].flatMap((finding) =>
      proofsOf(isExtra ? asExtra(finding) : finding, path),
    )
  })
  const byTool = Map.groupBy(proofs, ({ tool }) => tool)
  const mainOf = new Map(tools.map(({ slug, main }) => [slug, main]))
  for (const [slug, found] of byTool) found.sort(byStrength(found, mainOf.get(slug)!, helpers))
  return { byTool, broken, named: new Set([...named, ...byTool.keys()]) }
}

/** Returns a function that finds what one manifest proves, without the files beside it. */
export function manifestProver(
  tools: readonly KnownTool[],
): (file: { path: string; text: string }) => Proof[] {
  const { proofsOf } = prover(tools)
  return ({ path, text }) => {
    if (isDocsSite({ path, text })) return []
    const outcome = readManifest(path, text)
    const findings = outcome.kind === 'read' ? outcome.findings : []
    return [asMarker(outcome.marker), ...findings].flatMap((finding) => proofsOf(finding, path))
  }
}

/** The paths of the requirements files from which a pyproject.toml reads optional dependencies. */
function extrasIn({ path, text = '' }: RepositoryFile): string[] {
  const folder = inFolderOf(path, '')
  if (path !== `${folder}pyproject.toml` || !/optional-dependencies/.test(text)) return []
  // Ignored here: `findTools` reports manifests that cannot be parsed.
  const files = attempt(() => filesOfExtras(text)) ?? []
  return files.map((file) => `${folder}${file}`)
}

function inFolderOf(path: string, name: string): string {
  const folder = folderAround(path)
  return folder === '' ? name : `${folder}/${name}`
}

function asExtra(finding: Finding): Finding {
  return finding.kind === 'required' ? { ...finding, kind: 'optional' } : finding
}

// The marker `package.json!tsconfig.json` means: a package.json without a tsconfig.json beside it.
function markersOf(name: string, path: string, paths: ReadonlySet<string>): Finding[] {
  const isAlone = name === 'package.json' && !paths.has(inFolderOf(path, 'tsconfig.json'))
  const markers = [name, ...(isAlone ? ['package.json!tsconfig.json'] : [])]
  return markers.map(asMarker)
}

const asMarker = (name: string): Finding => ({ package: `file:${name}`, line: 1, kind: 'file' })

function prover(tools: readonly KnownTool[]) {
  const index = toolIndex(tools)
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const proofsOf = (finding: Finding, path: string): Proof[] =>
    index(finding.package).flatMap((tool) => {
      const { package: named, kind, requirement = null } = finding
      const isWeaker = kind === 'required' && isConnector(named, tool)
      const level = proofLevel(isWeaker ? 'optional' : kind, path, bySlug.get(tool)!)
      const line = kind === 'file' ? null : finding.line
      return level ? [{ tool, level, path, line, package: named, requirement, kind }] : []
    })
  return { index, proofsOf }
}

const strength = Object.keys(proofLevels)

/** What a proof shows: a package, or else in words what was found. */
export function whatItShows({ package: named }: Pick<Proof, 'package'>) {
  if (named.startsWith('pkg:')) return { package: named, shows: null }
  const [, host, absent, fact] = /^(?:host:(.+)|file:[^#!]+(?:!(.+)|#(.+))?)$/.exec(named) ?? []
  const shows =
    (host && `names ${host}`) ||
    (absent && `no ${absent} beside it`) ||
    // `provider=postgresql` is `provider postgresql`.
    fact?.replace('=', ' ') ||
    'the file itself'
  return { package: null, shows }
}

const isOfTypes = ({ package: named }: Proof) => /^pkg:npm\/(?:%40types\/|bun-types$)/.test(named)
const isCommand = ({ path, level }: Proof) =>
  markerOf(path) === 'Dockerfile' && level !== 'image' && level !== 'file'

// The range of a peer is wide: it comes before a dependency only if that is of a private helper.
function rank({ kind, level, path }: Proof, helpers: ReadonlySet<string>, isHelped: boolean) {
  if (level !== 'required') return strength.indexOf(level)
  if (kind === 'peer' && !helpers.has(path)) return isHelped ? 0.25 : 1.5
  return kind === 'peer' ? 1.5 : helpers.has(path) ? 0.5 : 0
}

// Sorts by level, but what is the tool itself comes before its plug-ins and clients. At the same
// level, packages come before filenames, what is published before helpers, then files near the root.
// Last are commands of Dockerfiles, which install for one step what manifests need for the product,
// and packages of types, which only describe a runtime.
const byStrength = (
  found: readonly Proof[],
  main: readonly string[],
  helpers: ReadonlySet<string>,
) => {
  const isHelp = ({ path }: Proof) => helpers.has(path)
  const isHelped = found.some((each) => each.kind === 'required' && isHelp(each))
  const isMain = ({ package: named, level }: Proof) => isDirect(level) && main.includes(named)
  return (one: Proof, other: Proof) =>
    Number(isOfTypes(one)) - Number(isOfTypes(other)) ||
    Number(isCommand(one)) - Number(isCommand(other)) ||
    Number(isMain(other)) - Number(isMain(one)) ||
    rank(one, helpers, isHelped) - rank(other, helpers, isHelped) ||
    Number(one.package.startsWith('file:')) - Number(other.package.startsWith('file:')) ||
    Number(isHelp(one)) - Number(isHelp(other)) ||
    one.path.split('/').length - other.path.split('/').length ||
    one.path.localeCompare(other.path, 'en') ||
    (one.line ?? 0) - (other.line ?? 0)
}
