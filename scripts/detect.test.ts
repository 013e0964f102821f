import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const folder = temporaryFolder()

function detect(...args: string[]) {
  const script = path.join(import.meta.dirname, 'detect.ts')
  return promisify(execFile)(process.execPath, [script, ...args])
}

/** What a run says that is refused. */
async function refusal(...args: string[]) {
  const outcome = await detect(...args).catch((error: { code: number; stderr: string }) => error)
  expect(outcome).toHaveProperty('code', 2)
  return outcome.stderr
}

it('a folder, a manifest and an SBOM give the tools with their file and line', async () => {
  const manifest = path.join(folder, 'package.json')
  const sbom = path.join(folder, 'bom.cdx.json')
  await writeFile(manifest, '{\n"dependencies": {\n"next": "16", "left-pad": "1"}}')
  for (const at of [folder, manifest]) {
    const { stdout } = await detect(at)
    expect(stdout).toMatch(/^nextjs +Next\.js, by pkg:npm\/next in package\.json:3$/m)
    expect(stdout).toContain('1 tool of the directory.\n')
    expect(stdout).toContain('One package we do not track: pkg:npm/left-pad\n')
  }
  const component = { 'bom-ref': 'next', purl: 'pkg:npm/next@16' }
  const bom = {
    bomFormat: 'CycloneDX',
    metadata: { component: { 'bom-ref': 'me' } },
    components: [component],
    dependencies: [{ ref: 'me', dependsOn: ['next'] }],
  }
  await writeFile(sbom, JSON.stringify(bom))
  const packed = `${sbom}.gz`
  await writeFile(packed, gzipSync(JSON.stringify(bom)))
  for (const at of [sbom, packed]) {
    const { stdout } = await detect(at, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ tools: [{ slug: 'nextjs' }], unknown: [] })
  }
  await writeFile(packed, gzipSync(Buffer.alloc(129 * 1024 * 1024)))
  expect(await refusal(packed)).toContain('cannot be unpacked: ')
})

it('an SBOM without a graph and lock files are named with the reason', async () => {
  const lock = path.join(folder, 'uv.lock')
  const flat = path.join(folder, 'flat.json')
  onTestFinished(() => rm(lock))
  await writeFile(lock, '')
  await writeFile(
    flat,
    JSON.stringify({ bomFormat: 'CycloneDX', components: [{ purl: 'pkg:npm/next@16' }] }),
  )
  expect((await detect(folder)).stdout).toMatch(/^One lock file that we ignore: uv\.lock$/m)
  expect((await detect(flat)).stdout).toMatch(/without a dependency graph: pkg:npm\/next$/m)
  expect(await refusal(lock)).toContain('is a lock file')
})

it('an unreadable manifest is reported, and the others are read', async () => {
  const broken = path.join(folder, 'go.mod')
  await writeFile(path.join(folder, 'Cargo.toml'), '[')
  await writeFile(broken, 'require github.com/lib/pq v1.0.0\n')
  onTestFinished(async () => {
    await rm(path.join(folder, 'Cargo.toml'))
    await rm(broken)
  })
  const { stdout, stderr } = await detect(folder)
  expect(stderr).toMatch(/^Cargo\.toml cannot be read: /m)
  expect(stdout).toMatch(/^postgresql /m)
})

it('--help prints the usage', async () => {
  expect((await detect('--help')).stdout).toMatch(/^npm run detect -- /m)
})

it('wrong arguments end with 2 and a sentence', async () => {
  const none = path.join(folder, 'none')
  expect(await refusal(none)).toBe(`There is no file or folder ${none}.\n`)
  // An error that does not show whether the file exists, as for a folder without access.
  const long = path.join(folder, 'a'.repeat(300))
  expect(await refusal(long)).toBe(`${long} cannot be read: ENAMETOOLONG.\n`)
  const notes = path.join(folder, 'notes.txt')
  await writeFile(notes, 'next 16')
  onTestFinished(() => rm(notes))
  expect(await refusal(notes)).toContain('is no manifest and no SBOM')
  expect(await refusal('.', '--fnord')).toMatch(/'--fnord'[^]*npm run detect -- /)
  expect(await refusal()).toContain('npm run detect')
})
