import type { rename } from 'node:fs/promises'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { takeOutput } from './build-site.ts'
import { BuildReplaced, keptBuilds } from './kept-builds.ts'

let root: string
let output: string
let folder: string

beforeEach(async () => {
  root = temporaryFolder()
  output = path.join(root, '.vercel/output')
  folder = path.join(root, 'data/site')
  await mkdir(path.join(root, '.generated'))
  await made('first')
})

const files = ['config.json', 'functions/page.js', 'static/index.html', 'digests.json']

/** Writes a complete build, with its digests last. */
async function made(text: string) {
  for (const file of files) {
    await mkdir(path.dirname(path.join(output, file)), { recursive: true })
    await writeFile(path.join(output, file), text)
  }
}

/** The distinct texts of the files of a build. */
async function textsIn(build: string | undefined) {
  const texts = await Promise.all(files.map((file) => readFile(path.join(build!, file), 'utf8')))
  return [...new Set(texts)]
}

/** A checkout of another user: nothing can be moved out of it. */
const notOurs =
  (meanwhile = async () => {}): typeof rename =>
  async () => {
    await meanwhile()
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
  }

const take = (move?: typeof rename) => takeOutput(root, keptBuilds(folder, move))

describe('a build that is taken out of the checkout', () => {
  it('is moved if possible, otherwise copied', async () => {
    await take(notOurs())
    expect(await textsIn(await keptBuilds(folder).last())).toEqual(['first'])
    expect(await textsIn(output)).toEqual(['first'])
    await made('second')
    await take()
    expect(await textsIn(await keptBuilds(folder).last())).toEqual(['second'])
    expect(await readdir(path.dirname(output))).toEqual([])
    expect(await readdir(folder)).toHaveLength(1)
  })

  it.each([
    {
      what: 'begun, which removes the digests',
      replace: () => rm(path.join(output, 'digests.json')),
    },
    { what: 'ended, with the same file names', replace: () => made('second') },
    { what: 'removed it', replace: () => rm(output, { recursive: true }) },
  ])('is not kept when, during the copy, the next build has $what', async ({ replace }) => {
    await take(notOurs())
    const before = await keptBuilds(folder).last()
    await expect(take(notOurs(replace))).rejects.toThrow(BuildReplaced)
    // The kept build stays, and no part of the other is left.
    expect(await readdir(folder)).toEqual([path.basename(before!)])
    expect(await textsIn(before)).toEqual(['first'])
  })

  it('stays in the checkout when its digests are missing', async () => {
    await rm(path.join(output, 'digests.json'))
    await take()
    expect(await keptBuilds(folder).last()).toBeUndefined()
  })

  it('fails with the error of the disk if the build was not replaced', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    await expect(take(() => Promise.reject(full))).rejects.toBe(full)
  })
})
