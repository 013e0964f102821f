// The pictures of listings: files of public/pictures, which the files of listings name.
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { ListingFile } from './schemas.ts'

/** Limits of a picture: its bytes and its width in pixels. */
export const pictureLimits = { bytes: 150_000, width: { least: 320, most: 1_600 } } as const

/** Where the pictures are, from the root of the checkout. */
export const picturesFolder = 'public/pictures'

/** Problems of the pictures that a listing's file names. */
export async function pictureProblems(
  root: string,
  file: string,
  { pictures }: Pick<ListingFile, 'pictures'>,
): Promise<string[]> {
  const slug = path.parse(file).name
  const found = pictures.map(async ({ file: name }, place) => {
    const reason = isNamedBy(slug, name)
      ? await problemOf(path.join(root, picturesFolder, name))
      : `is not named ${slug}-1 to ${slug}-3`
    return reason === undefined ? [] : [`${file}: pictures.${place}.file: ${name} ${reason}`]
  })
  return (await Promise.all(found)).flat()
}

const isNamedBy = (slug: string, name: string) =>
  name.startsWith(`${slug}-`) && /^[123]\.[a-z]+$/.test(name.slice(slug.length + 1))

async function problemOf(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined)
  if (!bytes) return `does not exist in ${picturesFolder}`
  if (bytes.length > pictureLimits.bytes)
    return `has ${bytes.length} bytes, and at most ${pictureLimits.bytes} are allowed`
  const size = await sizeOfPicture(bytes)
  if (!size) return 'is not a picture of the format that its name says'
  const { least, most } = pictureLimits.width
  const isWideEnough = size.width >= least && size.width <= most
  if (!isWideEnough) return `is ${size.width} pixels wide, and not from ${least} to ${most}`
  return formatsByEnding[path.extname(file)] === size.format
    ? undefined
    : 'is not a picture of the format that its name says'
}

const formatsByEnding: Record<string, string> = { '.webp': 'webp', '.png': 'png', '.jpg': 'jpg' }

/** The size and the format of a picture by its first bytes; undefined if they are of no picture. */
export async function sizeOfPicture(
  bytes: Buffer,
): Promise<{ width: number; height: number; format: string } | undefined> {
  // Imported on demand: most files have no pictures.
  const { imageMetadata } = await import('astro/assets/utils')
  return imageMetadata(bytes).catch(() => undefined)
}

/** Problems of pictures that no listing names. */
export async function unnamedPictures(
  root: string,
  listings: readonly { value: Pick<ListingFile, 'pictures'> }[],
): Promise<string[]> {
  const named = new Set(listings.flatMap(({ value }) => value.pictures.map(({ file }) => file)))
  const files = await readdir(path.join(root, picturesFolder)).catch(() => [])
  return files
    .filter((name) => !named.has(name) && name !== 'CREDITS.txt')
    .map((name) => `${picturesFolder}/${name}: no listing names it in pictures`)
}
