import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** The folders and files of src that each folder may import, beside itself and npm. */
const mayImport: Record<string, string> = {
  contract: '',
  core: 'contract',
  db: 'contract process-lock.ts request-deadline.ts',
  mail: 'contract db request-deadline.ts',
  present: 'contract core',
  'content-files': 'contract core present',
  search: 'contract core',
  catalog: 'contract core db present search request-deadline.ts',
  proof: 'contract core',
  limits: 'contract db',
  log: 'contract',
  editorial: 'contract core db content-files mail present proof request-deadline.ts',
  exports: 'contract core present',
  service:
    'contract core db present search catalog editorial limits log mail proof request-deadline.ts',
  http: 'contract core log present service',
  mcp: 'contract core present service http',
  cli: 'contract core present proof catalog service mcp',
  hosting: 'cli contract core db catalog content-files exports log mail present process-lock.ts',
  authoring: 'contract core content-files present proof config.ts settings.ts',
  desk: 'authoring contract core db content-files editorial exports hosting mail present proof command.ts config.ts settings.ts',
  'editor-api':
    'authoring components contract core db desk editorial http limits mail present proof search service command.ts',
  integration: 'contract core content-files exports hosting present',
  browser: 'core present proof',
  components: 'contract core catalog exports browser present',
  layouts: 'contract core catalog exports components present styles',
  pages: 'contract core catalog exports browser components layouts present',
  testing: 'anything',
}

const sources = ['src', 'functions', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((name) => /\.(?:ts|astro)$/.test(name) && !name.endsWith('.d.ts')),
)

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!)
}

/** The folder of src that an import leads to; undefined for npm and outside of src. */
function target(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1).split('/')[0]
  if (!specifier.startsWith('.')) return undefined
  const resolved = path.relative(root, path.resolve(root, path.dirname(file), specifier))
  return resolved.startsWith('src/') ? resolved.split('/')[1] : undefined
}

