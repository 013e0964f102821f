import { Parser, type ReadEntry } from 'tar'
import {
  type Archive,
  type ArchiveEntry,
  type ArchiveLimits,
  BadArchive,
  type Wish,
  archiveLimits,
  safePath,
  tally,
} from './archive-entry.ts'

/** Links, folders and devices are passed by. */
const files: readonly string[] = ['File', 'OldFile', 'ContiguousFile']

/**
 * Reads a tar archive as it streams in: the texts of the files that are wanted, and the names of all.
 * `tar` knows the format, with its long names; what is too much, and what leads out, is said here.
 */
export async function readTar(
  chunks: AsyncIterable<Buffer>,
  { isWanted, isKept }: Wish,
  limits: ArchiveLimits = archiveLimits,
): Promise<Archive> {
  const archive: Archive = { entries: [], comment: '' }
  const counts = tally(limits)
  let isAtEnd = false
  // What is thrown in a listener leaves by `write`: the parser does all its work in it.
  const parser = new Parser({ strict: true, maxMetaEntrySize: 65_536 })
  parser.on('error', () => {
    throw new BadArchive('is no tar archive.')
  })
  parser.on('meta', counts.entry)
  parser.on('ignoredEntry', (entry: ReadEntry) => {
    if (entry.meta) throw new BadArchive('holds a header that is too long.')
    counts.entry()
    safePath(entry.path)
  })
  parser.on('entry', (entry: ReadEntry) => {
    counts.entry()
    const path = safePath(entry.path)
    // Git names its commit in a header that stands before the first file.
    archive.comment = entry.globalExtended?.comment ?? ''
    const isFile = files.includes(entry.type)
    const file: ArchiveEntry = { path, modified: entry.mtime ?? new Date(0), text: undefined }
    if (isFile) archive.entries.push(file)
    if (!isFile || !isWanted(path) || entry.size > limits.fileBytes) return entry.resume()
    const parts: Buffer[] = []
    entry.on('data', (part) => parts.push(part))
    entry.on('end', () => {
      const text = Buffer.concat(parts).toString()
      if (isKept(path, text)) file.text = text
    })
  })
  parser.on('eof', () => {
    isAtEnd = true
  })
  // An empty block comes first, and counts for nothing. Without it the parser would itself unpack
  // what begins like gzip or zstd, and nobody would count the bytes of an archive packed twice.
  parser.write(Buffer.alloc(512))
  for await (const chunk of chunks) {
    counts.unpacked(chunk.length)
    parser.write(chunk)
    // The parser would keep all that follows the end.
    if (isAtEnd) break
  }
  if (!isAtEnd) throw new BadArchive('ends too early.')
  return archive
}
