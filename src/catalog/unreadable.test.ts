import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { makeCatalogFile } from '#testing/catalog-file.ts'
import { openCatalog } from './open.ts'
import { CatalogUnreadable } from './unreadable.ts'

it.each([
  ['empty', (file: string) => truncateSync(file)],
  ['cut', (file: string) => truncateSync(file, 4_096)],
  ['another file', (file: string) => writeFileSync(file, 'x'.repeat(100_000))],
  ['missing', (file: string) => rmSync(file)],
])('a catalogue that is %s cannot be opened, and that says which file', async (_, damage) => {
  const file = await makeCatalogFile({ products: [], tools: [] })
  damage(file)
  const open = () =>
    openCatalog({
      file,
      db: () => {
        throw new Error('it is not asked')
      },
      to: addresses('https://site.example'),
      clock: () => new Date(),
      log: () => {},
    })
  expect(open).toThrow(CatalogUnreadable)
  expect(open).toThrow(file)
})