describe('imports', () => {
  const production = sources.filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'))

  it('every import stays within the table; move the code, or argue for a new row here', () => {
    const strays = production.flatMap((file) => {
      const folder = file.split('/')[1]!
      const allowed = mayImport[folder]
      // Files at the top of src may import everything: composition.ts wires all parts.
      if (allowed === undefined || allowed === 'anything') return []
      const folders = new Set([folder, ...allowed.split(' ')])
      return importsOf(file)
        .map((specifier) => target(file, specifier))
        .filter((to) => to !== undefined && !folders.has(to))
        .map((to) => `${file} imports ${to}`)
    })
    expect(strays).toEqual([])
  })

  it('components and layouts take types of catalog/, whose code opens files: pages hand them data', () => {
    const users = production.filter(
      (file) =>
        /^src\/(?:components|layouts)\//.test(file) &&
        /import (?!type )[^']*'#catalog\//.test(textOf(file)),
    )
    expect(users).toEqual([])
  })

  it('every folder of src has a row in the table', () => {
    const folders = readdirSync(path.join(root, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    expect(
      folders.map(({ name }) => name).filter((name) => !(name in mayImport) && name !== 'styles'),
    ).toEqual([])
  })

  it('src/README.md has a row for every folder and for every file beside them', () => {
    const text = textOf('src/README.md')
    const entries = readdirSync(path.join(root, 'src')).filter(
      (name) => !/\.(?:test\.ts|md)$/.test(name),
    )
    expect(entries.filter((name) => !text.includes(`| \`${name}\` `))).toEqual([])
  })

  it('a comment that cites the decisions on the contract names one of their headings', () => {
    const text = textOf('content/spec/decisions.md')
    const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading!)
    const stale = sources.flatMap((file) =>
      [...textOf(file).matchAll(/\bDecisions, (.+)/g)]
        .map(([, cited = '']) => cited)
        .filter((cited) => !headings.some((heading) => cited.startsWith(heading)))
        .map((cited) => `${file}: ${cited}`),
    )
    expect(stale).toEqual([])
  })

  it('inside a folder an import is ./x.ts, across folders #folder/x.ts; "../" hides a boundary', () => {
    const mayClimb = /: \.\.\/(?:(?:config|composition)\.ts$|styles\/|\.\.\/content\/)/
    const climbing = sources
      .filter((file) => file.startsWith('src/'))
      .flatMap((file) =>
        importsOf(file)
          .filter((specifier) => specifier.startsWith('../'))
          .map((specifier) => `${file}: ${specifier}`),
      )
      .filter((line) => !mayClimb.test(line))
    expect(climbing).toEqual([])
  })

  it('no files import each other in a circle, by way of others or as types', () => {
    const importable = new Set(sources.filter((file) => !file.endsWith('.test.ts')))
    const leadsTo = (file: string) =>
      importsOf(file)
        .map((specifier) =>
          specifier.startsWith('#')
            ? `src/${specifier.slice(1)}`
            : path.posix.join(path.posix.dirname(file), specifier),
        )
        .filter((one) => importable.has(one))
    const state = new Map<string, 'open' | 'done'>()
    const circles: string[] = []
    const visit = (file: string, way: readonly string[]) => {
      if (state.get(file) === 'open')
        circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
      if (state.has(file)) return
      state.set(file, 'open')
      for (const next of leadsTo(file)) visit(next, [...way, file])
      state.set(file, 'done')
    }
    for (const file of importable) visit(file, [])
    expect(circles).toEqual([])
  })

  it('the contract is safe in a browser: it imports zod and itself', () => {
    const contract = production.filter((file) => file.startsWith('src/contract/'))
    const others = contract
      .flatMap(importsOf)
      .filter((specifier) => specifier !== 'zod' && !/^(?:\.\/|#contract\/)/.test(specifier))
    expect(others).toEqual([])
  })

  it('only tests, and the scripts that developers run, import testing/', () => {
    const forDevelopers = /^scripts\/(?:(?:pgbouncer|postgres|relevance|test)\.ts|lab)/
    const users = sources.filter(
      (file) =>
        !file.endsWith('.test.ts') && !file.startsWith('src/testing/') && !forDevelopers.test(file),
    )
    expect(
      users.filter((file) =>
        importsOf(file).some((specifier) => specifier.startsWith('#testing/')),
      ),
    ).toEqual([])
  })

  it('no HTTP header is named outside of http/: answers have servedFrom, errors retryAfterSeconds', () => {
    const names =
      /['"`](?:retry-after|x-served-from|idempotency-replayed|content-type|etag|if-none-match|cache-control|referrer-policy|x-real-ip|ratelimit|ratelimit-policy)['"`]/i
    const neutral = /^src\/(?:service|core|db|contract|catalog|limits|editorial)\//
    const strays = production
      .filter((file) => neutral.test(file))
      .filter((file) => names.test(textOf(file)))
    expect(strays).toEqual([])
  })

  it('a page calls an operation without a made-up Request', () => {
    const pages = sources.filter((file) => file.endsWith('.astro'))
    const strays = pages.filter((file) => /new Request\(|x-real-ip/.test(textOf(file)))
    expect(strays).toEqual([])
  })

  it('only functions import composition.ts, which opens the database', () => {
    const users = production.filter((file) =>
      importsOf(file).some((specifier) => specifier.endsWith('/composition.ts')),
    )
    expect(users).toEqual([])
  })

  it('SQL is only in db/, and in catalog/ for its own file; other folders call a query of db/', () => {
    const statement = /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/
    const users = [...production, ...sources.filter((file) => !file.startsWith('src/'))].filter(
      (file) =>
        !/^src\/(?:db|catalog|testing)\/|^scripts\/(?:lab|postgres|test-services)|\.test\.ts$/.test(
          file,
        ) &&
        (statement.test(textOf(file)) ||
          // Types may be imported, to pass a transaction on.
          /import (?!type )[^\n]*from 'kysely/.test(textOf(file))),
    )
    expect(users).toEqual([])
  })
})

describe('names and shapes', () => {
  it('no file is named utils or the like: name it for its content', () => {
    expect(
      sources.filter((file) =>
        /\/(?:utils?|helpers?|types|constants|misc|common)(?:\.ts|\/)/.test(file),
      ),
    ).toEqual([])
  })

  it('no file is longer than 400 lines: split it by topic', () => {
    const long = sources.filter(
      (file) => !file.endsWith('.test.ts') && textOf(file).split('\n').length > 400,
    )
    expect(long).toEqual([])
  })

  it('the top level has the agreed files and folders only', () => {
    const allowed =
      /^(?:package\.json|package-lock\.json|tsconfig\.json|astro\.config\.mjs|README\.md|LICENSE|src|functions|content|public|scripts|node_modules|\..*)$/
    expect(readdirSync(root).filter((name) => !allowed.test(name))).toEqual([])
  })
})
