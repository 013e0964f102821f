import { factKey } from '#contract/resources/facts.ts'
import { attempt } from '#core/attempt.ts'
import { isManifest } from '#proof/manifests/manifest-kind.ts'
import type { RepositoryFile } from '#proof/prove.ts'
import { type Shown, manifestFacts } from './file-facts.ts'
import { serverFacts } from './server-json.ts'
import type { FoundFact, Subject } from './subject.ts'

/** The description of an MCP server for the registry of MCP servers. */
export const serverJson = 'server.json'

/**
 * Finds the facts that the manifests of a product's repository and its server.json show, each with
 * the first place that shows it. What is not sure is left out.
 */
export function findFacts(files: readonly RepositoryFile[], subject: Subject): FoundFact[] {
  const paths = new Set(files.map(({ path }) => path))
  const shown = ({ path, text }: RepositoryFile): Shown[] => {
    if (text === undefined) return []
    if (path === serverJson) return serverFacts(text)
    if (!isManifest(path)) return []
    // Ignored here: `findTools` reports manifests that cannot be parsed.
    return attempt(() => manifestFacts(path, text, paths, subject)) ?? []
  }
  const first = new Map<string, FoundFact>()
  for (const file of files.toSorted(nearRoot))
    for (const one of shown(file)) {
      const key = factKey(one)
      if (!first.has(key)) first.set(key, { ...one, path: file.path })
    }
  return [...first.values()]
}

function nearRoot({ path: a }: RepositoryFile, { path: b }: RepositoryFile): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1)
}
