import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import type { Db } from '#db/connect.ts'
import { readPublicState } from '#db/rebuilds.ts'
import { syncContent } from '#editorial/sync-content.ts'
import { writeBuildInputs } from '#hosting/build-inputs.ts'
import { digestOf, isMadeFrom, noteMadeFrom } from '#hosting/made-from.ts'

/** The content, and the code that reads it, stores it and writes the catalogue. */
const read = [
  'content',
  ...[
    'catalog',
    'content-files',
    'contract',
    'core',
    'db',
    'editorial',
    'mail',
    'present',
    'search',
  ].map((folder) => `src/${folder}`),
]

/**
 * Brings the database in line with content/ and writes what pages and functions are made from, as a
 * build does, into a new folder in `within`. Returns that folder, or the last one where it was made
 * from the same. Throws `BadContent`, and leaves everything as it was, when a file is bad.
 */
export async function makeCatalogue(
  root: string,
  { db, within, site }: { db: Db; within: string; site: string },
): Promise<string> {
  await mkdir(within, { recursive: true })
  const [last, ...older] = (await readdir(within)).sort().reverse()
  const checkout = await digestOf(root, read)
  const made = async () => ({ checkout, site, state: await readPublicState(db) })
  if (last && (await isMadeFrom(path.join(within, last), await made())))
    return path.join(within, last)
  const content = await loadContent(root)
  await syncContent(db, content)
  // The last one may still be read.
  for (const name of older) await rm(path.join(within, name), { recursive: true, force: true })
  const draft = path.join(path.dirname(within), 'catalogue.new')
  const folder = path.join(within, String(Date.now()))
  await rm(draft, { recursive: true, force: true })
  await writeBuildInputs(draft, { db, content, site }, () => {})
  await writeFile(path.join(draft, 'pictures.json'), '{}')
  await noteMadeFrom(draft, await made())
  await rename(draft, folder)
  return folder
}
