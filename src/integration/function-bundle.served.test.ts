import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { operations } from '#contract/index.ts'
import { request } from '#testing/service.ts'

function built(part: 'functions' | 'static'): string {
  const builds = path.join(inject('served').dataDir, 'site')
  return path.join(builds, readdirSync(builds).sort().at(-1)!, part)
}

function bundle(): string[] {
  const folder = built('functions')
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => statSync(file).isFile())
}

it('the code of the function is smaller than 2.75 MB, and has no code that only scripts need', () => {
  // Without .generated/: the data grow with the catalogue and are read on demand.
  const files = bundle().filter((file) => !file.split(path.sep).includes('.generated'))
  expect(files.reduce((bytes, file) => bytes + statSync(file).size, 0)).toBeLessThan(2_750_000)
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const scriptsOnly = [
    'PGlite',
    '@electric-sql',
    '<mj-',
    'YAMLException',
    'mjml2html',
    'playwright-core',
    'resvg',
    'getTransformedRoutes',
    'vnd.lotus-1-2-3',
    '00000000-0000-4000-8000',
  ]
  expect(scriptsOnly.filter((word) => code.includes(word))).toEqual([])
})

/** The code that runs when a file is imported: its static imports, without dynamic ones. */
function startedBy(first: string): string {
  const started = new Set<string>()
  const waiting = [first]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (started.has(file)) continue
    started.add(file)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
      waiting.push(path.join(path.dirname(file), name!))
  }
  return [...started].map((file) => readFileSync(file, 'utf8')).join('\n')
}

it('the entry of the function is our own: it knows every handler, and loads Astro for pages only', () => {
  const code = startedBy(bundle().find((file) => path.basename(file) === 'entry.mjs')!)
  expect(code).toContain('/api/v1/products/[slug]')
  expect(code).not.toMatch(/AstroError|createApp/)
})

it('the libraries of the rate-limit store are loaded at its first use, not at the start', () => {
  const files = bundle()
  const holds = (file: string) =>
    /UpstashJSONParseError|cacheBlock/.test(readFileSync(file, 'utf8'))
  expect(files.filter(holds).length).toBeGreaterThan(0)
  const composition = files.find((file) => path.basename(file).startsWith('composition_'))!
  expect(startedBy(composition)).not.toMatch(/UpstashJSONParseError|cacheBlock/)
})

it('the library of metrics is only loaded with METRICS_TOKEN', () => {
  const files = bundle()
  const counts = (code: string) => code.includes('proofstack_requests_total')
  expect(files.filter((file) => counts(readFileSync(file, 'utf8')))).toHaveLength(1)
  for (const first of ['entry.mjs', 'composition_'])
    expect(counts(startedBy(files.find((file) => path.basename(file).startsWith(first))!))).toBe(
      false,
    )
})

it('every operation of the contract has a route that answers as JSON', async () => {
  for (const { method, path: pattern } of Object.values(operations)) {
    const answer = await request(
      `${inject('served').url}/api/v1${pattern.replace('{slug}', pattern.startsWith('/tools') ? 'qdrant' : 'n8n')}`,
      { method },
    )
    expect(`${method} ${pattern}: ${answer.headers['content-type']}`).toBe(
      `${method} ${pattern}: application/json; charset=utf-8`,
    )
    // No claim has this id.
    const known = pattern.includes('{claim}') ? [404, 415] : [200, 400, 401, 415]
    expect(known).toContain(answer.status)
  }
})

it('pages and tools that are equal for all readers are files, without a function', () => {
  const files = [
    'index.html',
    'api/v1/tools',
    'product/n8n/index.html',
    'stack/postgresql/index.html',
  ]
  for (const file of files)
    expect(statSync(path.join(built('static'), file)).size).toBeGreaterThan(100)
})
