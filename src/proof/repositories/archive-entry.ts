/** What of an archive is read at most: it is a file that anybody may have made. */
export const archiveLimits = {
  /** Of the archive itself. */
  bytes: 1024 * 1024 * 1024,
  /** Of what it unpacks to. */
  unpackedBytes: 4 * 1024 * 1024 * 1024,
  entries: 200_000,
  /** As much as a manifest that people write ever is; of a longer file its name is enough. */
  fileBytes: 2 * 1024 * 1024,
} as const

export type ArchiveLimits = { [L in keyof typeof archiveLimits]: number }

/** Which texts of an archive are wanted: by the path alone, before it is unpacked, and by what it says. */
export interface Wish {
  isWanted: (path: string) => boolean
  isKept: (path: string, text: string) => boolean
}

/** An archive that is not read, in a sentence that follows its name. */
export class BadArchive extends Error {}

/** A file of an archive. */
export interface ArchiveEntry {
  path: string
  modified: Date
  /** Undefined where nobody wants it, or it is too long. */
  text: string | undefined
}

/** What an archive holds, and what it says of itself: archives of git name their commit. */
export interface Archive {
  entries: ArchiveEntry[]
  comment: string
}

/**
 * The name of a file as it stands in an archive. Nothing is written anywhere, so a path that leads out
 * of it would harm nobody; but no code host makes one, and who does wants something else.
 */
export function safePath(name: string): string {
  const parts = name.split('/')
  const isOut = name.startsWith('/') || parts.includes('..') || /^[a-z]:|[\\\0]/i.test(name)
  if (isOut) throw new BadArchive('holds a path that leads out of it.')
  return parts.filter((part) => part !== '' && part !== '.').join('/')
}

/** Counts what is unpacked, and throws where it is more than a repository has. */
export function tally(limits: Pick<ArchiveLimits, 'unpackedBytes' | 'entries'>) {
  let bytes = 0
  let entries = 0
  return {
    unpacked: (more: number) => {
      bytes += more
      if (bytes > limits.unpackedBytes) throw new BadArchive('unpacks to too much.')
    },
    entry: () => {
      entries++
      if (entries > limits.entries) throw new BadArchive(`holds more than ${limits.entries} files.`)
    },
  }
}
