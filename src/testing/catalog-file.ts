import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { writeCatalog } from '#catalog/file/write.ts'
import type { CatalogTables, CatalogTool } from '#catalog/questions.ts'
import { addresses } from '#core/addresses.ts'
import type { ProductRecord } from '#present/present.ts'

export const emptyTables: CatalogTables = {
  categories: [],
  tasks: [],
  codeHosts: [],
  useCases: [],
  topics: [],
  landingPages: [],
}

/** Writes a catalogue file of listings, sorted newest first. `remove` deletes the file. */
export async function makeCatalogFile(directory: {
  products: readonly ProductRecord[]
  tools: readonly CatalogTool[]
  tables?: Partial<CatalogTables>
  cursor?: string
  site?: string
}): Promise<{ file: string; remove: () => void }> {
  const { products, tools, tables, cursor = new Date(0).toISOString() } = directory
  const folder = mkdtempSync(path.join(os.tmpdir(), 'proofstack-catalog-'))
  const file = path.join(folder, 'catalog.sqlite')
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
  await writeCatalog(file, source, to)
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}
