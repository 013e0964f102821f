import { folderAround, folderOf } from './folders.ts'
import { readManifest } from './manifests/read-manifest.ts'
import { ownPackages } from './own-packages.ts'
import type { RepositoryFile } from './prove.ts'

/**
 * The folders of packages of a repository that others of it ask for as an extra, and none needs:
 * what they are made of is no more of the product than any extra.
 */
export function extraParts(files: readonly RepositoryFile[]): string[] {
  const own = ownPackages(files)
  const asked = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const outcome = readManifest(path, text ?? '')
    if (outcome.kind !== 'read' || folderOf(path) !== 'own') continue
    for (const { package: named, kind } of outcome.findings) {
      const folder = own.get(named)
      if (folder === undefined || folder === folderAround(path)) continue
      asked.set(named, (asked.get(named) ?? new Set()).add(kind))
    }
  }
  return [...asked].flatMap(([named, kinds]) =>
    kinds.has('optional') && !kinds.has('required') ? [own.get(named)!] : [],
  )
}
