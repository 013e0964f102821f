import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { foreignFiles, longQuotations } from './only-ours.ts'

it('names each file of public/ that is not our own', async () => {
  const root = temporaryFolder()
  await mkdir(path.join(root, 'public/icons'), { recursive: true })
  for (const file of ['favicon.svg', 'icons/CREDITS.txt', 'icons/acme.svg', 'acme.png'])
    await writeFile(path.join(root, 'public', file), '')
  const problems = await foreignFiles(root)
  expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
    'public/acme.png',
    'public/icons/acme.svg',
  ])
})

it.each([
  ['It says "one two three four five six seven eight nine" there.', 1],
  ['“one two three four five six seven eight nine”', 1],
  ['It is called "one two three four five six seven eight" there.', 0],
  ['one two three four five six seven eight nine', 0],
  ['5" and nine other words that no mark of quotation ends', 0],
])('%s: %i long quotation', (text, count) => {
  expect(longQuotations('a.yaml', { list: [{ text }] })).toHaveLength(count)
})
