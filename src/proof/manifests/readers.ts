import type { ManifestReader } from './finding.ts'
import type { ManifestKind } from './manifest-kind.ts'

/** The reader of each kind. A browser loads only those of its files, the server all at its start. */
export const readers: Readonly<Record<ManifestKind, () => Promise<ManifestReader>>> = {
  package_json: async () => (await import('./package-json.ts')).readPackageJson,
  npm_workspace: async () => (await import('./npm-catalogs.ts')).readNpmWorkspace,
  pyproject: async () => (await import('./pyproject.ts')).readPyproject,
  requirements: async () => (await import('./requirements-text.ts')).readRequirements,
  pipfile: async () => (await import('./pyproject.ts')).readPipfile,
  setup_cfg: async () => (await import('./setup-files.ts')).readSetupCfg,
  setup_py: async () => (await import('./setup-files.ts')).readSetupPy,
  conda_environment: async () => (await import('./conda.ts')).readCondaEnvironment,
  deno_json: async () => (await import('./package-json.ts')).readDenoJson,
  go_mod: async () => (await import('./go-mod.ts')).readGoMod,
  cargo_toml: async () => (await import('./cargo-toml.ts')).readCargoToml,
  gemfile: async () => (await import('./gemfile.ts')).readGemfile,
  composer_json: async () => (await import('./composer-json.ts')).readComposerJson,
  pom_xml: async () => (await import('./pom-xml.ts')).readPomXml,
  gradle: async () => (await import('./gradle.ts')).readGradle,
  dotnet_project: async () => (await import('./dotnet-project.ts')).readDotnetProject,
  gradle_catalog: async () => (await import('./gradle.ts')).readGradleCatalog,
  dockerfile: async () => (await import('./dockerfile.ts')).readDockerfile,
  compose: async () => (await import('./compose.ts')).readCompose,
  chart: async () => (await import('./compose.ts')).readChart,
  chart_values: async () => (await import('./compose.ts')).readChartValues,
  prisma_schema: async () => (await import('./marker-facts.ts')).readPrismaSchema,
  components_json: async () => (await import('./marker-facts.ts')).readComponentsJson,
}
