import { limits } from '#contract/limits.ts'
import { attempt } from '#core/attempt.ts'
import { folderAround } from '#proof/folders.ts'
import type { Finding } from './finding.ts'
import { manifestKind } from './manifest-kind.ts'
import { type YamlValue, readYaml } from './yaml-values.ts'

const reference = /"([^"\\]+)"(\s*:\s*)"catalog:([^"\\]*)"/g

/**
 * The files of a project or commit, with the versions that catalogues hold in the place of `catalog:`
 * in package.json. Lines stay. The nearest catalogue in the folders above that has the package
 * counts: of pnpm-workspace.yaml (pnpm), .yarnrc.yml (Yarn) or package.json (Bun).
 */
export function withCatalogs<F extends { path: string; text: string | undefined }>(
  files: readonly F[],
): F[] {
  const byFolder = Map.groupBy(files.flatMap(holdersIn), ({ folder }) => folder)
  return files.map((file) => {
    if (manifestKind(file.path) !== 'package_json' || !file.text?.includes('"catalog:')) return file
    const above = foldersAround(file.path).flatMap((folder) => byFolder.get(folder) ?? [])
    const text = file.text.replace(
      reference,
      (line, name: string, colon: string, catalog: string) => {
        const version = above
          .map(({ holder }) => versionIn(holder, name, catalog.trim() || 'default'))
          .find(Boolean)
        // A long value that many lines refer to would multiply a stranger's text.
        return version === undefined || version.length > limits.requirement
          ? line
          : `"${name}"${colon}${JSON.stringify(version)}`
      },
    )
    return { ...file, text }
  })
}

/** Reads pnpm-workspace.yaml and .yarnrc.yml, which name no package that the project depends on. */
export function readNpmWorkspace(text: string): Finding[] {
  readYaml(text)
  return []
}

/** The mappings of a file that may hold catalogues: itself, or its `workspaces` for Bun. */
function holdersIn({ path, text = '' }: { path: string; text: string | undefined }) {
  const kind = manifestKind(path)
  const isBuns = kind === 'package_json' && /"catalogs?"\s*:/.test(text)
  if (kind !== 'npm_workspace' && !isBuns) return []
  // JSON is YAML, too. Ignored here: readers report files that cannot be parsed.
  const [root] = attempt(() => readYaml(text)) ?? []
  const holders = [root, root?.entries?.get('workspaces')].filter((each) => each !== undefined)
  return holders.map((holder) => ({ folder: folderAround(path), holder }))
}

function versionIn({ entries }: YamlValue, name: string, catalog: string): string | undefined {
  const named = entries?.get('catalogs')?.entries?.get(catalog)
  const catalogs = catalog === 'default' ? [entries?.get('catalog'), named] : [named]
  return catalogs.map((each) => each?.entries?.get(name)?.text).find(Boolean)
}

/** The folders around a file, the nearest first. The last is empty: the root. */
function foldersAround(path: string): string[] {
  const folders = [folderAround(path)]
  while (folders.at(-1) !== '') folders.push(folderAround(folders.at(-1)!))
  return folders
}
