import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { contentOnce } from '#testing/content.ts'
import { testDatabase } from '#testing/database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { buildSite, takeOutput } from './build-site.ts'
import { keptBuilds } from './kept-builds.ts'

const database = testDatabase()

it('the output of a build that failed or was killed is not taken', async () => {
  const root = temporaryFolder()
  const put = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
  await put('.generated/catalog.sqlite', '')
  await put('.vercel/output/config.json', '{}')
  await put('.vercel/output/digests.json', '{}')
  await put('package.json', '{}')
  // Without the lock file the downloads fail while Astro works, which must not end the service. This
  // Astro is a short script: the real one takes a minute.
  await put('node_modules/astro/package.json', '{"bin": {"astro": "astro.js"}}')
  await put(
    'node_modules/astro/astro.js',
    `console.log(require('fs').readdirSync('.vercel/output')); process.kill(process.pid, 'SIGKILL')`,
  )
  const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' })
  const builds = keptBuilds(path.join(root, 'data/site'), () => Promise.reject(denied))
  await takeOutput(root, builds)
  const taken = await builds.last()
  expect(taken).toBeDefined()

  const content = await contentOnce()
  const site = 'https://proofstack.example'
  const building = buildSite(
    { root, db: database.db, content, site, secret: 'x'.repeat(32) },
    async () => {},
  )
  await expect(building).rejects.toThrow("astro build failed:\n[ 'config.json' ]")
  await takeOutput(root, builds)
  expect(await builds.last()).toBe(taken)
})
