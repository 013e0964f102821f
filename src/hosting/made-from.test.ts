import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { digestOf, isMadeFrom, noteMadeFrom } from './made-from.ts'

const root = temporaryFolder()
beforeAll(async () => {
  for (const name of ['src', 'functions', 'content/docs', 'public'])
    await mkdir(path.join(root, name), { recursive: true })
  for (const name of ['astro.config.mjs', 'package-lock.json', 'src/a.ts', 'content/docs/a.md'])
    await writeFile(path.join(root, name), name)
})

describe('the digest of a checkout', () => {
  it.each(['src/a.ts', 'content/docs/a.md', 'package-lock.json', 'public/new.txt'])(
    'changes with %s',
    async (name) => {
      const copy = `${root}-${name.replaceAll('/', '-')}`
      await cp(root, copy, { recursive: true })
      const before = await digestOf(root)
      expect(await digestOf(copy)).toBe(before)
      await writeFile(path.join(copy, name), 'changed')
      expect(await digestOf(copy)).not.toBe(before)
      await rm(copy, { recursive: true })
    },
  )
})

describe('a build', () => {
  const state = { lastAsked: '7', changedAt: '2026-05-18 05:28:47.564123+00' }
  const made = { checkout: 'a'.repeat(64), site: 'http://localhost:4321', state }

  it('is not made again from the same sources', async () => {
    await noteMadeFrom(root, made)
    expect(await isMadeFrom(root, structuredClone(made))).toBe(true)
  })

  it.each([
    ['another checkout', { ...made, checkout: 'b'.repeat(64) }],
    ['another address', { ...made, site: 'https://proofstack.example' }],
    ['a later request', { ...made, state: { ...state, lastAsked: '8' } }],
    ['another database', { ...made, state: { lastAsked: null, changedAt: null } }],
  ])('is made again for %s', async (_, now) => {
    await noteMadeFrom(root, made)
    expect(await isMadeFrom(root, now)).toBe(false)
  })

  it('without noted sources is made again', async () => {
    expect(await isMadeFrom(path.join(root, 'src'), made)).toBe(false)
  })
})
