import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Misuse, run, typedArguments } from '#command.ts'
import { runCheck, runProgram } from './run-program.ts'
import { vitest } from './vitest.ts'

const root = path.dirname(import.meta.dirname)
/** Filenames of tests that need a built site or a server. They are not run. */
const needsMore = /\.(?:served|rebuilt|redis|services\.db)\.test\.ts$/
const usage = 'Usage: npm run quick-check <file…>'
const pages = 'src/testing/tsconfig.astro.json'

// Checks a few files in seconds: format, lint, types, and the tests beside each file or, if there
// are none, the tests that import it. `npm run check` and `npm test` check the whole repository.
await run(async () => {
  const { positionals } = typedArguments(usage, { allowPositionals: true })
  const named = positionals.map((file) => path.relative(root, path.resolve(file)))
  const missing = named.filter((file) => !existsSync(path.join(root, file)))
  if (named.length === 0 || missing.length > 0)
    throw new Misuse([...missing.map((file) => `${file} is not there.`), usage].join('\n'))
  const code = named.filter((file) => /\.(?:ts|astro)$/.test(file))
  const reached = [...code, ...code.flatMap(importersOf)]
  const tests = [...new Set(code.flatMap(testsOf))]
  const quick = tests.filter((file) => !needsMore.test(file))
  const isDatabase = (file: string) => file.endsWith('.db.test.ts')
  const projects = [...new Set(quick.map((file) => (isDatabase(file) ? 'db' : 'unit')))]
  const isContent = named.some((file) => file.startsWith('content/'))
  const codes = await Promise.all([
    command('format', 'prettier/bin/prettier.cjs', '--check', ...named),
    code.length > 0 && command('lint', 'oxlint/bin/oxlint', '--deny-warnings', ...code),
    code.length > 0 && command('types', 'typescript-native/bin/tsc', '--noEmit'),
    reached.some((file) => file.endsWith('.astro')) &&
      command('astro', 'astro/bin/astro.mjs', 'check', '--tsconfig', pages),
    isContent && command('content', '../scripts/check-content.ts'),
    quick.length > 0 && vitest('quick', projects, { isShownAtEnd: true, args: quick }),
  ])
  for (const test of tests.filter((file) => needsMore.test(file)))
    console.log(`Not run, for it needs a built site or a server: npm run test:run -- ${test}`)
  return codes.some(Boolean) ? 1 : 0
})

function importersOf(file: string): string[] {
  return globSync('{src,functions,scripts}/**/*.{ts,astro}', { cwd: root }).filter((other) => {
    const text = readFileSync(path.join(root, other), 'utf8')
    const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)]
    return named.some(([, specifier]) =>
      specifier!.startsWith('#')
        ? `src/${specifier!.slice(1)}` === file
        : path.join(path.dirname(other), specifier!) === file,
    )
  })
}

function testsOf(file: string): string[] {
  const { dir, name } = path.parse(file)
  if (name.endsWith('.test')) return [file]
  const beside = readdirSync(path.join(root, dir))
    .filter((other) => other.startsWith(`${name}.`) && other.endsWith('.test.ts'))
    .map((other) => path.join(dir, other))
  return beside.length > 0
    ? beside
    : importersOf(file).filter((other) => other.endsWith('.test.ts'))
}

function command(name: string, program: string, ...args: string[]): Promise<number> {
  const file = path.join(root, 'node_modules', program)
  return runCheck(name, runProgram(process.execPath, [file, ...args]), (code) => code !== 0)
}
