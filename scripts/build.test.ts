import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { runScript } from '#testing/service.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

it('a production build names each missing setting, and writes nothing', async () => {
  const dataDir = temporaryFolder()
  const environment = { VERCEL: '1', VERCEL_ENV: 'production', VERCEL_URL: 'x.vercel.app' }
  const { code, stdout, stderr } = await runScript('build.ts', [], { dataDir, environment })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  const [first, ...sentences] = stderr.trim().split('\n')
  expect(first).toBe('The settings cannot be used:')
  expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(
    expect.arrayContaining(['SITE_URL', 'DATABASE_URL', 'SERVICE_SECRET', 'SMTP_URL']),
  )
  expect(await readdir(dataDir)).toEqual([])
})
