import { mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { gitIn } from '#testing/git.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { NoCheckout } from './git.ts'
import { firstCommit, manifestChanges } from './read-history.ts'

let folder: string

async function commit(day: string, files: Record<string, string | null>, ...more: string[]) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await (text === null ? rm(file) : writeFile(file, text))
  }
  gitIn(folder, ['add', '-A'])
  const at = `2026-${day}T00:00:00Z`
  const dates = { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at }
  gitIn(folder, ['commit', '-q', '--allow-empty', '-m', day, ...more], dates)
}

beforeAll(async () => {
  folder = temporaryFolder()
  gitIn(folder, ['init', '-q', '-b', 'main'])
  await commit('01-01', { 'README.md': 'x' })
  await commit('01-02', { 'package.json': '{"a":1}', 'examples/package.json': '{}' })
  gitIn(folder, ['checkout', '-q', '-b', 'side'])
  await commit('01-03', { 'api/go.mod': 'module one' })
  await commit('01-04', { 'api/go.mod': 'module two' })
  gitIn(folder, ['checkout', '-q', 'main'])
  const at = { GIT_AUTHOR_DATE: '2026-02-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-02-01T00:00:00Z' }
  gitIn(folder, ['merge', '-q', '--no-ff', '-m', 'merge', 'side'], at)
  await commit('02-02', { 'package.json': null, 'web app/ü/package.json': '{"a":1}' })
  await commit('02-03', { 'src/index.js': 'x', 'vite.config.ts': 'x', 'tests/one.py': 'x' })
})

it('each commit of the main line that changes manifests is read, a merge as one', async () => {
  const read: unknown[] = []
  for await (const { at, files, sources } of manifestChanges(folder, 'HEAD'))
    read.push([
      at.toISOString().slice(5, 10),
      ...files.map(({ path: name, text }) => [name, text]),
      ...sources.map(({ tool, path: name }) => [name, tool]),
    ])
  expect(read).toEqual([
    ['01-02', ['package.json', '{"a":1}']],
    ['02-01', ['api/go.mod', 'module two']],
    ['02-02', ['package.json', undefined], ['web app/ü/package.json', '{"a":1}']],
    ['02-03', ['src/index.js', 'javascript']],
  ])
  expect(await firstCommit(folder, 'HEAD')).toEqual(new Date('2026-01-01T00:00:00Z'))
})

it('a version that a branch tagged before the first commit of the main line is older work', async () => {
  const tree = gitIn(folder, ['rev-parse', 'HEAD^{tree}'])
  const dated = (day: string) => ({ GIT_AUTHOR_DATE: day, GIT_COMMITTER_DATE: day })
  const older = gitIn(folder, ['commit-tree', tree, '-m', 'older'], dated('2025-01-01T00:00:00Z'))
  gitIn(folder, ['tag', 'benchmark-1', older])
  expect(await firstCommit(folder, 'HEAD')).toEqual(new Date('2026-01-01T00:00:00Z'))
  gitIn(folder, ['tag', 'v1.0.0', older])
  expect(await firstCommit(folder, 'HEAD')).toEqual(new Date('2026-01-01T00:00:00Z'))
  gitIn(folder, ['branch', 'legacy', older])
  expect(await firstCommit(folder, 'HEAD')).toEqual(new Date('2025-01-01T00:00:00Z'))
})

it('a folder that is no repository, or an unknown commit, is refused', async () => {
  const none = manifestChanges(os.tmpdir(), 'HEAD')
  await expect(none.next()).rejects.toThrow(NoCheckout)
  await expect(manifestChanges(folder, 'f'.repeat(40)).next()).rejects.toThrow(NoCheckout)
})
