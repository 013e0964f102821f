import { once } from '#core/once.ts'
import { extraParts } from './extra-parts.ts'
import { folderAround, folderOf } from './folders.ts'
import { escaped } from './import-pattern.ts'
import { isLockFile } from './manifests/manifest-kind.ts'
import type { RepositoryFile } from './prove.ts'

/** Looks for a pattern in the files that these pathspecs name. */
export type Grep = (pattern: string, among?: readonly string[]) => Promise<readonly string[]>

/** Where it stands what is built, run, tested and released, and what starts or serves another part. */
const builders: readonly string[] = [
  '*Dockerfile*',
  '*Makefile',
  '*justfile',
  ...'go js json mjs mk nix py rs sh toml ts work yaml yml'.split(' ').map((end) => `*.${end}`),
]

/** Of text for people only what it tells them to start. */
const readmes = [':(glob,icase)README*']

/** They tell who looks after a folder, checks or documents it, and not what is made of it. */
const caretakers =
  /(?:^|\/)(?:\.(?!gitlab-ci|goreleaser)[^/]*|(?:labeler|dependabot|renovate|mkdocs|codecov|knip)[\w.-]*|[\w.-]*(?:tests?|lint)\.[\w.]+)$/

/** What makes a site out of documentation: a package, or a maker that is no part of the repository. */
const siteMaker = /"(?:@docusaurus\/core|vitepress|vuepress|@astrojs\/starlight)"\s*:/
const siteSettings = /(?:^|\/)(?:fern\.config\.json|mint\.json|docusaurus\.config\.[cm]?[jt]s)$/

/** A file by which a folder is a package of its own. */
const packageFile = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod)$/

/**
 * Tells of manifests whether their folder stands apart: it makes the site of the documentation, is
 * an extra of the rest, or nothing else in the repository names it, be it a workspace, an image, a
 * workflow, a script, code, or the README where it tells how to start. Without `grep` nobody looks for names.
 */
export function apartFrom(
  files: readonly RepositoryFile[],
  grep?: Grep,
): (path: string) => Promise<boolean> {
  const paths = files.map(({ path }) => path)
  const packages = new Set(paths.filter((path) => packageFile.test(path)).map(folderAround))
  const sites = files
    .filter(
      ({ path, text }) =>
        siteSettings.test(path) || (path.endsWith('/package.json') && siteMaker.test(text ?? '')),
    )
    .map(({ path }) => folderAround(path))
  // Every manifest is read again for it, so only where somebody asks.
  const apart = once(() => [...sites, ...extraParts(files)].filter((folder) => folder !== ''))
  const looked = new Map<string, Promise<boolean>>()
  const isUnnamed = async (folder: string) => {
    const naming = await grep!(namesFolder(folder), builders)
    if (naming.some((path) => !isIn(path, folder) && isBuilder(path))) return false
    return (await grep!(startsIn(folder), readmes)).length === 0
  }
  return async (path) => {
    const folder = packageAround(path, packages)
    if (apart().some((each) => isIn(path, each))) return true
    if (folder === '' || !grep) return false
    if (!looked.has(folder)) looked.set(folder, isUnnamed(folder))
    return looked.get(folder)!
  }
}

function isBuilder(path: string): boolean {
  const isWorkflow = /^\.(?:github|circleci)\//.test(path)
  return !caretakers.test(path) && !isLockFile(path) && (isWorkflow || folderOf(path) !== 'aside')
}

function startsIn(folder: string): string {
  return `cd +[./]*${escaped(folder)}/?($|[ ;&\`'"])`
}

/** By its path, by the last part of it in quotes or an address, or by a pattern for all beside it. */
function namesFolder(folder: string): string {
  const parts = escaped(folder).split('/')
  const last = parts.at(-1)!
  const above = parts.slice(0, -1)
  const patterns = above.flatMap((_, place) => [
    `${parts.slice(place, -1).join('/')}/\\*`,
    `${parts.slice(0, place + 1).join('/')}/\\*\\*`,
  ])
  return [
    `(^|[^A-Za-z0-9_-])${parts.join('/')}($|[^A-Za-z0-9_-])`,
    `["'/]${last}["'/]`,
    ...patterns.map((each) => `["' ]${each}`),
  ].join('|')
}

function packageAround(path: string, packages: ReadonlySet<string>): string {
  let folder = folderAround(path)
  while (folder !== '' && !packages.has(folder)) folder = folderAround(folder)
  return folder === '' ? folderAround(path) : folder
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}
