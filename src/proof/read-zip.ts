import { inflateRawSync } from 'node:zlib'
import {
  type Archive,
  type ArchiveLimits,
  BadArchive,
  type Wish,
  archiveLimits,
  safePath,
  tally,
} from './archive-entry.ts'

const signatures = { entry: 0x02014b50, local: 0x04034b50, end: 0x06054b50 } as const

/**
 * Reads a zip archive by its list at the end (APPNOTE 6.3, 4.3): the texts of the files that are
 * wanted, and the names of all. What is said of a size is not believed: no file unpacks to more than
 * is read of one.
 */
export function readZip(
  zip: Buffer,
  { isWanted, isKept }: Wish,
  limits: ArchiveLimits = archiveLimits,
): Archive {
  const end = endOf(zip)
  const total = zip.readUInt16LE(end + 10)
  const begin = zip.readUInt32LE(end + 16)
  if (total === 0xffff || begin === 0xffffffff)
    throw new BadArchive('is a zip archive of many files; take the tar.gz instead.')
  const counts = tally(limits)
  const entries: Archive['entries'] = []
  let at = begin
  for (let place = 0; place < total; place++) {
    if (at + 46 > end || zip.readUInt32LE(at) !== signatures.entry)
      throw new BadArchive('has a list of files that cannot be read.')
    counts.entry()
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      zip.readUInt16LE(at + field),
    ) as [number, number, number]
    const path = safePath(zip.subarray(at + 46, at + 46 + nameLength).toString())
    // The upper half says what a Unix file system knows of it; a link is passed by.
    const kind = (zip.readUInt32LE(at + 38) >>> 16) & 0o170000
    const isFile = zip[at + 46 + nameLength - 1] !== 0x2f && (kind === 0 || kind === 0o100000)
    if (isFile) {
      const isRead = isWanted(path) && zip.readUInt32LE(at + 24) <= limits.fileBytes
      const content = isRead ? unpacked(zip, at, limits.fileBytes) : undefined
      if (content) counts.unpacked(content.length)
      const text = content?.toString()
      entries.push({
        path,
        modified: dayOf(zip, at),
        text: text !== undefined && isKept(path, text) ? text : undefined,
      })
    }
    at += 46 + nameLength + extraLength + commentLength
  }
  return { entries, comment: zip.subarray(end + 22).toString() }
}

// It stands before a comment of at most 65,535 bytes.
function endOf(zip: Buffer): number {
  const least = Math.max(0, zip.length - 22 - 0xffff)
  for (let at = zip.length - 22; at >= least; at--)
    if (
      zip.readUInt32LE(at) === signatures.end &&
      zip.readUInt16LE(at + 20) === zip.length - at - 22
    )
      return at
  throw new BadArchive('is no zip archive.')
}

function unpacked(zip: Buffer, entry: number, most: number): Buffer {
  const flags = zip.readUInt16LE(entry + 8)
  const method = zip.readUInt16LE(entry + 10)
  const size = zip.readUInt32LE(entry + 20)
  const local = zip.readUInt32LE(entry + 42)
  if (local + 30 > zip.length || zip.readUInt32LE(local) !== signatures.local)
    throw new BadArchive('has a list of files that cannot be read.')
  const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(begin, begin + size)
  if (flags & 1) throw new BadArchive('is locked by a password.')
  if (packed.length < size) throw new BadArchive('ends too early.')
  if (method === 0) return packed
  if (method !== 8) throw new BadArchive('is packed in a way that is not read.')
  try {
    return inflateRawSync(packed, { maxOutputLength: most })
  } catch {
    throw new BadArchive('holds a file that cannot be unpacked.')
  }
}

// The clock of DOS, which knows no time zone; git writes it in UTC.
function dayOf(zip: Buffer, entry: number): Date {
  const time = zip.readUInt16LE(entry + 12)
  const date = zip.readUInt16LE(entry + 14)
  return new Date(
    Date.UTC(
      1980 + (date >> 9),
      ((date >> 5) & 15) - 1,
      date & 31,
      time >> 11,
      (time >> 5) & 63,
      (time & 31) * 2,
    ),
  )
}
