import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import type { Db } from '#db/connect.ts'
import { readPublicState } from '#db/rebuilds.ts'
import { syncContent } from '#editorial/sync-content.ts'
import { writeBuildInputs } from '#hosting/build-inputs.ts'
import { digestOf, isMadeFrom, noteMadeFrom } from '#hosting/made-from.ts'

/** The content, and the folders of src that read it, store it and write the catalogue. */
const sources = [
  'content',
  ...'catalog content-files contract core db editorial mail present search'
    .split(' ')
    .map((folder) => `src/${folder}`),
]

/**
 * Syncs content/ into the database and writes the inputs of pages and functions, as a build does,
 * into a new folder in `within`. Returns that folder, or the last one if its sources are unchanged.
 * Throws `BadContent` for a bad file, and then changes nothing.
 */
export async function makeCatalogue(
  root: string,
  { db, within, site }: { db: Db; within: string; site: string },
): Promise<string> {
  await mkdir(within, { recursive: true })
  const [last, ...older] = (await readdir(within)).sort().reverse()
  const checkout = await digestOf(root, sources)
  const made = async () => ({ checkout, site, state: await readPublicState(db) })
  if (last && (await isMadeFrom(path.join(within, last), await made())))
    return path.join(within, last)
  const content = await loadContent(root)
  await syncContent(db, content)
  // The last folder may still be in use.
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
