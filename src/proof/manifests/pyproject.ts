import { packageUrl } from '#core/package-url.ts'
import { type DependencyKind, type Finding, isForDevelopment } from './finding.ts'
import { requirementUrl } from './python-requirement.ts'
import { type TomlDocument, readToml, stringsOf, tableOf } from './toml.ts'

// A hook of Hatch for workspaces that pin their own parts: it stands for `project.dependencies`.
const dynamicHook = 'uv-dynamic-versioning'
const dynamicSection = `tool.hatch.metadata.hooks.${dynamicHook}`

/** pyproject.toml as PEP 621 and 735 write it, and as Poetry, uv, PDM and Hatch do. */
export function readPyproject(text: string): Finding[] {
  const document = readToml(text)
  const { table } = document
  const project = tableOf(table['project'])
  const tool = tableOf(table['tool'])
  const uv = tableOf(tool['uv'])
  const dynamic = tableOf(
    tableOf(tableOf(tableOf(tool['hatch'])['metadata'])['hooks'])[dynamicHook],
  )
  const own = ownPackages(tableOf(uv['sources']))
  const list = (value: unknown, section: string, kind: DependencyKind) =>
    requirements(document, stringsOf(value), section, kind)
  const groups = (value: unknown, section: string, kindOf: (group: string) => DependencyKind) =>
    Object.entries(tableOf(value)).flatMap(([group, entries]) =>
      list(entries, section, kindOf(group)),
    )
  return [
    ...list(project['dependencies'], 'project', 'required'),
    ...groups(project['optional-dependencies'], 'project.optional-dependencies', () => 'optional'),
    ...list(dynamic['dependencies'], dynamicSection, 'required'),
    ...groups(
      dynamic['optional-dependencies'],
      `${dynamicSection}.optional-dependencies`,
      () => 'optional',
    ),
    ...groups(table['dependency-groups'], 'dependency-groups', groupKind),
    ...list(uv['dev-dependencies'], 'tool.uv', 'dev'),
    ...groups(tableOf(tool['pdm'])['dev-dependencies'], 'tool.pdm.dev-dependencies', () => 'dev'),
    ...poetry(document, tableOf(tool['poetry'])),
    ...list(tableOf(table['build-system'])['requires'], 'build-system', 'build'),
  ].filter((finding) => !own.has(finding.package))
}

/**
 * The files that Setuptools reads extras from, as pyproject.toml names them: they are requirements
 * files by their names, and no product needs what stands in them.
 */
export function filesOfExtras(text: string): string[] {
  const setuptools = tableOf(tableOf(readToml(text).table['tool'])['setuptools'])
  const extras = tableOf(tableOf(setuptools['dynamic'])['optional-dependencies'])
  return Object.values(extras).flatMap((extra) => {
    const { file } = tableOf(extra)
    return typeof file === 'string' ? [file] : stringsOf(file)
  })
}

// PEP 735 groups need not be for developers: some products keep their whole back end in one.
function groupKind(group: string): DependencyKind {
  return isForDevelopment(group) ? 'dev' : 'required'
}

function requirements(
  document: TomlDocument,
  entries: readonly string[],
  section: string,
  kind: DependencyKind,
): Finding[] {
  return entries.flatMap((quoted) => {
    const url = requirementUrl(quoted)
    return url ? [{ package: url, line: document.lineOf(section, { quoted }), kind }] : []
  })
}

function poetry(document: TomlDocument, table: Readonly<Record<string, unknown>>): Finding[] {
  const groups = Object.entries(tableOf(table['group'])).map(([group, value]) => ({
    section: `tool.poetry.group.${group}.dependencies`,
    packages: tableOf(tableOf(value)['dependencies']),
    kind: groupKind(group),
  }))
  const plain = [
    { key: 'dependencies', kind: 'required' },
    { key: 'dev-dependencies', kind: 'dev' },
  ] as const
  return [
    ...plain.map(({ key, kind }) => ({
      section: `tool.poetry.${key}`,
      packages: tableOf(table[key]),
      kind,
    })),
    ...groups,
  ].flatMap(({ section, packages, kind }) =>
    namedPackages(document, packages, { section, kind, except: ['python'] }),
  )
}

/** The entries of a table whose keys are packages, as Poetry and Pipenv have it. */
export function namedPackages(
  document: TomlDocument,
  packages: Readonly<Record<string, unknown>>,
  { section, kind, except }: { section: string; kind: DependencyKind; except: readonly string[] },
): Finding[] {
  return Object.entries(packages).flatMap(([name, value]) => {
    const { path, optional } = tableOf(value)
    if (path !== undefined || except.includes(name.toLowerCase())) return []
    const line = document.lineOf(section, { key: name })
    const found = kind === 'required' && optional === true ? 'optional' : kind
    return [{ package: packageUrl('pypi', name), line, kind: found }]
  })
}

// A source that is a part of the same repository.
function ownPackages(sources: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const isOwn = (value: unknown) => {
    const { workspace, path } = tableOf(value)
    return workspace === true || path !== undefined
  }
  const names = Object.entries(sources).flatMap(([name, value]) => (isOwn(value) ? [name] : []))
  return new Set(names.map((name) => packageUrl('pypi', name)))
}
