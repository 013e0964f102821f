import type { ManifestReader } from '#proof/manifests/finding.ts'
import {
  type ManifestKind,
  isLockFile,
  isSbomText,
  manifestKind,
  readBy,
} from '#proof/manifests/manifest-kind.ts'
import { textOf } from '#proof/manifests/plain-text.ts'
import type { FileRead } from '#proof/names-alone.ts'

export { namesAlone, withPlaces } from '#proof/names-alone.ts'

/** The most bytes of a file. Manifests are small, but an SBOM may have several megabytes. */
const mostBytes = 20_000_000

// The parsers of the server. Each is loaded only when a file of its kind is read.
const readers: Readonly<Record<ManifestKind, () => Promise<ManifestReader>>> = {
  package_json: async () => (await import('#proof/manifests/package-json.ts')).readPackageJson,
  npm_workspace: async () => (await import('#proof/manifests/npm-catalogs.ts')).readNpmWorkspace,
  pyproject: async () => (await import('#proof/manifests/pyproject.ts')).readPyproject,
  requirements: async () =>
    (await import('#proof/manifests/requirements-text.ts')).readRequirements,
  pipfile: async () => (await import('#proof/manifests/pyproject.ts')).readPipfile,
  setup_cfg: async () => (await import('#proof/manifests/setup-files.ts')).readSetupCfg,
  setup_py: async () => (await import('#proof/manifests/setup-files.ts')).readSetupPy,
  conda_environment: async () => (await import('#proof/manifests/conda.ts')).readCondaEnvironment,
  deno_json: async () => (await import('#proof/manifests/package-json.ts')).readDenoJson,
  go_mod: async () => (await import('#proof/manifests/go-mod.ts')).readGoMod,
  cargo_toml: async () => (await import('#proof/manifests/cargo-toml.ts')).readCargoToml,
  gemfile: async () => (await import('#proof/manifests/gemfile.ts')).readGemfile,
  composer_json: async () => (await import('#proof/manifests/composer-json.ts')).readComposerJson,
  pom_xml: async () => (await import('#proof/manifests/pom-xml.ts')).readPomXml,
  gradle: async () => (await import('#proof/manifests/gradle.ts')).readGradle,
  dotnet_project: async () =>
    (await import('#proof/manifests/dotnet-project.ts')).readDotnetProject,
  gradle_catalog: async () => (await import('#proof/manifests/gradle.ts')).readGradleCatalog,
  dockerfile: async () => (await import('#proof/manifests/dockerfile.ts')).readDockerfile,
  compose: async () => (await import('#proof/manifests/compose.ts')).readCompose,
  chart: async () => (await import('#proof/manifests/compose.ts')).readChart,
  chart_values: async () => (await import('#proof/manifests/compose.ts')).readChartValues,
  prisma_schema: async () => (await import('#proof/manifests/marker-facts.ts')).readPrismaSchema,
  components_json: async () =>
    (await import('#proof/manifests/marker-facts.ts')).readComponentsJson,
}

/** Parses files, chosen or pasted, in the browser. Files that cannot be parsed get the outcome `broken`. */
export function readProject(files: readonly File[]): Promise<FileRead[]> {
  return Promise.all(files.map(readFile))
}

async function readFile(file: File): Promise<FileRead> {
  const { name: path, size } = file
  const kind = manifestKind(path)
  const broken = (reason: string): FileRead => ({
    path,
    manifest: { marker: path, kind: 'broken', reason },
  })
  // Lock files and unknown files are not read: only their names matter.
  if (isLockFile(path) || (!kind && !/\.json$/i.test(path)))
    return { path, manifest: readBy(undefined, path, '') }
  if (size > mostBytes) return broken(`it is larger than ${mostBytes / 1_000_000} MB`)
  const content = textOf(new Uint8Array(await file.arrayBuffer()))
  if (isSbomText(content)) {
    const { readSbom } = await import('#proof/manifests/sbom.ts')
    try {
      const sbom = readSbom(JSON.parse(content))
      return sbom ? { path, sbom } : broken('it is neither CycloneDX nor SPDX 2')
    } catch (error) {
      return broken((error as Error).message)
    }
  }
  return { path, manifest: readBy(kind && (await readers[kind]()), path, content) }
}
