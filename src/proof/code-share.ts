import { folderOf } from './folders.ts'
import { isSource } from './host-names.ts'

/** What is written for a browser or a runtime of JavaScript, in either language. */
const scripts = /\.(?:[cm]?[jt]sx?|vue|svelte)$/

/**
 * How the files of each language end, and what a runtime runs. A component file may hold either of
 * two.
 */
const endings: Readonly<Record<string, RegExp>> = {
  bun: scripts,
  csharp: /\.cs$/,
  deno: scripts,
  go: /\.go$/,
  java: /\.java$/,
  javascript: /\.(?:[cm]?jsx?|vue|svelte)$/,
  kotlin: /\.kt$/,
  nodejs: scripts,
  php: /\.php$/,
  python: /\.py$/,
  ruby: /\.rb$/,
  rust: /\.rs$/,
  swift: /\.swift$/,
  typescript: /\.(?:[cm]?tsx?|vue|svelte)$/,
}

/** What sets up tools of developers is code of no product. */
const configuration = /(?:^|\/)\.|\.config\.\w+$/

/**
 * Which part of the code of a product is written in a language, or in one that a runtime runs, by
 * its files; undefined for a tool that is neither, and where no code is at hand.
 */
export function codeShare(tool: string, paths: readonly string[]): number | undefined {
  const ending = endings[tool]
  const code = paths.filter(
    (path) => isSource(path) && folderOf(path) !== 'aside' && !configuration.test(path),
  )
  if (!ending || code.length === 0) return undefined
  return code.filter((path) => ending.test(path)).length / code.length
}
