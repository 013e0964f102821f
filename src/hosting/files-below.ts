import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The paths of all files below a folder, relative to it. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}
