import { attempt } from '#core/attempt.ts'
import { packageUrl } from '#core/package-url.ts'
import { baseName, folderOf } from './folders.ts'
import { tableOf } from './manifests/tables.ts'
import { readToml } from './manifests/toml.ts'
import type { RepositoryFile } from './prove.ts'

/** The packages that a repository publishes. They are the product, not its tools. */
export function ownPackages(files: readonly RepositoryFile[]): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ path, text }) => {
      if (text === undefined || folderOf(path) !== 'own') return []
      // Ignored here: `findTools` reports manifests that cannot be parsed.
      return attempt(() => namesIn(baseName(path), text)) ?? []
    }),
  )
}

function namesIn(file: string, text: string): string[] {
  if (file === 'package.json') return named('npm', tableOf(JSON.parse(text))['name'])
  if (file === 'go.mod') return named('golang', /^module +(\S+)/m.exec(text)?.[1])
  if (file === 'Cargo.toml') return named('cargo', tableOf(readToml(text).table['package'])['name'])
  if (file !== 'pyproject.toml') return []
  const { table } = readToml(text)
  const poetry = tableOf(tableOf(table['tool'])['poetry'])
  return named('pypi', tableOf(table['project'])['name'] ?? poetry['name'])
}

function named(type: string, name: unknown): string[] {
  return typeof name === 'string' && name !== '' ? [packageUrl(type, name)] : []
}
