import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { detectPath } from './detect-path.ts'

it('tools of an older release, whose file says less of each, are detected', async () => {
  const file = path.join(temporaryFolder(), 'requirements.txt')
  await writeFile(file, 'openai==1\n')
  const older = { packages: ['pkg:pypi/openai'], client_packages: [], images: [], hosts: [] }
  const tool = { slug: 'openai', name: 'OpenAI', category: 'models', marker_files: [], ...older }
  // As its JSON is read, without what newer releases have.
  const { tools } = await detectPath(file, [tool as unknown as Parameters<typeof detectPath>[1][0]])
  expect(tools).toMatchObject([{ slug: 'openai' }])
})
