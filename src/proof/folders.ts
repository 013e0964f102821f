/**
 * What a folder is for: what lies in `aside` belongs to no product, and what lies in `plugin` to one
 * of many that it can be joined with. Of the manifests with hits in the trial of issue 11, 40 % lay
 * aside and 15 % with plugins.
 */
export function folderOf(path: string): 'own' | 'plugin' | 'aside' {
  const folders = path.toLowerCase().split('/').slice(0, -1)
  // Further in, `build` may be a part of the product.
  if (folders[0] === 'build' || folders.some((folder) => aside.test(folder))) return 'aside'
  const isPlugin = folders.some(
    (folder, place) =>
      plugin.test(folder) ||
      // The folder of a browser's extension is the product; one that holds several is not.
      (folder === 'extension' && place < folders.length - 1),
  )
  return isPlugin ? 'plugin' : 'own'
}

const aside =
  /^(?:(?:examples?|samples?|tests?|testing|e2e|specs?|fixtures?|mocks?|docs?|documentation|templates?|demos?|benchmarks?|evals?|evaluations?|cookbooks?|tutorials?|playgrounds?|sandbox|experiments?|scripts?|hack)(?:[-_.].*)?|.*[-_](?:examples?|samples?|tests?|docs|templates?|demo|e2e)|__tests__|node_modules|vendor|third[-_]party|dist|\.next|\.?venv|__pycache__|website|\.github|\.devcontainer|\.circleci)$/

const plugin =
  /^(?:.*[-_])?(?:plugins?|mcp[-_]servers|integrations?|extensions|connectors?|adapters?|providers?|instrumentation|community)$/

const beside =
  /^(?:\..+|experimental|skills?|deploy(?:ments?)?|packaging|installers?|npm(?:[-_]package)?|load[-_]?tests?|legacy|deprecated|archived?|seeds?|scaffold(?:s|ing)?|boilerplates?|starters?|www|landing(?:[-_]page)?|marketing|homepage)$/

/**
 * Whether a file lies beside the product in its repository: what is tried out, handed to agents, run
 * by its developers, or tells of it. It proves what is listed; it suggests nothing.
 */
export function isBeside(path: string): boolean {
  const folders = path.toLowerCase().split('/').slice(0, -1)
  // Within a product, `tools` are those of an agent.
  return folders[0] === 'tools' || folders.some((folder) => beside.test(folder))
}

/** The folder that a file or a folder lies in; empty for what lies at the root. */
export function folderAround(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
