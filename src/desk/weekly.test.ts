import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { issueNumbers } from './weekly.ts'

it('the empty file that a shell makes for a draft is no issue, and takes no number', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-weekly-'))
  await writeFile(path.join(folder, '1.md'), '---\n')
  await writeFile(path.join(folder, '2.md'), '')
  await writeFile(path.join(folder, 'notes.txt'), 'x')
  expect(await issueNumbers(folder)).toEqual([1])
  await rm(folder, { recursive: true })
})
