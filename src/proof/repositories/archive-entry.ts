/** The limits of an archive, which may come from a stranger. */
export const archiveLimits = {
  bytes: 1024 * 1024 * 1024,
  unpackedBytes: 4 * 1024 * 1024 * 1024,
  entries: 200_000,
  /** No person writes a longer manifest; longer files have a name only. */
  fileBytes: 2 * 1024 * 1024,
} as const

export type ArchiveLimits = { [L in keyof typeof archiveLimits]: number }

/** Selects the texts to keep: by the path before a file is unpacked, and by the text after. */
export interface TextFilter {
  isWanted: (path: string) => boolean
  isKept: (path: string, text: string) => boolean
}

/** An archive that cannot be read. The message is a sentence after the name of the archive. */
export class BadArchive extends Error {}

export interface ArchiveEntry {
  path: string
  modified: Date
  /** Undefined for files that are not wanted or too long. */
  text: string | undefined
}

/** The files of an archive, and its comment: git writes the commit there. */
export interface Archive {
  entries: ArchiveEntry[]
  comment: string
}

/**
 * The path of a file in an archive. Refuses paths that lead out of the archive: no code host writes
 * them, although they would do no harm, because nothing is written to the disk.
 */
export function safePath(name: string): string {
  const parts = name.split('/')
  const isOut = name.startsWith('/') || parts.includes('..') || /^[a-z]:|[\\\0]/i.test(name)
  if (isOut) throw new BadArchive('holds a path that leads out of it.')
  return parts.filter((part) => part !== '' && part !== '.').join('/')
}
