import { readCargoToml } from './cargo-toml.ts'
import { readChart, readChartValues, readCompose } from './compose.ts'
import { readComposerJson } from './composer-json.ts'
import { readCondaEnvironment } from './conda.ts'
import { readDockerfile } from './dockerfile.ts'
import { readDotnetProject } from './dotnet-project.ts'
import type { ManifestReader } from './finding.ts'
import { readGemfile } from './gemfile.ts'
import { readGoMod } from './go-mod.ts'
import { readGradle, readGradleCatalog } from './gradle.ts'
import { type ManifestKind, type ManifestRead, manifestKind, readBy } from './manifest-kind.ts'
import { readComponentsJson, readPrismaSchema } from './marker-facts.ts'
import { readNpmWorkspace } from './npm-catalogs.ts'
import { readDenoJson, readPackageJson } from './package-json.ts'
import { readPomXml } from './pom-xml.ts'
import { readPipfile, readPyproject } from './pyproject.ts'
import { readSetupCfg, readSetupPy } from './setup-files.ts'
import { readRequirements } from './requirements-text.ts'

const readers: Readonly<Record<ManifestKind, ManifestReader>> = {
  package_json: readPackageJson,
  npm_workspace: readNpmWorkspace,
  pyproject: readPyproject,
  requirements: readRequirements,
  pipfile: readPipfile,
  setup_cfg: readSetupCfg,
  setup_py: readSetupPy,
  conda_environment: readCondaEnvironment,
  deno_json: readDenoJson,
  go_mod: readGoMod,
  cargo_toml: readCargoToml,
  gemfile: readGemfile,
  composer_json: readComposerJson,
  pom_xml: readPomXml,
  gradle: readGradle,
  dotnet_project: readDotnetProject,
  gradle_catalog: readGradleCatalog,
  dockerfile: readDockerfile,
  compose: readCompose,
  chart: readChart,
  chart_values: readChartValues,
  prisma_schema: readPrismaSchema,
  components_json: readComponentsJson,
}

/** Reads a manifest with the reader for its filename. Never throws for invalid content. */
export function readManifest(path: string, text: string): ManifestRead {
  const kind = manifestKind(path)
  return readBy(kind && readers[kind], path, text)
}
