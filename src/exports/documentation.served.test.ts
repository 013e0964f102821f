import { spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, inject, it } from 'vitest'
import { type Finished, freshAddress, request } from '#testing/service.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

// The samples come from the served pages, so the test runs exactly the text that a visitor copies.
const get = async (page: string) => (await request(`${inject('served').url}${page}`)).text
const paths = [...(await get('/docs')).matchAll(/href="(\/docs(?:\/[\w/-]+)?)"/g)].map(
  ([, found]) => found!,
)
const pages = await Promise.all(
  [...new Set(paths)].map(async (page) => ({ page, html: await get(page) })),
)
const samples = pages.flatMap(({ page, html }) =>
  [...html.matchAll(/<code class="language-(\w+)">([\s\S]*?)<\/code>/g)].map(
    ([, language, text]) => ({ page, language, text: plain(text!) }),
  ),
)
// Commands of operators and editors change their machine and need a database. Check these pages by
// hand after a change; backup.db.test.ts and the tests of doctor run the same commands.
const forOperators = [
  '/docs/backup',
  '/docs/deploy',
  '/docs/desk',
  '/docs/operate',
  '/docs/performance',
  '/docs/releases',
]
const commands = samples.filter(
  ({ language, page }) => language === 'sh' && !forOperators.includes(page),
)

function plain(html: string): string {
  const signs: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  }
  // Samples are coloured with spans.
  return html
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign]!)
}

const ownCurl = path.resolve(import.meta.dirname, '../testing/curl.ts')
// `npm test` only requires Node and npm. Samples run with our curl, and with that of the machine if
// there is one.
const curls = spawnSync('curl', ['--version']).error ? ['ours'] : ['of this machine', 'ours']

/**
 * Runs commands like a reader. Each run has an address of its own, so that samples share no rate limit,
 * and an HTTP error fails the command.
 */
async function inShell(script: string, curl: string): Promise<Finished> {
  const folder = temporaryFolder()
  const settings = 'silent\nshow-error\nfail-with-body\nipv4\ninterface = '
  await writeFile(path.join(folder, '.curlrc'), settings + freshAddress())
  const NODE_COMPILE_CACHE = path.resolve('node_modules/.cache/compiled')
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE, CURL_HOME: folder }
  const given =
    curl === 'ours' ? `curl() { '${process.execPath}' '${ownCurl}' "$@"; }\n${script}` : script
  const child = spawn('sh', ['-eu', '-c', given], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => (stdout += String(data)))
  child.stderr.on('data', (data) => (stderr += String(data)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout, stderr }
}

describe('the documentation', () => {
  it('has guides and a page for each operation, each with a sample', () => {
    expect(pages.length).toBeGreaterThan(18)
    const withCommands = new Set(commands.map(({ page }) => page))
    const without = pages.map(({ page }) => page).filter((page) => !withCommands.has(page))
    const expected = [
      '/docs/about',
      '/docs/api-changelog',
      '/docs/api/update-product',
      '/docs/api/check-claim',
      '/docs/claim',
      '/docs/contribute',
      ...forOperators,
      '/docs/cli',
      '/docs/errors-and-limits',
      '/docs/privacy',
      '/docs/security',
      '/docs/terms',
    ]
    expect(without.sort()).toEqual(expected.sort())
  })

  it('has valid JSON, and a language for every sample', () => {
    for (const { text, page } of samples.filter(({ language }) => language === 'json'))
      expect(() => JSON.parse(text) as unknown, `${page}: ${text}`).not.toThrow()
    for (const { page, html } of pages)
      expect(`${page} ${/<code>[^<]*\n/.test(html)}`).toBe(`${page} false`)
  })

  it('has no unfilled {{braces}}', () => {
    for (const { page, html } of pages)
      expect(`${page}${/(?<!\$)\{\{.*?\}\}/.exec(html)?.[0] ?? ''}`).toBe(page)
  })

  it('has SQL that the downloaded database answers', async () => {
    const queries = samples.filter(({ language }) => language === 'sql')
    expect(queries.length).toBeGreaterThan(0)
    const database = new DatabaseSync(':memory:')
    database.deserialize((await request(`${inject('served').url}/data/catalog.sqlite`)).bytes)
    for (const { text } of queries)
      expect(database.prepare(text).all().length, text).toBeGreaterThan(0)
    database.close()
  })

  const runs = curls.flatMap((curl) => commands.map((command) => ({ ...command, curl })))
  it.each(runs)('$page: its command works with the curl $curl: $text', async ({ text, curl }) => {
    const { code, stdout, stderr } = await inShell(text, curl)
    expect({ code, stderr, failure: code === 0 ? '' : stdout }).toEqual({
      code: 0,
      stderr: '',
      failure: '',
    })
    // HTML in the place of Markdown or JSON is a failure too, and so is an MCP error with status 200.
    expect(stdout).not.toMatch(/<!doctype html|"isError":\s*true|"jsonrpc"[\s\S]*"error":\s*\{/i)
  })
})

it('every command for agents in the README works', async () => {
  const readme = await readFile(path.resolve(import.meta.dirname, '../../README.md'), 'utf8')
  const section = /## As an agent\n([^]*?)\n## /.exec(readme)![1]!
  const blocks = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, text]) =>
    text!.replaceAll('http://localhost:4321', inject('served').url),
  )
  expect(blocks.length).toBeGreaterThan(0)
  for (const block of blocks) {
    const { code, stderr } = await inShell(block, curls[0]!)
    expect({ block, code, stderr }).toEqual({ block, code: 0, stderr: '' })
  }
})
