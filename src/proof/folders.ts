/**
 * Classifies a file by its folders. `aside`: examples, tests, docs and build output, which are not
 * part of the product. `plugin`: one of many optional parts. `own`: all others. In the trial of
 * issue 11, 40 % of the manifests with tools were `aside` and 15 % `plugin`.
 */
export function folderOf(path: string): 'own' | 'plugin' | 'aside' {
  const folders = foldersOf(path)
  // At the root, `build` holds build output. Deeper folders of that name may hold source code.
  if (folders[0] === 'build' || folders.some((folder) => aside.test(folder))) return 'aside'
  const isPlugin = folders.some(
    (folder, place) =>
      plugin.test(folder) ||
      // A folder `extension` is usually a browser extension, so the product itself. With subfolders
      // it holds optional extensions.
      (folder === 'extension' && place < folders.length - 1),
  )
  return isPlugin ? 'plugin' : 'own'
}

const aside =
  /^(?:(?:examples?|samples?|tests?|testing|e2e|specs?|fixtures?|mocks?|docs?|documentation|templates?|demos?|benchmarks?|evals?|evaluations?|cookbooks?|tutorials?|guides?|playgrounds?|sandbox|experiments?|scripts?|hack)(?:[-_.].*)?|.*[-_](?:examples?|samples?|tests?|docs|templates?|demo|e2e|evals?|hello[-_]world|ci)|references|__tests__|node_modules|vendor|third[-_]party|dist|\.next|\.?venv|__pycache__|website|\.github|\.devcontainer|\.circleci)$/

const plugin =
  /^(?:.*[-_])?(?:plugins?|mcp[-_]servers|integrations?|extensions|connectors?|adapters?|providers?|instrumentation|community)$/

const beside =
  /^(?:\..+|experimental|skills?|deploy(?:ments?)?|packaging|installers?|npm(?:[-_]package)?|load[-_]?tests?|legacy|deprecated|archived?|seeds?|scaffold(?:s|ing)?|boilerplates?|starters?|www|landing(?:[-_]page)?|marketing|homepage)$/

/**
 * Whether a file belongs to work around the product: experiments, skills for agents, deployment,
 * starters and marketing pages. These files can prove listed tools, but do not suggest new ones.
 */
export function isBeside(path: string): boolean {
  const folders = foldersOf(path)
  // At the root, `tools` holds developers' tools. Deeper such folders hold tools of an agent.
  return folders[0] === 'tools' || folders.some((folder) => beside.test(folder))
}

/** The path with `/` between its folders, also if Windows wrote it. */
export function unixPath(path: string): string {
  return path.replaceAll('\\', '/')
}

/** The folder of a file; empty for files at the root. */
export function folderAround(path: string): string {
  return path.slice(0, Math.max(0, unixPath(path).lastIndexOf('/')))
}

/** The filename without its folders. */
export function baseName(path: string): string {
  return path.slice(unixPath(path).lastIndexOf('/') + 1)
}

const isAbsolute = (path: string) => /^(?:[a-z]:)?[\\/]/i.test(path)

/**
 * Returns a function that removes the folders above the project from absolute paths: those that all
 * of them share. They say where the project lies, not what a file of it is for.
 */
export function belowProject(paths: readonly string[]): (path: string) => string {
  const folders = paths.filter(isAbsolute).map((path) => unixPath(folderAround(path)))
  let [shared = ''] = folders
  for (const folder of folders)
    while (shared !== '' && !`${folder}/`.startsWith(`${shared}/`)) shared = folderAround(shared)
  return (path) => (isAbsolute(path) ? path.slice(shared.length + 1) : path)
}

function foldersOf(path: string): string[] {
  return unixPath(path).toLowerCase().split('/').slice(0, -1)
}
