import { baseName } from './folders.ts'

/** The languages among the tools, by the endings of their source files. */
const endings: Readonly<Record<string, string>> = {
  py: 'python',
  ts: 'typescript',
  tsx: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  go: 'go',
  rs: 'rust',
  rb: 'ruby',
  java: 'java',
  kt: 'kotlin',
  cs: 'csharp',
  php: 'php',
  swift: 'swift',
  ex: 'elixir',
  exs: 'elixir',
}

/** The slug of the language that a file is written in; undefined for settings and other files. */
export function languageOf(path: string): string | undefined {
  // `vite.config.ts` and `.eslintrc.js` are settings of tools, in products of any language.
  const [, name, ending = ''] = /^([^.]+)\.(\w+)$/.exec(baseName(path)) ?? []
  return name === undefined ? undefined : endings[ending]
}
