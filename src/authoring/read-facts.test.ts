import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { FactsFile } from '#content-files/facts-file.ts'
import { gitIn } from '#testing/git.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { readCheckout } from './read-checkout.ts'
import { factsFile } from './read-listing.ts'

const repository = 'https://github.com/acme/acme'
let root: string
let folder: string

beforeEach(async () => {
  root = temporaryFolder()
  folder = path.join(root, 'checkout')
  await mkdir(folder)
  gitIn(folder, ['init', '-q', '-b', 'main'])
})

async function commit(day: string, files: Record<string, string>, author = 'Ada <a@b.example>') {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  gitIn(folder, ['add', '-A'])
  const at = `${day}T00:00:00Z`
  const dates = { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at }
  gitIn(folder, ['commit', '-q', '--allow-empty', '-m', day, '--author', author], dates)
}

/** Reads the facts of the listing `acme` and returns each as `kind value day source`. */
async function shown(source: object | null = { repository }, before?: FactsFile['facts']) {
  const read = await readCheckout(folder, { repository })
  const listing = { slug: 'acme', tools: [], repository }
  const about = { name: 'Acme', source: source as never }
  const earlier = before && { repository, commit: 'a'.repeat(40), facts: before }
  const { facts } = await factsFile(folder, { ...listing, about }, read, earlier)
  return facts.map(({ fact, value, day, source }) =>
    `${fact} ${value} ${day} ${source.replace(/[0-9a-f]{40}/, '<commit>')}`.replace(repository, ''),
  )
}

it('facts are what the copy shows, each with its line at the commit', async () => {
  await commit('2026-01-01', {
    'package.json': '{\n"name": "acme",\n"bin": "x"}',
    'server.json': JSON.stringify({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      remotes: [{ url: 'https://mcp.acme.example' }],
    }),
  })
  expect(await shown()).toEqual([
    'interface cli null /blob/<commit>/package.json#L3',
    'connect https://mcp.acme.example null /blob/<commit>/server.json#L1',
    'contributors 1 2026-01-01 /commits/<commit>',
  ])
})

it('facts of the former file stay that no program finds', async () => {
  const source = `${repository}/blob/${'a'.repeat(40)}/README.md#L1`
  const told = (
    'hosting cloud|interface web|interface ide|interface mcp_client|start command|' +
    'connect https://mcp.acme.example|package pkg:npm/acme|telemetry ACME_TELEMETRY|' +
    'pricing https://acme.example/pricing'
  ).split('|')
  const readAnew = ['hosting self_hosted', 'interface cli', 'deploy compose', 'contributors 7']
  const facts = [...told, ...readAnew].map((text) => {
    const [fact, value] = text.split(' ')
    return { fact, value, day: null, source } as FactsFile['facts'][number]
  })
  await commit('2026-01-01', { 'README.md': 'Acme' })
  const kept = told.map((text) => `${text} null /blob/<commit>/README.md#L1`)
  const counted = 'contributors 1 2026-01-01 /commits/<commit>'
  expect((await shown({ repository }, facts)).toSorted()).toEqual([...kept, counted].toSorted())
})

it('a start that a README shows below a demo, an example or development is dropped', async () => {
  const readme = '# Development kit\n## Install\nnpx acme\n## 🧪 Demo server\ncurl acme\n'
  await commit('2026-01-01', { 'README.md': readme })
  const head = gitIn(folder, ['rev-parse', 'HEAD']).trim()
  const start = (value: string, line: number) =>
    ({
      fact: 'start',
      value,
      day: null,
      source: `${repository}/blob/${head}/README.md#L${line}`,
    }) as const
  const facts = await shown({ repository }, [start('command', 3), start('script', 5)])
  expect(facts).toContain('start command null /blob/<commit>/README.md#L3')
  expect(facts.join()).not.toContain('start script')
})

it('a repository beside a closed product shows nothing of it, and the former facts stay', async () => {
  await commit('2026-01-01', { 'package.json': '{"name":"acme","bin":"x"}' })
  expect(await shown(null)).toEqual([])
})

it('people are counted once by their names, and programs are not', async () => {
  await commit('2026-01-01', {}, 'Ada <a@b.example>')
  await commit('2026-01-02', {}, 'ada <other@b.example>')
  await commit('2026-01-03', {}, 'Grace <g@b.example>')
  await commit('2026-01-04', {}, 'renovate[bot] <r@b.example>')
  expect(await shown()).toEqual(['contributors 2 2026-01-04 /commits/<commit>'])
})

it.each([
  ['the newest tag', { 'v1.2.0': '2026-01-01', 'v1.10.0': '2026-01-02' }, '1.10.0 2026-01-02'],
  ['no pre-release', { 'v1.0.0': '2026-01-01', 'v2.0.0-rc.1': '2026-01-02' }, '1.0.0 2026-01-01'],
  ['its own package', { 'acme@1.0.0': '2026-01-01', 'ui@9.0.0': '2026-01-02' }, '1.0.0 2026-01-01'],
  ['the higher of one day', { '1.9.0': '2026-01-02', '1.10.0': '2026-01-02' }, '1.10.0 2026-01-02'],
  ['nothing of parts alone', { 'v1.0.0': '2025-01-01', 'ui@9.0.0': '2026-01-02' }, undefined],
  [
    'nothing of a helper',
    {
      'acme@0.0.1': '2026-01-04',
      ...Object.fromEntries(
        ['1.0', '1.1', '1.2', '1.3'].map((v) => [`@acme/ui@${v}`, '2026-01-03']),
      ),
    },
    undefined,
  ],
  ['no other tag', { stable: '2026-01-01' }, undefined],
])('the latest release is %s', async (_, tags, expected) => {
  for (const [tag, day] of Object.entries(tags)) {
    await commit(day, {})
    gitIn(folder, ['tag', tag])
  }
  const [release] = (await shown()).filter((fact) => fact.startsWith('latest_release'))
  expect(release?.replace(/^latest_release (\S+ \S+) .*/, '$1')).toBe(expected)
})
