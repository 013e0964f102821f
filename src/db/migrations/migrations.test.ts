import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { listMigrations, migrationFolder } from './schema-version.ts'

const read = (name: string) => readFile(new URL(`${name}.sql`, migrationFolder), 'utf8')

/** Each migration that has landed, with the SHA-256 of its file. A new one gets a line here. */
const landed: Record<string, string> = {
  '0049_baseline': '425429e93b34e98a5a2129239a71ccae854639f8954dacdd3184dcb8f4e30573',
  '0050_undo': 'd67c7e61841c977b9dcc73dc37ffd95b01340f5ab75606795f6468f9b2d43535',
}

it('a migration that has landed is never edited or removed, since databases have it: add a new one', async () => {
  const names = await listMigrations()
  const digests = names.map(async (name) => [
    name,
    createHash('sha256')
      .update(await read(name))
      .digest('hex'),
  ])
  expect(Object.fromEntries(await Promise.all(digests))).toEqual(landed)
})

// A build migrates while the previous code still serves, and goes on doing so if the build fails.
// Columns and tables of that code may only be removed one deployment later.
const breaking = [
  /\bdrop\s+(?:table|column)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i,
  // An insert of the old code does not name the column.
  /\badd\s+column\s+(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(?:default|generated)\b)/i,
]

const withoutComments = (text: string) => text.replace(/--.*$/gm, '')

it.each((await listMigrations()).slice(1))(
  '%s leaves what the code before it reads and writes',
  async (name) => {
    const text = withoutComments(await read(name))
    for (const pattern of breaking) expect(text).not.toMatch(pattern)
  },
)

it.each([
  'drop table x;',
  'alter table x drop column y;',
  'alter table x rename to z;',
  'alter table x alter column y set not null;',
  'alter table x alter column y type bigint;',
  'alter table x add column y text not null;',
])('"%s" would be found', (statement) => {
  expect(breaking.some((pattern) => pattern.test(statement))).toBe(true)
})
