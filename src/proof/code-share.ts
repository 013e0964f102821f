import { folderOf } from './folders.ts'
import { isSource } from './host-names.ts'

/** How the files of each language end. A component file may hold either of two. */
const endings: Readonly<Record<string, RegExp>> = {
  csharp: /\.cs$/,
  go: /\.go$/,
  java: /\.java$/,
  javascript: /\.(?:[cm]?jsx?|vue|svelte)$/,
  kotlin: /\.kt$/,
  php: /\.php$/,
  python: /\.py$/,
  ruby: /\.rb$/,
  rust: /\.rs$/,
  swift: /\.swift$/,
  typescript: /\.(?:[cm]?tsx?|vue|svelte)$/,
}

/**
 * Which part of the code of a product is written in a language, by its files; undefined for a tool
 * that is no language, and where no code is at hand.
 */
export function codeShare(tool: string, paths: readonly string[]): number | undefined {
  const ending = endings[tool]
  const code = paths.filter((path) => isSource(path) && folderOf(path) !== 'aside')
  if (!ending || code.length === 0) return undefined
  return code.filter((path) => ending.test(path)).length / code.length
}
