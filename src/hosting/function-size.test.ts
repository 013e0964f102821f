import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sizeWarning } from './function-size.ts'

it('a function that is larger than the platform takes is told, with the ways out', async () => {
  const output = await mkdtemp(path.join(os.tmpdir(), 'proofstack-size-'))
  onTestFinished(() => rm(output, { recursive: true }))
  const inside = path.join(output, 'functions/_render.func/.generated')
  await mkdir(inside, { recursive: true })
  await writeFile(path.join(inside, 'catalog.sqlite'), 'x'.repeat(2_100_000))
  expect(await sizeWarning(output, 3e6)).toBeUndefined()
  expect(await sizeWarning(output, 2e6)).toMatch(
    /^The function has 3 MB .* takes 2: .*npm run serve/,
  )
})
