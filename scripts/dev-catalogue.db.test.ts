import { readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openBuiltCatalog } from '#catalog/built.ts'
import { addresses } from '#core/addresses.ts'
import { writeContent } from '#testing/content.ts'
import { testDatabase } from '#testing/database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { makeCatalogue } from './dev-catalogue.ts'

const database = testDatabase()
const site = 'http://localhost:4321'

let root: string
const listing = () => path.join(root, 'content/listings/acme.yaml')
const make = () => makeCatalogue(root, { db: database.db, within: path.join(root, 'made'), site })

beforeAll(async () => {
  root = temporaryFolder()
  await writeContent(root)
  await symlink(path.resolve(import.meta.dirname, '../src'), path.join(root, 'src'))
})

it('the catalogue is made once from the same content, and again after an edit of a listing', async () => {
  const first = await make()
  expect(await make()).toBe(first)

  const text = await readFile(listing(), 'utf8')
  await writeFile(
    listing(),
    text.replace(/^description: .*/m, 'description: Edited while it runs.'),
  )
  const second = await make()
  expect(second).not.toBe(first)
  const catalog = openBuiltCatalog(path.join(second, 'catalog.sqlite'), addresses(site))
  expect(catalog.total).toBe(1)
  expect(catalog.product('acme')?.field('description')).toBe('Edited while it runs.')
  catalog.close()
})

it('a bad file is reported with its line, and the last catalogue stays', async () => {
  const last = await make()
  const text = await readFile(listing(), 'utf8')
  await writeFile(listing(), 'name: [Acme\nurl: https://acme.com\n')
  await expect(make()).rejects.toThrow(/content\/listings\/acme\.yaml: line \d+: /)
  expect(await readdir(last)).toContain('catalog.sqlite')

  await writeFile(listing(), text)
  expect(await make()).toBe(last)
})
