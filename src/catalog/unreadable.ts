import { statSync } from 'node:fs'

/** The catalogue of this build cannot be read, or is no longer what was opened. */
export class CatalogUnreadable extends Error {
  constructor(file: string, cause?: unknown) {
    super(`the catalogue ${file} cannot be read: it is missing or damaged`, { cause })
    this.name = 'CatalogUnreadable'
  }
}

/** Whether a failure is the catalogue's. Nothing else here reads SQLite. */
export function isCatalogUnreadable(error: unknown): boolean {
  if (error instanceof CatalogUnreadable) return true
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

/** How often a file is looked at, however many requests come. */
const lookEveryMs = 1_000

/**
 * Throws `CatalogUnreadable` when the file has changed since this call. Nobody may write into a build
 * that is served, and pages of a damaged file may be read without an error.
 */
export function unchangedFile(file: string, clock: () => Date): () => void {
  const stampOf = () => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found && `${found.ino} ${found.size} ${found.mtimeMs}`
  }
  const opened = stampOf()
  let isUnchanged = true
  let lookedAt = clock().getTime()
  return () => {
    const now = clock().getTime()
    if (Math.abs(now - lookedAt) >= lookEveryMs) {
      lookedAt = now
      isUnchanged = stampOf() === opened
    }
    if (!isUnchanged) throw new CatalogUnreadable(file)
  }
}
