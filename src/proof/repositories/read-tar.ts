import { Parser, type ReadEntry } from 'tar'
import { textOf } from '#proof/manifests/plain-text.ts'
import {
  type Archive,
  type ArchiveEntry,
  type ArchiveLimits,
  BadArchive,
  type TextFilter,
  archiveLimits,
  safePath,
} from './archive-entry.ts'

/** The types of tar entries that are files. Links, folders and devices are skipped. */
const files: readonly string[] = ['File', 'OldFile', 'ContiguousFile']

/** Lists the files in a tar stream. Those that the filter selects have their text. */
export async function readTar(
  chunks: AsyncIterable<Buffer>,
  { isWanted, isKept }: TextFilter,
  limits: ArchiveLimits = archiveLimits,
): Promise<Archive> {
  const archive: Archive = { entries: [], comment: '' }
  let unpackedBytes = 0
  let entries = 0
  let isAtEnd = false
  const countEntry = () => {
    entries++
    if (entries > limits.entries) throw new BadArchive(`holds more than ${limits.entries} files.`)
  }
  // The parser runs these listeners inside `write`, so `write` throws their errors.
  const parser = new Parser({ strict: true, maxMetaEntrySize: 65_536 })
  parser.on('error', () => {
    throw new BadArchive('is no tar archive.')
  })
  parser.on('meta', countEntry)
  parser.on('ignoredEntry', (entry: ReadEntry) => {
    if (entry.meta) throw new BadArchive('holds a header that is too long.')
    countEntry()
    safePath(entry.path)
  })
  parser.on('entry', (entry: ReadEntry) => {
    countEntry()
    const path = safePath(entry.path)
    // `git archive` writes the commit into a global header before the first file.
    archive.comment = entry.globalExtended?.comment ?? ''
    const isFile = files.includes(entry.type)
    const file: ArchiveEntry = { path, modified: entry.mtime ?? new Date(0), text: undefined }
    if (isFile) archive.entries.push(file)
    if (!isFile || !isWanted(path) || entry.size > limits.fileBytes) return entry.resume()
    const parts: Buffer[] = []
    entry.on('data', (part) => parts.push(part))
    entry.on('end', () => {
      const text = textOf(Buffer.concat(parts))
      if (isKept(path, text)) file.text = text
    })
  })
  parser.on('eof', () => {
    isAtEnd = true
  })
  // An empty first block keeps the parser from decompressing: it would do so for a stream that
  // begins like gzip or zstd, and an archive compressed twice would evade the byte limit.
  parser.write(Buffer.alloc(512))
  for await (const chunk of chunks) {
    unpackedBytes += chunk.length
    if (unpackedBytes > limits.unpackedBytes) throw new BadArchive('unpacks to too much.')
    parser.write(chunk)
    // The parser would buffer all bytes after the end of the archive.
    if (isAtEnd) break
  }
  if (!isAtEnd) throw new BadArchive('ends too early.')
  return archive
}
