import { statSync } from 'node:fs'

/** The catalogue file cannot be read, or was changed since it was opened. */
export class CatalogUnreadable extends Error {
  constructor(file: string, cause?: unknown) {
    super(`the catalogue ${file} cannot be read: it is missing or damaged`, { cause })
    this.name = 'CatalogUnreadable'
  }
}

/** Whether an error comes from the catalogue. All SQLite errors do: nothing else uses SQLite. */
export function isCatalogUnreadable(error: unknown): boolean {
  if (error instanceof CatalogUnreadable) return true
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

/**
 * Returns a check that throws `CatalogUnreadable` if the file has changed since this call. The file
 * of a served build never changes, and SQLite may read damaged pages without an error.
 */
export function unchangedFile(file: string): () => void {
  const stampOf = () => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found && `${found.ino} ${found.size} ${found.mtimeMs}`
  }
  const opened = stampOf()
  return () => {
    if (stampOf() !== opened) throw new CatalogUnreadable(file)
  }
}
