import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { loadContent } from '#content-files/load.ts'
import { testDatabase } from '#testing/database.ts'
import { buildSite, takeOutput } from './build-site.ts'

const database = testDatabase()

it('what a build that failed or was killed has begun to replace is taken by nobody', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'proofstack-build-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const put = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
  await put('.generated/catalog.sqlite', '')
  await put('.vercel/output/config.json', '{}')
  await put('.vercel/output/digests.json', '{}')
  await put('package.json', '{}')
  // Without the lock file the downloads fail while Astro works, by which no service may end. Astro
  // itself would take a minute to be killed in.
  await put('node_modules/astro/package.json', '{"bin": {"astro": "astro.js"}}')
  await put(
    'node_modules/astro/astro.js',
    `console.log(require('fs').readdirSync('.vercel/output')); process.kill(process.pid, 'SIGKILL')`,
  )
  const taken: string[] = []
  const take = () => takeOutput(root, async (output) => void taken.push(output))
  await take()
  expect(taken).toHaveLength(1)

  const content = await loadContent(path.resolve(import.meta.dirname, '../..'))
  const site = 'https://proofstack.example'
  const building = buildSite({ root, db: database.db, content, site }, async () => {})
  await expect(building).rejects.toThrow("astro build failed:\n[ 'config.json' ]")
  await take()
  expect(taken).toHaveLength(1)
})
