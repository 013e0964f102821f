import { execFile } from 'node:child_process'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { extract } from 'tar'
import { beforeAll, describe, expect, it } from 'vitest'
import { readKnownTools } from '#content-files/load.ts'
import { publicKey, signingKey } from '#core/signing-key.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { latestTarball, packCli } from './pack-cli.ts'

const site = 'https://directory.example'
const key = publicKey(signingKey('a secret', 'manifest of /data'))
const folder = temporaryFolder()
const command = path.join(folder, 'package/proofstack.mjs')
let packed: Awaited<ReturnType<typeof packCli>>

beforeAll(async () => {
  const known = await readKnownTools(path.resolve(import.meta.dirname, '../..'))
  packed = await packCli(folder, { site, tools: known, key })
  await extract({ file: path.join(folder, latestTarball), cwd: folder })
  const again = await packCli(path.join(folder, 'again'), { site, tools: known, key })
  expect(again).toEqual(packed)
  const elsewhere = { site: `${site}.test`, tools: known, key }
  const other = await packCli(path.join(folder, 'other'), elsewhere)
  expect(other.version).not.toBe(packed.version)
})

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [command, ...args]).then(
    (printed) => ({ ...printed, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  )

describe('the package', () => {
  it('is a command and a client without dependencies, below 205 kB', async () => {
    const files = ['LICENSE', 'README.md', 'client.d.ts', 'client.mjs']
    expect(await readdir(path.join(folder, 'package'))).toEqual([
      ...files,
      'package.json',
      'proofstack.mjs',
    ])
    const readme = await readFile(path.join(folder, 'package/README.md'), 'utf8')
    expect(readme).toContain(`npx ${site}/cli/${packed.version}.tgz detect .`)
    expect(readme).not.toMatch(/^---|(?<!\$)\{\{/)
    const client = await readFile(path.join(folder, 'package/client.mjs'), 'utf8')
    expect(client).not.toMatch(/\bimport\b|\brequire\b|\bprocess\b|node:/)
    const manifest = JSON.parse(
      await readFile(path.join(folder, 'package/package.json'), 'utf8'),
    ) as Record<string, unknown>
    expect(manifest).toMatchObject({ name: 'proofstack', version: packed.version, license: 'MIT' })
    expect(manifest).not.toHaveProperty('dependencies')
    expect((await stat(path.join(folder, latestTarball))).size).toBeLessThan(205_000)
    expect(packed.version).toMatch(/^1\.0\.0-[0-9a-f]{12}$/)
    expect(await readdir(path.join(folder, 'cli'))).toEqual([`${packed.version}.tgz`])
  })

  it('says its version and its commands', async () => {
    expect((await run('--version')).stdout).toBe(`${packed.version}\n`)
    const { stdout } = await run('--help')
    for (const name of ['detect', 'search', 'recommend', 'compare', 'submit', 'mcp'])
      expect(stdout).toContain(`proofstack ${name}`)
  })

  it('detects the tools of a folder without asking the site', async () => {
    await writeFile(path.join(folder, 'package.json'), '{"dependencies": {"next": "16"}}')
    const { stdout, code } = await run('detect', path.join(folder, 'package.json'), '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ tools: [{ slug: 'nextjs' }], unknown: [] })
  })

  it.each([
    [['juggle'], 2, 'There is no command juggle.'],
    [['lookup'], 2, 'lookup <website>'],
    [['search', '--colour'], 2, "Unknown option '--colour'"],
    [['detect', '/no/such/folder'], 2, 'There is no file or folder /no/such/folder.'],
    [['search', 'x', '--site', 'http://127.0.0.1:9'], 1, 'http://127.0.0.1:9 does not answer'],
  ])('%j ends with %i and a sentence', async (args, code, said) => {
    const outcome = await run(...args)
    expect(outcome).toMatchObject({ code, stdout: '' })
    expect(outcome.stderr).toContain(said)
    expect(outcome.stderr).not.toMatch(/^\s+at /m)
  })
})

it('npm gets a plain version, and the repository that its provenance names', async () => {
  const to = path.join(folder, 'npm')
  const script = path.resolve(import.meta.dirname, '../../scripts/pack-cli.ts')
  const repository = 'https://github.com/acme/proofstack'
  const keyFile = path.join(folder, 'key.json')
  await writeFile(keyFile, JSON.stringify(key))
  const args = ['--site', `${site}/`, '--version', '1.2.3', '--repository', repository]
  args.push('--key', keyFile, '--to', to)
  await promisify(execFile)(process.execPath, [script, ...args])
  const tarball = path.join(to, latestTarball)
  const offline = ['--offline', '--json', '--cache', path.join(to, '.npm')]
  const publish = ['publish', '--dry-run', '--access', 'public', ...offline, tarball]
  const { stdout } = await promisify(execFile)('npm', publish)
  expect(stdout).toContain('"id": "proofstack@1.2.3"')
  await extract({ file: tarball, cwd: to })
  const text = await readFile(path.join(to, 'package/package.json'), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    homepage: site,
    repository: { type: 'git', url: `git+${repository}.git` },
  })
  expect(await readFile(path.join(to, 'package/README.md'), 'utf8')).toContain(
    'npx proofstack detect',
  )
})
