import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { ProofFile } from '#content-files/schemas.ts'
import { contentFolder, runOnFiles } from '#testing/desk-files.ts'
import { gitIn } from '#testing/git.ts'

const other = 'https://github.com/acme/server'
const listing = `name: Acme
url: https://acme.example
description: It acts.
topics: [personal-assistants]
overview: It acts on its own.
tools: [nextjs, fastapi]
left_out: [{tool: redis, reason: Only a script of its makers uses it.}]
evidence:
  - {type: website, url: https://acme.example/how, shows: How it acts.}
source: # two repositories
  repository: https://github.com/acme/acme
  others: [${other}]
  commit: ${'a'.repeat(40)}
  committed_on: 2026-01-01
  read_at: '2026-11-22T08:00:00.000Z'
  read_by: Ada
`
const packages = JSON.stringify({ dependencies: { next: '16', redis: '5' } }, null, 1)

let root: string

beforeEach(async () => {
  root = await contentFolder('nextjs', 'fastapi', 'redis', 'postgresql')
  await writeFile(path.join(root, 'content/listings/acme.yaml'), listing)
  await mkdir(path.join(root, 'copies'))
})

async function commit(name: string, file: string, text: string, day: string) {
  const folder = path.join(root, 'copies', name)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, file), text)
  gitIn(folder, ['init', '-q'])
  gitIn(folder, ['add', '.'])
  const at = `${day}T10:00:00Z`
  gitIn(folder, ['commit', '-q', '--allow-empty', '-m', day], {
    GIT_AUTHOR_DATE: at,
    GIT_COMMITTER_DATE: at,
  })
  return gitIn(folder, ['rev-parse', 'HEAD']).trim()
}

const reread = (...more: string[]) =>
  runOnFiles(root, ['reread', ...more, '--checkouts', path.join(root, 'copies')])
const textOf = (file: string) => readFile(path.join(root, 'content', file), 'utf8')
const partOf = async (folder: string) =>
  JSON.parse(await textOf(`${folder}/acme.json`)) as ProofFile

it('reads proofs, facts and history from one commit, and says what changed', async () => {
  const head = await commit('acme+acme', 'package.json', packages, '2026-02-01')
  const server = await commit('Acme+Server', 'requirements.txt', 'fastapi\npsycopg\n', '2026-02-02')
  const { code, text } = await reread('acme')
  expect(code).toBe(0)
  expect(text).toContain(`read at ${head.slice(0, 12)} of 2026-02-01`)
  expect(text).toContain('proof nextjs: new, pkg:npm/next 16, required, package.json:3')
  expect(text).toContain('history nextjs: new, since 2026-02-01, package.json')

  const cited = { repository: other, commit: server }
  const { tools, also_found } = await partOf('proofs')
  expect(tools).toMatchObject([
    { slug: 'nextjs', requirement: { raw: '16' }, source: { path: 'package.json', line: 3 } },
    { slug: 'fastapi', source: { path: 'requirements.txt', line: 1, ...cited } },
  ])
  expect(also_found).toEqual({
    postgresql: { path: 'requirements.txt', line: 2, ...cited },
    redis: { path: 'package.json', line: 4 },
  })
  for (const folder of ['proofs', 'facts', 'histories'])
    expect((await partOf(folder)).commit).toBe(head)
  expect(await textOf('listings/acme.yaml')).toBe(
    listing
      .replace('a'.repeat(40), `'${head}'`)
      .replace('2026-01-01', "'2026-02-01'")
      .replace('2026-11-22T08:00', '2026-11-22T09:00')
      .replace('00.000Z', '00.123Z'),
  )
})

it('reads a copy that holds nothing newer at the same commit, and leaves its age', async () => {
  await commit('acme+acme', 'package.json', packages, '2026-02-01')
  await commit('acme+server', 'requirements.txt', 'fastapi', '2026-02-02')
  await reread('acme')
  const files = ['listings/acme.yaml', 'proofs/acme.json', 'histories/acme.json']
  const before = await Promise.all(files.map(textOf))
  const later = { now: () => new Date('2026-12-01T00:00:00Z') }
  const args = ['reread', '--checkouts', path.join(root, 'copies')]
  expect(await runOnFiles(root, args, later)).toMatchObject({ code: 0, text: 'acme: unchanged' })
  expect(await Promise.all(files.map(textOf))).toEqual(before)
})

it('keeps what a repository showed that has no copy now', async () => {
  await commit('acme+acme', 'package.json', packages, '2026-02-01')
  await commit('acme+server', 'requirements.txt', 'fastapi', '2026-02-02')
  await reread('acme')
  const before = await partOf('proofs')
  await rename(path.join(root, 'copies/acme+server'), path.join(root, 'away'))
  expect((await reread('acme')).text).toBe('acme: unchanged')
  expect(await partOf('proofs')).toEqual(before)
})

it('refuses a copy that is older than what was read, or that proves nothing any more', async () => {
  await commit('acme+acme', 'package.json', packages, '2025-12-01')
  expect(await reread('acme')).toMatchObject({ code: 1 })
  expect((await reread('acme')).text).toMatch(/is not newer than 2026-01-01/)
  await commit('acme+acme', 'package.json', packages, '2026-02-01')
  await reread('acme')
  await commit('acme+acme', 'package.json', '{}', '2026-03-01')
  const before = await textOf('proofs/acme.json')
  expect((await reread('acme')).text).toMatch(/of 2026-03-01 proves none of its tools/)
  expect(await textOf('proofs/acme.json')).toBe(before)
  expect(await textOf('listings/acme.yaml')).toContain('2026-02-01')
})

it('writes nothing with --dry-run, and names a listing that is none or has no copy', async () => {
  await commit('acme+server', 'requirements.txt', 'fastapi', '2026-02-02')
  expect(await reread('acme')).toMatchObject({ code: 1, text: 'acme: no copy' })
  expect(await reread('nobody')).toMatchObject({ code: 1, text: 'nobody: unknown' })
  await commit('acme+acme', 'package.json', packages, '2026-02-01')
  expect((await reread('acme', '--dry-run')).text).toContain('proof nextjs: new')
  expect(await textOf('listings/acme.yaml')).toBe(listing)
})

it('a check names a repository that is none of the listing', async () => {
  const stranger = 'https://github.com/stranger/acme'
  const outcome = await runOnFiles(root, ['check', 'acme', '--repository', stranger])
  expect(outcome).toMatchObject({ code: 1, values: [{ outcome: 'unknown', slug: stranger }] })
})
