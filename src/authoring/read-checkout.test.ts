import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { gitIn } from '#testing/git.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { NoCheckout } from './git.ts'
import { readCheckout } from './read-checkout.ts'

const repository = 'https://github.com/acme/app'
let root: string
let folder: string

const git = (...args: string[]) => gitIn(folder, args)

beforeAll(async () => {
  root = temporaryFolder()
  folder = path.join(root, 'app')
  await mkdir(path.join(folder, 'src'), { recursive: true })
  git('init', '-q')
  await writeFile(path.join(folder, 'LICENSE'), 'Permission is hereby granted, free of charge, …')
  await writeFile(path.join(folder, 'package.json'), '{"dependencies":{"next":"16"}}\n')
  await writeFile(path.join(folder, 'src/run.ts'), "import { x } from 'next/server'\n")
  await writeFile(path.join(folder, 'src/call.ts'), "fetch('https://api.acme.com')\n")
  await writeFile(path.join(folder, 'notes.md'), "See 'https://api.acme.com'.\n")
  git('add', '.')
  git('commit', '-qm', 'One')
  await writeFile(path.join(folder, 'package.json'), '{}')
  git('commit', '-qam', 'Two')
  // What lies there without being committed counts for nothing.
  await writeFile(path.join(folder, 'go.mod'), 'require github.com/lib/pq v1')
})

describe('a checkout', () => {
  it('is read at its newest commit, or at the one that is named', async () => {
    const read = await readCheckout(folder, { repository })
    expect(read).toMatchObject({
      repository,
      commit: git('rev-parse', 'HEAD'),
      licence: 'MIT',
      archived: null,
      left: undefined,
    })
    expect(read.lastActivity).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/)
    expect(read.files).toEqual([
      { path: 'LICENSE', text: undefined },
      { path: 'notes.md', text: undefined },
      { path: 'package.json', text: '{}' },
      { path: 'src/call.ts', text: undefined },
      { path: 'src/run.ts', text: undefined },
    ])
    const { files } = await readCheckout(folder, { repository, commit: 'HEAD~1' })
    expect(files[2]).toEqual({ path: 'package.json', text: '{"dependencies":{"next":"16"}}\n' })
  })

  it('gives the code that names a host, where hosts are asked for', async () => {
    const { files } = await readCheckout(folder, { repository, hosts: ['*.acme.com'] })
    const code = files.filter(({ path: file }) => file.startsWith('src/'))
    expect(code).toEqual([
      { path: 'src/call.ts', text: "fetch('https://api.acme.com')\n" },
      { path: 'src/run.ts', text: undefined },
    ])
  })

  it('may be a bare repository', async () => {
    const bare = path.join(root, 'bare.git')
    git('clone', '-q', '--bare', folder, bare)
    expect((await readCheckout(bare, { repository })).files).toHaveLength(5)
  })

  it('runs nothing that its configuration names', async () => {
    const marker = path.join(root, 'ran')
    git('config', 'core.fsmonitor', `touch ${marker}`)
    await readCheckout(folder, { repository })
    await expect(readCheckout(marker, { repository })).rejects.toThrow(NoCheckout)
  })

  it('is refused in a sentence when there is no such folder, repository or commit', async () => {
    for (const [at, commit] of [
      [path.join(root, 'none'), undefined],
      [folder, 'nowhere'],
      [folder, '--output=x'],
    ] as const)
      await expect(readCheckout(at, { repository, commit })).rejects.toThrow(NoCheckout)
  })
})
