import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import type { Db } from '#db/connection/connect.ts'
import { readPublicState } from '#db/queries/rebuilds.ts'
import { syncContent } from '#editorial/sync-content.ts'
import { writeBuildInputs } from '#hosting/build-inputs.ts'
import { digestOf, isMadeFrom, noteMadeFrom } from '#hosting/made-from.ts'

/**
 * Paths whose changes require a new catalogue: content/, and the folders of src/ that read
 * content/, store it, or write the catalogue.
 */
const sources = [
  'content',
  ...'catalog content-files contract core db editorial mail present search'
    .split(' ')
    .map((folder) => `src/${folder}`),
]

/**
 * Stores the listings of content/ in the database and writes the input files of pages and functions
 * into a new folder inside `within`. Returns this folder, or the last one if its sources are
 * unchanged. For a bad file it throws `BadContent` and changes nothing.
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
  // Deletes all folders but the last, which running pages may still read.
  for (const name of older) await rm(path.join(within, name), { recursive: true, force: true })
  const draft = path.join(path.dirname(within), 'catalogue.new')
  const folder = path.join(within, String(Date.now()))
  await rm(draft, { recursive: true, force: true })
  await writeBuildInputs(draft, { db, content, site }, () => {})
  await writeFile(path.join(draft, 'pictures.json'), '{}')
  // Packages are made by builds alone.
  await writeFile(path.join(draft, 'cli.json'), '{"version":"dev","integrity":""}')
  await noteMadeFrom(draft, await made())
  await rename(draft, folder)
  return folder
}
