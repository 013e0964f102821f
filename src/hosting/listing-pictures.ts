// The pictures of listings at a build: which listing has which, and the smaller ones for pages.
import { hash } from 'node:crypto'
import { mkdir, readFile, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { CORE_SCHEMA, load } from 'js-yaml'
import type { ListingFile } from '#content-files/schemas.ts'
import { picturesFolder, sizeOfPicture } from '#content-files/pictures.ts'
import type { ListingPicture } from '#present/listing-pictures.ts'

/** Pages show a picture about 350 pixels wide: this is for screens with two dots for each of them. */
const smallWidth = 800

/**
 * The pictures that the files of listings name, by slug. The files are checked before a build, so
 * only this key of them is read: parsing all of them takes a second.
 */
export async function listingPictures(root: string): Promise<Record<string, ListingPicture[]>> {
  const folder = path.join(root, 'content/listings')
  const names = await readdir(folder).catch(() => [])
  const found = names.map(async (name) => {
    const [block] =
      /^pictures:.*(?:\n[ #-].*)*/m.exec(await readFile(path.join(folder, name), 'utf8')) ?? []
    if (block === undefined) return []
    const { pictures } = load(block, { schema: CORE_SCHEMA }) as Pick<ListingFile, 'pictures'>
    const all = pictures.map((row) => withSize(root, row))
    return [[path.parse(name).name, await Promise.all(all)] as const]
  })
  return Object.fromEntries((await Promise.all(found)).flat())
}

async function withSize(
  root: string,
  row: Omit<ListingFile['pictures'][number], 'source'> & { source?: string | null },
): Promise<ListingPicture> {
  const bytes = await readFile(path.join(root, picturesFolder, row.file))
  const size = await sizeOfPicture(bytes)
  if (!size) throw new Error(`${picturesFolder}/${row.file} is no picture`)
  const { width, height } = size
  return {
    file: row.file,
    alt: row.alt,
    source: row.source ?? null,
    width,
    height,
    small: width > smallWidth ? smallName(row.file, bytes) : null,
  }
}

/** The name has a hash of the large picture, so that the small one can be cached forever. */
function smallName(file: string, bytes: Buffer): string {
  return `${path.parse(file).name}.${hash('sha256', bytes, 'hex').slice(0, 12)}.webp`
}

/**
 * Makes the smaller pictures that earlier builds have not made. `kept` is the folder with all of
 * them. Returns the names of those of this build.
 */
export async function shrinkPictures(root: string, kept: string): Promise<string[]> {
  const pictures = Object.values(await listingPictures(root)).flat()
  const all = pictures.flatMap(({ file, small }) => (small === null ? [] : [{ file, small }]))
  if (all.length === 0) return []
  await mkdir(kept, { recursive: true })
  const known = new Set(await readdir(kept))
  const missing = all.filter(({ small }) => !known.has(small))
  // Imported on demand: most builds have made all of them before.
  const sharp = missing.length > 0 ? (await import('sharp')).default : undefined
  for (const { file, small } of missing) {
    // The file gets its final name when it is complete, so that no build reads a part of it.
    const part = path.join(kept, `${small}.part`)
    const large = sharp!(path.join(root, picturesFolder, file)).autoOrient()
    // More effort takes half as long again, and saves a twentieth of the bytes.
    await large.resize({ width: smallWidth }).webp({ quality: 75, effort: 2 }).toFile(part)
    await rename(part, path.join(kept, small))
  }
  return all.map(({ small }) => small)
}
