import { readCargoToml } from './cargo-toml.ts'
import { readChart, readChartValues, readCompose } from './compose.ts'
import { readComposerJson } from './composer-json.ts'
import { readDockerfile } from './dockerfile.ts'
import type { Finding, ManifestReader } from './finding.ts'
import { readGemfile } from './gemfile.ts'
import { readGoMod } from './go-mod.ts'
import { readGradle, readGradleCatalog } from './gradle.ts'
import { readComponentsJson, readPrismaSchema } from './marker-facts.ts'
import { readPackageJson } from './package-json.ts'
import { readPipfile } from './pipfile.ts'
import { readPomXml } from './pom-xml.ts'
import { readPyproject } from './pyproject.ts'
import { readRequirements } from './requirements-text.ts'

/** The manifests that are read, by the name of the file. `marker` is the name they are known by. */
const manifests = [
  { name: /^package\.json$/, read: readPackageJson },
  { name: /^pyproject\.toml$/, read: readPyproject },
  {
    name: /^requirements[\w.-]*\.(?:txt|in)$|^[\w.-]*[-_.]requirements\.(?:txt|in)$/,
    marker: 'requirements.txt',
    read: readRequirements,
  },
  { name: /^Pipfile$/, read: readPipfile },
  { name: /^go\.mod$/, read: readGoMod },
  { name: /^Cargo\.toml$/, read: readCargoToml },
  { name: /^Gemfile$/, read: readGemfile },
  { name: /^composer\.json$/, read: readComposerJson },
  { name: /^pom\.xml$/, read: readPomXml },
  { name: /^build\.gradle(?:\.kts)?$/, marker: 'build.gradle', read: readGradle },
  { name: /^libs\.versions\.toml$/, read: readGradleCatalog },
  {
    name: /^(?:Dockerfile|Containerfile)(?:[.-][\w.-]+)?$|^[\w.-]+\.[Dd]ockerfile$/,
    marker: 'Dockerfile',
    read: readDockerfile,
  },
  {
    name: /^(?:docker-)?compose[\w.-]*\.ya?ml$/,
    marker: 'compose.yaml',
    read: readCompose,
  },
  { name: /^Chart\.ya?ml$/, marker: 'Chart.yaml', read: readChart },
  { name: /^values[\w.-]*\.ya?ml$/, read: readChartValues },
  { name: /\.prisma$/, marker: 'schema.prisma', read: readPrismaSchema },
  { name: /^components\.json$/, read: readComponentsJson },
] as const satisfies { name: RegExp; marker?: string; read: ManifestReader }[]

// They hold what others need: of the tools that they name, a quarter is not used by the product.
const lockFile =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|pylock(?:\.[\w-]+)?\.toml|go\.sum|go\.work\.sum|Cargo\.lock|Gemfile\.lock|composer\.lock|gradle\.lockfile)$/

/** What came of reading a file. `marker` is the name that a tool may be known by. */
export type ManifestRead = { marker: string } & (
  | { kind: 'read'; findings: Finding[] }
  /** A lock file counts for nothing but its name. */
  | { kind: 'lock' }
  | { kind: 'no_manifest' }
  | { kind: 'broken'; reason: string }
)

/** Whether there is something to read in a file of this name. */
export function isManifest(path: string): boolean {
  return entryOf(baseName(path)) !== undefined
}

/** Whether a file of this name is a lock file, which counts for nothing but its name. */
export function isLockFile(path: string): boolean {
  return lockFile.test(baseName(path))
}

/** Reads one file by its name. Never throws for what stands in it. */
export function readManifest(path: string, text: string): ManifestRead {
  const name = baseName(path)
  const entry = entryOf(name)
  const marker = markerOf(path)
  if (!entry) return { marker, kind: lockFile.test(name) ? 'lock' : 'no_manifest' }
  try {
    return { marker, kind: 'read', findings: entry.read(text, path) }
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n')
    return { marker, kind: 'broken', reason }
  }
}

/** The name that a file is known by: `compose.yaml` for `docker-compose.dev.yml`. */
export function markerOf(path: string): string {
  return entryOf(baseName(path))?.marker ?? baseName(path)
}

function entryOf(name: string): { marker?: string; read: ManifestReader } | undefined {
  return lockFile.test(name) ? undefined : manifests.find((entry) => entry.name.test(name))
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
