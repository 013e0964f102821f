// The package that the site gives out, as npx runs it.
import { execFile } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { extract } from 'tar'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { tools } from '#mcp/tools.ts'
import { validSubmission } from '#testing/api.ts'
import { startRelay } from '#testing/relay.ts'
import { request } from '#testing/service.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const site = () => inject('served').url
let folder: string
let printed: string

beforeAll(async () => {
  folder = temporaryFolder()
  const { text } = await request(`${site()}/docs/cli.md`)
  const { pathname } = new URL(/npx (\S+\.tgz) detect/.exec(text)![1]!)
  printed = site() + pathname
  await writeFile(path.join(folder, 'tarball.tgz'), (await request(printed)).bytes)
  await extract({ file: path.join(folder, 'tarball.tgz'), cwd: folder })
})

/** Runs the file of the package against the served site. */
async function run(...args: string[]) {
  const command = path.join(folder, 'package/proofstack.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [
    command,
    ...args,
    '--site',
    site(),
  ])
  return stdout
}

it('the line of the documentation runs in an empty folder', async () => {
  const empty = temporaryFolder()
  await writeFile(path.join(empty, 'requirements.txt'), 'openai==1\nleft-pad==2\n')
  const { PATH } = process.env
  const env = { PATH, HOME: empty, npm_config_cache: path.join(empty, '.npm') }
  const npx = ['exec', '--yes', '--', printed, 'detect', '.']
  const { stdout } = await promisify(execFile)('npm', npx, { cwd: empty, env })
  expect(stdout).toMatch(/^openai +OpenAI, by pkg:pypi\/openai in requirements\.txt:1$/m)
})

it('the same bytes are at the address for a first try, and each version is cached for ever', async () => {
  const [version, latest] = [await request(printed), await request(`${site()}/cli.tgz`)]
  expect(version.bytes.equals(latest.bytes)).toBe(true)
  expect(version.headers['cache-control']).toContain('immutable')
  expect(latest.headers['cache-control']).not.toContain('immutable')
  // npx asks the address at each run: one of a former build must not break it.
  const former = await request(`${site()}/cli/1.0.0-0123456789ab.tgz`)
  expect(former).toMatchObject({ status: 307, headers: { location: '/cli.tgz' } })
  expect(former.headers['cache-control']).not.toContain('immutable')
})

it.each([
  [['search', 'browser', 'automation', '--limit', '3'], '/search?q=browser+automation&limit=3'],
  [
    ['recommend', 'support', '--stack', 'redis', '--limit', '2'],
    '/recommend?task=support&stack=redis&limit=2&detail=brief',
  ],
  [['lookup', 'docs.n8n.io'], '/lookup?url=docs.n8n.io'],
  [['product', 'n8n'], '/products/n8n'],
  [['tool', 'redis', '--limit', '2'], '/tools/redis?limit=2'],
  [['compare', 'n8n', 'dify'], '/compare?slugs=n8n,dify&detail=brief'],
])('%j answers like the API, in JSON and in words', async (args, address) => {
  const answer = await request(`${site()}/api/v1${address}`)
  expect(JSON.parse(await run(...args, '--json'))).toEqual(answer.json())
  const text = await run(...args)
  expect(text).not.toContain('untrusted')
  expect(text.length).toBeGreaterThan(80)
})

it('a project is compared with its listing', async () => {
  const project = temporaryFolder()
  await writeFile(path.join(project, 'requirements.txt'), 'fastapi==1\nredis==5\n')
  const checked = run('check', 'plandex', project)
  await expect(checked).rejects.toMatchObject({ code: 1 })
  const { stdout } = (await checked.catch((error: unknown) => error)) as { stdout: string }
  expect(stdout).toContain('not listed: redis (Redis), by requirements.txt:2\n')
  expect(stdout).toContain('listed, not in the manifests: postgresql\n')
  expect(stdout).not.toContain('not listed: fastapi')
  await writeFile(path.join(project, 'requirements.txt'), 'fastapi==1\n')
  expect(await run('check', 'plandex', project)).toMatch(/^Every tool of the manifests/m)
})

