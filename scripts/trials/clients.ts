import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { operations } from '#contract/index.ts'
import { type Maker, makers } from './clients/makers.ts'

const run = promisify(execFile)
const own = path.join(import.meta.dirname, 'clients')

/** What became of one maker's client. */
export interface ClientRow {
  maker: string
  version: string
  generated: string
  compiled: string
  ran: string
  /** Nothing when it compiles strictly and its answers are those of the API. */
  problem: string
}

/** Puts the makers, as their lock pins them, into a folder. They are no packages of the root. */
export async function installMakers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json'])
    await copyFile(path.join(own, file), path.join(folder, file))
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', args, { cwd: folder, shell: process.platform === 'win32' })
}

/**
 * Makes a client of the document that is served by each maker, compiles it with `strict`, and asks
 * the API through it what plain requests are asked.
 */
export async function clients(api: string, folder: string): Promise<ClientRow[]> {
  const document = await fetch(`${api}/openapi`)
  await writeFile(path.join(folder, 'openapi.json'), await document.text())
  const submission = operations.submit_product.example.body
  const facts = await factsOf(api, submission)
  const rows: ClientRow[] = []
  for (const maker of makers) rows.push(await tried(maker, { api, folder, submission, facts }))
  return rows
}

interface Trial {
  api: string
  folder: string
  submission: object
  facts: unknown
}

async function tried(maker: Maker, { api, folder, submission, facts }: Trial): Promise<ClientRow> {
  const made = path.join(folder, 'made', maker.name)
  const row = { maker: maker.name, version: await versionOf(maker.name, folder) }
  const times: string[] = []
  const step = async (command: readonly string[]) => {
    const began = performance.now()
    const [name = '', ...args] = command
    const file = path.join(folder, 'node_modules/.bin', name)
    const { stdout } = await run(file, args, { cwd: folder, env: quiet })
    times.push(`${((performance.now() - began) / 1000).toFixed(1)} s`)
    return stdout
  }
  let problem = ''
  try {
    await mkdir(made, { recursive: true })
    await step(maker.command)
    await writeFile(path.join(made, 'program.ts'), maker.program)
    await writeFile(path.join(made, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict }))
    await step(['tsc', '-p', made])
    const bundle = path.join(made, 'program.mjs')
    await step([
      'esbuild',
      path.join(made, 'program.ts'),
      '--bundle',
      '--platform=node',
      '--format=esm',
      // What the bundle takes from CommonJS asks for modules of Node.
      `--banner:js=import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
      `--outfile=${bundle}`,
      '--log-level=error',
    ])
    const { stdout } = await run(process.execPath, [bundle, api, JSON.stringify(submission)])
    if (stdout.trim() !== JSON.stringify(facts)) problem = `answers differ: ${stdout}`
  } catch (error) {
    // What a compiler and a program say goes to either.
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as Error & Record<'stdout' | 'stderr', string>
    problem = `${stdout}${stderr}`.trim() || message
  }
  const [generated = '', compiled = '', bundled] = times
  const ran = bundled !== undefined && problem === '' ? 'all answers' : 'no'
  return { ...row, generated, compiled, ran, problem }
}

async function versionOf(name: string, folder: string): Promise<string> {
  const file = path.join(folder, 'node_modules', name, 'package.json')
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version
}

const quiet = { ...process.env, DO_NOT_TRACK: '1', NO_COLOR: '1' }

// As strict as a compiler is by itself; what a client includes from its packages is not ours.
const strict = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
}

/** What the programs ask, by plain requests: the answers that theirs have to be. */
async function factsOf(api: string, submission: object) {
  const get = async (address: string) => (await (await fetch(api + address)).json()) as Answer
  const { tools } = await get('/tools')
  const { results } = await get('/search?q=browser%20automation&limit=5')
  const { product, next_action_code } = await get('/products/n8n')
  const { query, recommendations } = await get(
    '/recommend?task=customer%20support&stack=postgresql&limit=3',
  )
  const compared = await get('/compare?slugs=n8n,dify')
  const { items } = await get('/changelog?order=asc&limit=3')
  const looked = await get('/lookup?url=https://n8n.io')
  const unlisted = await get('/lookup?url=nobody.example')
  const page = await get('/products?sort=popular&limit=2&detail=brief')
  const dryRun = await fetch(`${api}/submit?dry_run=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(submission),
  })
  return {
    tools: tools.map(({ slug }) => slug),
    found: results.map(({ type, slug }) => `${type} ${slug}`),
    product: [product.slug, next_action_code],
    recommended: recommendations.map(({ score, product: one, match }) => [
      score,
      one.slug,
      match.reasons,
    ]),
    resolved: query.resolved_tools.map(({ slug }) => slug),
    compared: [compared.slugs, compared.comparison.summary],
    changed: items.map(({ type, id }) => [type, id]),
    looked: looked.listing_url,
    unlisted: unlisted.submit_url,
    page: [page.products.map(({ slug }) => slug), page.total],
    valid: ((await dryRun.json()) as { valid?: boolean }).valid,
    format: (await get('/schema')).format,
    wrong: (await get('/compare?slugs=n8n')).error_code,
  }
}

interface Named {
  slug: string
}

/** Every answer that is looked into; a field that one does not have is undefined in the facts. */
interface Answer {
  tools: Named[]
  results: (Named & { type: string })[]
  product: Named
  next_action_code: string
  query: { resolved_tools: Named[] }
  recommendations: { score: number; product: Named; match: { reasons: string[] } }[]
  slugs: string[]
  comparison: { summary: string[] }
  items: { type: string; id: string }[]
  listing_url: string
  submit_url: string
  products: Named[]
  total: number
  format: string
  error_code: string
}
