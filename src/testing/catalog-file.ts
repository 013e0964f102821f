import path from 'node:path'
import { afterAll } from 'vitest'
import { openBuiltCatalog } from '#catalog/built.ts'
import { writeCatalog } from '#catalog/file/write.ts'
import type { CatalogTables, CatalogTool } from '#catalog/tables.ts'
import { addresses } from '#core/addresses.ts'
import type { ProductRecord } from '#present/present.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const emptyTables: CatalogTables = {
  categories: [],
  tasks: [],
  codeHosts: [],
  useCases: [],
  topics: [],
  landingPages: [],
}

interface Directory {
  products: readonly ProductRecord[]
  tools: readonly CatalogTool[]
  tables?: Partial<CatalogTables>
  cursor?: string
  site?: string
  plain?: number
}

/** Opens a catalogue of listings, which must be sorted newest first, until the end of the file. */
export async function madeCatalog(directory: Directory) {
  const file = await makeCatalogFile(directory)
  const catalog = openBuiltCatalog(file, addresses(directory.site ?? 'https://site.example'))
  opened.push(catalog)
  return catalog
}

const opened: { close: () => void }[] = []
afterAll(() => opened.forEach((catalog) => catalog.close()))

/** Writes a catalogue file of listings, which must be sorted newest first. */
export async function makeCatalogFile(directory: Directory): Promise<string> {
  const { products, tools, tables, cursor = new Date(0).toISOString() } = directory
  const file = path.join(temporaryFolder(), 'catalog.sqlite')
  async function* batches() {
    for (let start = 0; start < products.length; start += 100)
      yield products.slice(start, start + 100)
  }
  const source = {
    tables: { ...emptyTables, ...tables },
    tools,
    batches: batches(),
    cursor,
  }
  const to = addresses(directory.site ?? 'https://site.example')
  await writeCatalog(file, source, to, directory.plain)
  return file
}
