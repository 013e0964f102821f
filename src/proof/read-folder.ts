import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isManifest } from './manifests/manifest-kind.ts'
import type { RepositoryFile } from './prove.ts'

/** What belongs to others, or is made. */
const passed = /^(?:\.git|node_modules|\.venv|venv|vendor|dist|build|target|\.next|__pycache__)$/

/** As much as a manifest that people write ever is. */
const longest = 2 * 1024 * 1024

/**
 * The files below a folder, with the texts of its manifests. Symbolic links are not followed: they may
 * lead out of it.
 */
export async function readFolder(folder: string): Promise<RepositoryFile[]> {
  const files: RepositoryFile[] = []
  const walk = async (below: string): Promise<void> => {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true })
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory() && !passed.test(entry.name)) await walk(name)
      if (entry.isFile()) files.push({ path: name, text: await textOf(path.join(folder, name)) })
    }
  }
  await walk('')
  return files
}

async function textOf(file: string): Promise<string | undefined> {
  if (!isManifest(file) || (await stat(file)).size > longest) return undefined
  return readFile(file, 'utf8')
}
