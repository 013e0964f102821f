import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { listMigrations } from './schema-version.ts'

// A build migrates while the code before it still serves, and goes on doing so if the build fails.
// What that code reads or writes may go one deployment later, by a migration that is named here.
const breaking = [
  /\bdrop\s+(?:table|column)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i,
  // An insert of the old code does not name the column.
  /\badd\s+column\s+(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(?:default|generated)\b)/i,
]
const afterTheirCode: readonly string[] = []

const withoutComments = (text: string) => text.replace(/--.*$/gm, '')

it.each((await listMigrations()).slice(1))(
  '%s leaves what the code before it reads and writes',
  async (name) => {
    if (afterTheirCode.includes(name)) return
    const file = new URL(`./migrations/${name}.sql`, import.meta.url)
    const text = withoutComments(await readFile(file, 'utf8'))
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
