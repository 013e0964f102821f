import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { writableCheckout } from './writable-checkout.ts'

const root = path.resolve(import.meta.dirname, '../..')
let dataDir: string
beforeEach(() => {
  dataDir = temporaryFolder()
})

it('a writable checkout is built in place', async () => {
  expect(await writableCheckout(root, dataDir, async () => true)).toBe(root)
  expect(existsSync(path.join(dataDir, 'checkout'))).toBe(false)
})

it('a read-only checkout is built from a new copy in the data folder', async () => {
  const old = path.join(dataDir, 'checkout', 'src', 'left-over.ts')
  mkdirSync(path.dirname(old), { recursive: true })
  writeFileSync(old, '')
  const copy = await writableCheckout(root, dataDir, async (folder) => folder !== root)
  expect(copy).toBe(path.join(dataDir, 'checkout'))
  expect(existsSync(old)).toBe(false)
  for (const file of ['package-lock.json', 'astro.config.mjs', 'src/hosting/build-site.ts'])
    expect(readFileSync(path.join(copy, file), 'utf8')).toBe(
      readFileSync(path.join(root, file), 'utf8'),
    )
  expect(existsSync(path.join(copy, 'node_modules/astro/package.json'))).toBe(true)
})
