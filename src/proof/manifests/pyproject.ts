import { packageUrl } from '#core/package-url.ts'
import {
  type DependencyKind,
  type Finding,
  type Unresolved,
  isForDevelopment,
  kindOfExtra,
} from './finding.ts'
import { isManifest } from './manifest-kind.ts'
import { readRequirement } from './python-requirement.ts'
import { requirementOf } from './requirement.ts'
import { type Table, stringsOf, tableOf } from './tables.ts'
import { type TomlDocument, readToml } from './toml.ts'

// The section of a Hatch plugin for workspaces. It replaces `project.dependencies`.
const dynamic = 'tool.hatch.metadata.hooks.uv-dynamic-versioning'

/** Reads pyproject.toml in the formats of PEP 621, PEP 735, Poetry, uv, PDM, Hatch, Flit and Pixi. */
export function readPyproject(text: string): (Finding | Unresolved)[] {
  const document = readToml(text)
  const at = (section: string) => tableAt(document.table, section)
  const list = (section: string, kind: DependencyKind, key = 'dependencies') =>
    requirements(document, at(section)[key], section, kind)
  const groups = (section: string, kindOf: (group: string) => DependencyKind) =>
    Object.entries(at(section)).flatMap(([group, entries]) =>
      requirements(document, entries, section, kindOf(group)),
    )
  const poetry = (section: string, kind: DependencyKind, packages = at(section)) =>
    namedPackages(document, packages, section, kind)
  const own = new Set(
    [at('project')['name'], at('tool.poetry')['name'], ...localNames(at('tool.uv.sources'))].map(
      (name) => packageUrl('pypi', String(name)),
    ),
  )
  const found = [
    ...list('project', 'required'),
    ...groups('project.optional-dependencies', kindOfExtra),
    ...list(dynamic, 'required'),
    ...groups(`${dynamic}.optional-dependencies`, kindOfExtra),
    ...groups('dependency-groups', groupKind),
    ...list('tool.uv', 'dev', 'dev-dependencies'),
    ...list('tool.rye', 'dev', 'dev-dependencies'),
    ...['dependencies', 'extra-dependencies'].flatMap((key) =>
      Object.keys(at('tool.hatch.envs')).flatMap((env) =>
        list(`tool.hatch.envs.${env}`, 'dev', key),
      ),
    ),
    ...list('tool.flit.metadata', 'required', 'requires'),
    ...groups('tool.flit.metadata.requires-extra', kindOfExtra),
    ...poetry('tool.pixi.pypi-dependencies', 'required'),
    ...Object.keys(at('tool.pixi.feature')).flatMap((feature) =>
      poetry(`tool.pixi.feature.${feature}.pypi-dependencies`, kindOfExtra(feature)),
    ),
    ...groups('tool.pdm.dev-dependencies', () => 'dev'),
    ...poetry('tool.poetry.dependencies', 'required'),
    ...poetry('tool.poetry.dev-dependencies', 'dev'),
    ...Object.entries(at('tool.poetry.group')).flatMap(([group, value]) => {
      const { dependencies, optional } = tableOf(value)
      const kind = unlessOptional(groupKind(group), optional)
      return poetry(`tool.poetry.group.${group}.dependencies`, kind, tableOf(dependencies))
    }),
    ...list('build-system', 'build', 'requires'),
  ].filter((finding) => !own.has(finding.package))
  return [...found, ...elsewhere(document)]
}

/** The lines that name packages of conda, or files of requirements that are not read by their names. */
function elsewhere({ table, lineOfKey }: TomlDocument): Unresolved[] {
  const [ofConda, ofFiles] = ['tool.pixi.dependencies', 'tool.setuptools.dynamic'] as const
  const [first] = Object.keys(tableAt(table, ofConda)).filter((name) => name !== 'python')
  const { file } = tableOf(tableAt(table, ofFiles)['dependencies'])
  const isElsewhere = stringsOf([file].flat()).some((path) => !isManifest(path))
  const lines = [
    ...(first === undefined ? [] : [lineOfKey(ofConda, first)]),
    ...(isElsewhere ? [lineOfKey(ofFiles, 'dependencies')] : []),
  ]
  return lines.map((line) => ({ line, unresolved: 'not_understood' }))
}

/** The paths of the requirements files from which Setuptools reads optional dependencies. */
export function filesOfExtras(text: string): string[] {
  const section = 'tool.setuptools.dynamic.optional-dependencies'
  return Object.values(tableAt(readToml(text).table, section)).flatMap((extra) => {
    const { file } = tableOf(extra)
    return typeof file === 'string' ? [file] : stringsOf(file)
  })
}

/** Reads a Pipfile: the packages that Pipenv installs, by default or when their category is named. */
export function readPipfile(text: string): Finding[] {
  const document = readToml(text)
  return Object.entries(document.table).flatMap(([section, packages]) => {
    if (/^(?:source|requires|scripts|pipenv)$/.test(section)) return []
    const kind = section === 'packages' ? 'required' : kindOfExtra(section)
    return namedPackages(document, tableOf(packages), section, kind)
  })
}

function tableAt(table: Table, section: string): Table {
  return section.split('.').reduce((within, key) => tableOf(within[key]), table)
}

// A dependency group (PEP 735) counts as development only by its name: some products keep all
// dependencies of their back end in a group.
function groupKind(group: string): DependencyKind {
  return isForDevelopment(group) ? 'dev' : 'required'
}

function unlessOptional(kind: DependencyKind, optional: unknown): DependencyKind {
  return kind === 'required' && optional === true ? 'optional' : kind
}

function requirements(
  document: TomlDocument,
  entries: unknown,
  section: string,
  kind: DependencyKind,
): Finding[] {
  return stringsOf(entries).flatMap((quoted) => {
    const required = readRequirement(quoted)
    return required ? [{ ...required, line: document.lineOfString(section, quoted), kind }] : []
  })
}

/** Findings for a table whose keys are package names, as in Poetry and Pipenv. */
function namedPackages(
  document: TomlDocument,
  packages: Table,
  section: string,
  kind: DependencyKind,
): Finding[] {
  return Object.entries(packages).flatMap(([name, value]) => {
    // Poetry takes a list for a package whose version depends on the platform.
    const entries = [value].flat() as unknown[]
    const { optional } = tableOf(entries[0])
    const [version, ...more] = new Set(entries.map((entry) => tableOf(entry)['version'] ?? entry))
    if (entries.some(isLocal) || name.toLowerCase() === 'python') return []
    return [
      {
        package: packageUrl('pypi', name),
        line: document.lineOfKey(section, name),
        kind: unlessOptional(kind, optional),
        requirement: more.length > 0 ? null : requirementOf(version),
      },
    ]
  })
}

/** The packages that uv takes from the same repository instead of a registry. */
function localNames(sources: Table): string[] {
  return Object.keys(sources).filter((name) => [sources[name]].flat().some(isLocal))
}

function isLocal(source: unknown): boolean {
  const { workspace, path, file } = tableOf(source)
  return workspace === true || path !== undefined || file !== undefined
}
