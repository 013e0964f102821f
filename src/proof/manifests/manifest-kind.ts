import { baseName, folderAround, unixPath } from '#proof/folders.ts'
import type { Finding, ManifestReader, Unresolved } from './finding.ts'
import { unixText } from './plain-text.ts'

/**
 * The kinds of manifests by filename, or by its last folder and filename. `marker` is one name for
 * all files of a kind with several filenames, such as `compose.yaml`.
 */
export const manifests = [
  { kind: 'package_json', name: /^package\.json$/ },
  { kind: 'npm_workspace', name: /^(?:pnpm-workspace\.yaml|\.yarnrc\.yml)$/ },
  { kind: 'pyproject', name: /^pyproject\.toml$/ },
  {
    kind: 'requirements',
    name: /^(?!.*constraint)(?:requirements[\w. -]*\.(?:txt|in)|[\w. -]*[-_.]requirements\.(?:txt|in)|requirements\/(?!readme|licen|notes)[\w. -]+\.(?:txt|in))$/i,
    marker: 'requirements.txt',
  },
  { kind: 'pipfile', name: /^Pipfile$/ },
  { kind: 'setup_cfg', name: /^setup\.cfg$/ },
  { kind: 'setup_py', name: /^setup\.py$/ },
  {
    kind: 'conda_environment',
    name: /^(?:conda[-_.])?environment[\w.-]*\.ya?ml$/,
    marker: 'environment.yml',
  },
  { kind: 'deno_json', name: /^deno\.jsonc?$/, marker: 'deno.json' },
  { kind: 'go_mod', name: /^go\.mod$/ },
  { kind: 'cargo_toml', name: /^Cargo\.toml$/ },
  { kind: 'gemfile', name: /^Gemfile$|^gems\.rb$/, marker: 'Gemfile' },
  { kind: 'composer_json', name: /^composer\.json$/ },
  { kind: 'pom_xml', name: /^pom\.xml$/ },
  { kind: 'gradle', name: /^build\.gradle(?:\.kts)?$/, marker: 'build.gradle' },
  { kind: 'dotnet_project', name: /^[\w. -]+\.(?:cs|fs|vb)proj$/ },
  { kind: 'gradle_catalog', name: /^libs\.versions\.toml$/ },
  {
    kind: 'dockerfile',
    name: /^(?:Dockerfile|Containerfile)(?:[.-][\w.-]+)?$|^dockerfile$|^[\w. -]+\.[Dd]ockerfile$/,
    marker: 'Dockerfile',
  },
  { kind: 'compose', name: /^(?:docker-)?compose[\w.-]*\.ya?ml$/, marker: 'compose.yaml' },
  { kind: 'chart', name: /^Chart\.ya?ml$/, marker: 'Chart.yaml' },
  { kind: 'chart_values', name: /^values[\w.-]*\.ya?ml$/ },
  { kind: 'prisma_schema', name: /\.prisma$/, marker: 'schema.prisma' },
  { kind: 'components_json', name: /^components\.json$/ },
] as const satisfies { kind: string; name: RegExp; marker?: string }[]

export type ManifestKind = (typeof manifests)[number]['kind']

// Not parsed: lock files list indirect dependencies, too, and a quarter of their tools is unused.
const lockFile =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|pylock(?:\.[\w-]+)?\.toml|go\.sum|go\.work\.sum|Cargo\.lock|Gemfile\.lock|gems\.locked|composer\.lock|gradle\.lockfile)$/

/** The outcome of reading a file. `marker` is the filename under which tools are registered. */
export type ManifestRead = { marker: string } & (
  | { kind: 'read'; findings: Finding[]; unresolved: Unresolved[] }
  /** A lock file: only its filename is used. */
  | { kind: 'lock' }
  | { kind: 'no_manifest' }
  | { kind: 'broken'; reason: string }
)

/** The kind of manifest by the filename; undefined if it is no manifest. */
export function manifestKind(path: string): ManifestKind | undefined {
  return entryOf(path)?.kind
}

/** Whether a file is a manifest by its filename. */
export function isManifest(path: string): boolean {
  return manifestKind(path) !== undefined
}

/** Whether a file is a lock file by its filename. */
export function isLockFile(path: string): boolean {
  return lockFile.test(baseName(path))
}

/** Whether a JSON text is a CycloneDX or SPDX document. Their files have no standard name. */
export function isSbomText(text: string): boolean {
  return /"(?:bomFormat|spdxVersion)"\s*:/.test(text)
}

/** The filename under which a tool is registered: `compose.yaml` for `docker-compose.dev.yml`. */
export function markerOf(path: string): string {
  return entryOf(path)?.marker ?? baseName(path)
}

/** Reads a file with the given reader. A parser error becomes the outcome `broken`. */
export function readBy(
  reader: ManifestReader | undefined,
  path: string,
  text: string,
): ManifestRead {
  const marker = markerOf(path)
  if (!reader) return { marker, kind: isLockFile(path) ? 'lock' : 'no_manifest' }
  try {
    const lines = reader(unixText(text), unixPath(path))
    const findings = lines.filter((line) => 'package' in line)
    const unresolved = lines.filter((line) => 'unresolved' in line)
    return { marker, kind: 'read', findings, unresolved }
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n')
    return { marker, kind: 'broken', reason }
  }
}

function entryOf(path: string): { kind: ManifestKind; marker?: string } | undefined {
  const name = baseName(path)
  const inFolder = `${baseName(folderAround(path))}/${name}`
  return lockFile.test(name)
    ? undefined
    : manifests.find((entry) => entry.name.test(name) || entry.name.test(inFolder))
}
