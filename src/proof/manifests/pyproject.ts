import { packageUrl } from '#core/package-url.ts'
import { type DependencyKind, type Finding, isForDevelopment } from './finding.ts'
import { readRequirement } from './python-requirement.ts'
import { requirementOf } from './requirement.ts'
import { type Table, type TomlDocument, readToml, stringsOf, tableOf } from './toml.ts'

// The section of a Hatch plugin for workspaces whose packages pin each other. It replaces
// `project.dependencies`.
const dynamic = 'tool.hatch.metadata.hooks.uv-dynamic-versioning'

/** Reads pyproject.toml in the formats of PEP 621, PEP 735, Poetry, uv, PDM and Hatch. */
export function readPyproject(text: string): Finding[] {
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
  const workspace = workspacePackages(at('tool.uv.sources'))
  return [
    ...list('project', 'required'),
    ...groups('project.optional-dependencies', () => 'optional'),
    ...list(dynamic, 'required'),
    ...groups(`${dynamic}.optional-dependencies`, () => 'optional'),
    ...groups('dependency-groups', groupKind),
    ...list('tool.uv', 'dev', 'dev-dependencies'),
    ...groups('tool.pdm.dev-dependencies', () => 'dev'),
    ...poetry('tool.poetry.dependencies', 'required'),
    ...poetry('tool.poetry.dev-dependencies', 'dev'),
    ...Object.entries(at('tool.poetry.group')).flatMap(([group, value]) => {
      const { dependencies, optional } = tableOf(value)
      const kind = unlessOptional(groupKind(group), optional)
      return poetry(`tool.poetry.group.${group}.dependencies`, kind, tableOf(dependencies))
    }),
    ...list('build-system', 'build', 'requires'),
  ].filter((finding) => !workspace.has(finding.package))
}

/** The paths of the requirements files from which Setuptools reads optional dependencies. */
export function filesOfExtras(text: string): string[] {
  const section = 'tool.setuptools.dynamic.optional-dependencies'
  return Object.values(tableAt(readToml(text).table, section)).flatMap((extra) => {
    const { file } = tableOf(extra)
    return typeof file === 'string' ? [file] : stringsOf(file)
  })
}

/** Reads a Pipfile: the packages that Pipenv installs. */
export function readPipfile(text: string): Finding[] {
  const document = readToml(text)
  const packages = (section: string, kind: DependencyKind) =>
    namedPackages(document, tableAt(document.table, section), section, kind)
  return [...packages('packages', 'required'), ...packages('dev-packages', 'dev')]
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
    return required ? [{ ...required, line: document.lineOf(section, { quoted }), kind }] : []
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
    const [first] = [value].flat() as unknown[]
    const { path, optional, version = first } = tableOf(first)
    if (path !== undefined || name.toLowerCase() === 'python') return []
    return [
      {
        package: packageUrl('pypi', name),
        line: document.lineOf(section, { key: name }),
        kind: unlessOptional(kind, optional),
        requirement: requirementOf(version),
      },
    ]
  })
}

/** The packages that uv takes from the same repository instead of a registry. */
function workspacePackages(sources: Table): ReadonlySet<string> {
  const names = Object.keys(sources).filter((name) => {
    const { workspace, path } = tableOf(sources[name])
    return workspace === true || path !== undefined
  })
  return new Set(names.map((name) => packageUrl('pypi', name)))
}
