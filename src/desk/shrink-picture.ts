// Makes a small WebP of a stranger's picture.
import sharp from 'sharp'
import { pictureLimits } from '#content-files/pictures.ts'

/** What is tried in turn, until the picture is small enough. */
const tries = [
  { width: 1_600, quality: 80 },
  { width: 1_600, quality: 65 },
  { width: 1_280, quality: 65 },
  { width: 1_280, quality: 50 },
  { width: 960, quality: 50 },
] as const

/** The longest side in relation to the shortest one: what is longer is no picture of a screen. */
const mostStretched = 3.5

/** Shrinks a picture; `no` says why it cannot be shown. */
export async function shrunk(read: Buffer): Promise<{ bytes: Buffer } | { no: string }> {
  const size = await sharp(read)
    .metadata()
    .catch(() => undefined)
  if (!size || !['png', 'jpeg', 'webp'].includes(size.format))
    return { no: 'is not a PNG, JPEG or WebP file' }
  if ((size.pages ?? 1) > 1) return { no: 'moves' }
  if (size.width < pictureLimits.width.least)
    return { no: `is less than ${pictureLimits.width.least} pixels wide` }
  const stretched = Math.max(size.width / size.height, size.height / size.width)
  if (stretched > mostStretched) return { no: 'is too long for a picture of a screen' }
  for (const { width, quality } of tries) {
    // Turned as its camera says, since WebP without its data says nothing of that.
    const drawn = sharp(read).autoOrient().resize({ width, withoutEnlargement: true })
    const bytes = await drawn
      .webp({ quality, effort: 4 })
      .toBuffer()
      .catch(() => undefined)
    if (!bytes) return { no: 'cannot be drawn' }
    if (bytes.length <= pictureLimits.bytes) return { bytes }
  }
  return { no: `has more than ${pictureLimits.bytes} bytes, however small` }
}
