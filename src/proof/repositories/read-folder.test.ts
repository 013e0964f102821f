import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { readFolder } from './read-folder.ts'

it('a folder gives its files with the texts of manifests, without links and dependencies', async () => {
  const root = temporaryFolder()
  const write = async (file: string, text: string) => {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true })
    await writeFile(path.join(root, file), text)
  }
  await write('outside/package.json', '{"name":"secret"}')
  await write('in/package.json', '{}')
  await write('in/web/pyproject.toml', '[project]')
  await write('in/web/notes.md', 'text')
  await write('in/web/call.ts', "fetch('https://api.acme.com')")
  await write('in/web/other.ts', "fetch('https://other.example')")
  await write('in/node_modules/x/package.json', '{}')
  await write('in/.data/site/1/static/stack/deno.json', '{}')
  await write('in/go.mod', 'x'.repeat(3 * 1024 * 1024))
  await symlink(path.join(root, 'outside/package.json'), path.join(root, 'in/link.json'))
  await symlink(path.join(root, 'outside'), path.join(root, 'in/linked'))
  expect(await readFolder(path.join(root, 'in'))).toEqual([
    { path: 'go.mod', text: undefined },
    { path: 'package.json', text: '{}' },
    { path: 'web/call.ts', text: undefined },
    { path: 'web/notes.md', text: undefined },
    { path: 'web/other.ts', text: undefined },
    { path: 'web/pyproject.toml', text: '[project]' },
  ])
  // Code has a text if it names a requested host.
  const named = await readFolder(path.join(root, 'in'), ['*.acme.com'])
  expect(named.filter(({ path: file }) => file.endsWith('.ts'))).toEqual([
    { path: 'web/call.ts', text: "fetch('https://api.acme.com')" },
    { path: 'web/other.ts', text: undefined },
  ])
})
