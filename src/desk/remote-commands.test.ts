import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { editorRoles } from '#db/migrations/schema.ts'
import { commandsByRole } from './remote-commands.ts'

it('the documentation lists each command in the row of its role, and no other', async () => {
  const file = path.resolve(import.meta.dirname, '../../content/docs/desk.md')
  const markdown = await readFile(file, 'utf8')
  for (const role of editorRoles) {
    const [, row = ''] = new RegExp(`^\\| \`${role}\` \\| (.*) \\|$`, 'm').exec(markdown) ?? []
    const listed = [...row.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(Object.keys(commandsByRole[role]).toSorted())
  }
})
