import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeCatalog } from '#catalog/file/write.ts'
import { readDirectory } from '#catalog/read-directory.ts'
import type { Content } from '#content-files/load.ts'
import { addresses } from '#core/addresses.ts'
import type { Db } from '#db/connect.ts'
import { compileMailsApart } from '#mail/compile-apart.ts'

/** What a build is made from, all of one moment. */
export interface BuildInputs {
  /** The catalogue of pages and functions. */
  catalog: string
  /** The latest moment at which a listing changed for readers that is in it. */
  cursor: Date
  /** The newest item of its changelog. */
  changedAt: Date | null
  /** The listings that went last, the latest first. */
  removals: { slug: string; removed_at: Date }[]
}

/**
 * Writes what a build is made from into a folder: the catalogue, what pages show beside it, and the
 * mail templates of the functions. `answered` is called when the database has, before the most of it
 * is read.
 */
export async function writeBuildInputs(
  folder: string,
  { db, content, site }: { db: Db; content: Content; site: string },
  answered: () => void,
): Promise<BuildInputs> {
  const at = (name: string) => path.join(folder, name)
  const write = (name: string, value: unknown) => writeFile(at(name), JSON.stringify(value))
  const catalog = at('catalog.sqlite')
  await mkdir(folder, { recursive: true })
  await rm(catalog, { force: true })
  await write('docs.json', content.docs)
  return readDirectory(db, content, async ({ source, changes, issues, removals, review }) => {
    answered()
    await Promise.all([
      writeCatalog(catalog, source, addresses(site)),
      compileMailsApart().then((mails) => write('mails.json', mails)),
    ])
    await write('changes.json', changes)
    await write('issues.json', issues)
    await write('review.json', review)
    const newest = changes[0]?.timestamp
    return {
      catalog,
      cursor: new Date(source.cursor),
      changedAt: newest === undefined ? null : new Date(newest),
      removals,
    }
  })
}