it('a submission is only checked until it is sent', async () => {
  const file = path.join(folder, 'product.json')
  await writeFile(file, JSON.stringify(validSubmission()))
  const relay = await startRelay(`${site()}/mcp`)
  const command = path.join(folder, 'package/proofstack.mjs')
  const args = [command, 'submit', file, '--site', new URL(relay.url).origin]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toMatch(/^The submission would be accepted as /)
  expect(stderr).toContain('Nothing was sent to the editors.')
  await relay.close()
})

describe('a snapshot', () => {
  let home: string
  beforeAll(async () => {
    home = temporaryFolder()
  })
  const command = () => path.join(folder, 'package/proofstack.mjs')
  const env = () => ({ PATH: process.env['PATH'], XDG_CACHE_HOME: home })
  const runHome = (...args: string[]) =>
    promisify(execFile)(process.execPath, [command(), ...args], { env: env() })

  it('is only answered from after it was downloaded', async () => {
    await expect(runHome('search', 'n8n', '--offline')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no snapshot of .*proofstack pull downloads it\.\n$/),
    })
  })

  it('answers without the site as the site does', async () => {
    expect((await runHome('pull', '--site', site())).stdout).toMatch(
      /snapshot\.sqlite has \d+ bytes/,
    )
    // A site that nobody listens on: whatever is asked of it would fail.
    const away = ['--offline', '--site', 'http://127.0.0.1:9']
    for (const args of [
      ['search', 'browser', 'automation', '--limit', '3'],
      ['recommend', 'support', '--stack', 'redis', '--limit', '2'],
      ['product', 'n8n'],
    ]) {
      const { stdout, stderr } = await runHome(...args, ...away)
      expect(stdout).toBe(await run(...args))
      expect(stderr).toMatch(/^From the snapshot of \d{4}-\d\d-\d\d; /)
      // A detail counts the users of its tools, and other tests approve products meanwhile.
      if (args[0] === 'product') continue
      expect((await runHome(...args, ...away, '--json')).stdout).toBe(await run(...args, '--json'))
    }
    await expect(runHome('changes', ...away)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs the site'),
    })
  })

  it('serves MCP clients without the site', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const args = [command(), 'mcp', '--offline', '--site', 'http://127.0.0.1:9']
    const options = { command: process.execPath, args, env: { ...process.env, ...env() } }
    await client.connect(new StdioClientTransport(options as never))
    const { tools: listed } = await client.listTools()
    expect(listed.map(({ name }) => name)).toEqual(['search', 'recommend_products', 'get_product'])
    const result = await client.callTool({ name: 'search', arguments: { q: 'n8n', limit: 1 } })
    expect(result.structuredContent).toMatchObject({ results: [{ slug: 'n8n' }] })
    await expect(client.callTool({ name: 'submit_product', arguments: {} })).rejects.toThrow(
      'There is no tool "submit_product"',
    )
    await client.close()
  })

  it.each(['snapshot.sqlite', 'index.json', 'index.json.sig'])(
    'with one changed byte in %s is refused',
    async (name) => {
      const kept = path.join(home, 'proofstack', (await readdir(path.join(home, 'proofstack')))[0]!)
      const bytes = await readFile(path.join(kept, name))
      const changed = Buffer.from(bytes)
      changed[40] = changed[40] === 65 ? 66 : 65
      await writeFile(path.join(kept, name), changed)
      await expect(runHome('search', 'n8n', '--offline')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Run pull again'),
      })
      await writeFile(path.join(kept, name), bytes)
    },
  )
})

it('hosts that start programs reach every tool by it', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const command = path.join(folder, 'package/proofstack.mjs')
  const args = [command, 'mcp', '--site', site()]
  await client.connect(new StdioClientTransport({ command: process.execPath, args }))
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
    tools.map(({ name }) => name),
  )
  const result = await client.callTool({ name: 'search', arguments: { q: 'n8n', limit: 1 } })
  expect(result.structuredContent).toMatchObject({ results: [{ slug: 'n8n' }] })
  await client.close()
})
