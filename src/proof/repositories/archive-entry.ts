/** The limits for reading an archive, which may come from a stranger. */
export const archiveLimits = {
  bytes: 1024 * 1024 * 1024,
  unpackedBytes: 4 * 1024 * 1024 * 1024,
  entries: 200_000,
  /** The text of longer files is not read: nobody writes such a long manifest by hand. */
  fileBytes: 2 * 1024 * 1024,
} as const

export type ArchiveLimits = { [L in keyof typeof archiveLimits]: number }

/** Selects the files whose texts are kept: first by the path, then, once unpacked, by the text. */
export interface TextFilter {
  isWanted: (path: string) => boolean
  isKept: (path: string, text: string) => boolean
}

/**
 * An archive that cannot be read. Its message continues a sentence that begins with the filename.
 */
export class BadArchive extends Error {}

export interface ArchiveEntry {
  path: string
  modified: Date
  /** Undefined for files that the filter did not select, and for files that are too long. */
  text: string | undefined
}

/** The files of an archive, and its comment, in which `git archive` writes the commit. */
export interface Archive {
  entries: ArchiveEntry[]
  comment: string
}

/**
 * Checks the path of a file in an archive. Paths that lead out of the archive are refused: no code
 * host writes them. (Nothing is unpacked to the disk, so they could do no harm.)
 */
export function safePath(name: string): string {
  const parts = name.split('/')
  const isOut = name.startsWith('/') || parts.includes('..') || /^[a-z]:|[\\\0]/i.test(name)
  if (isOut) throw new BadArchive('holds a path that leads out of it.')
  return parts.filter((part) => part !== '' && part !== '.').join('/')
}
