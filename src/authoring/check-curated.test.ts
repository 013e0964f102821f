import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
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
source:
  repository: https://github.com/acme/acme
  others: [${other}]
  commit: ${'a'.repeat(40)}
  read_at: '2026-11-22T08:00:00.000Z'
  read_by: Ada
`

async function repository(root: string, name: string, file: string, text: string) {
  const folder = path.join(root, name)
  await mkdir(folder)
  await writeFile(path.join(folder, file), text)
  gitIn(folder, ['init', '-q'])
  gitIn(folder, ['add', '.'])
  gitIn(folder, ['commit', '-qm', 'One'])
  return folder
}

it('joins the proofs of several repositories in one file, without a database', async () => {
  const root = await contentFolder('nextjs', 'fastapi', 'redis', 'postgresql')
  await writeFile(path.join(root, 'content/listings/acme.yaml'), listing)
  const packages = JSON.stringify({ dependencies: { next: '16', redis: '5' } }, null, 1)
  const web = await repository(root, 'web', 'package.json', packages)
  const server = await repository(root, 'server', 'requirements.txt', 'fastapi\npsycopg\n')
  const check = (...more: string[]) => runOnFiles(root, ['check', 'acme', '--write', ...more])
  const ofServer = ['--checkout', server, '--repository', other]
  expect((await check(...ofServer)).text).toContain('check its first repository before the others')

  const first = await check('--checkout', web)
  expect(first.text).toMatch(/^Found, and decided on in its file \(1\)\n {2}redis /m)
  expect((await check(...ofServer)).text).toMatch(/^Found and not listed \(1\)\n {2}postgresql /m)
  const read = async () =>
    JSON.parse(await readFile(path.join(root, 'content/proofs/acme.json'), 'utf8')) as ProofFile
  const commit = gitIn(server, ['rev-parse', 'HEAD']).toString().trim()
  const cited = { repository: other, commit }
  const proof = await read()
  expect(proof.repository).toBe('https://github.com/acme/acme')
  expect(proof.tools).toMatchObject([
    {
      slug: 'nextjs',
      package: 'pkg:npm/next',
      requirement: { raw: '16' },
      source: { path: 'package.json', line: 3 },
    },
    {
      slug: 'fastapi',
      package: 'pkg:pypi/fastapi',
      source: { path: 'requirements.txt', line: 1, ...cited },
    },
  ])
  expect(proof.also_found).toEqual({
    postgresql: { path: 'requirements.txt', line: 2, ...cited },
    redis: { path: 'package.json', line: 4 },
  })
  // The first repository is read anew: what the other proves stays.
  await check('--checkout', web)
  expect(await read()).toEqual(proof)
})

it('names a repository that is none of the listing', async () => {
  const root = await contentFolder('nextjs')
  await writeFile(path.join(root, 'content/listings/acme.yaml'), listing)
  const stranger = 'https://github.com/stranger/acme'
  const outcome = await runOnFiles(root, ['check', 'acme', '--repository', stranger])
  expect(outcome).toMatchObject({ code: 1, values: [{ outcome: 'unknown', slug: stranger }] })
})
