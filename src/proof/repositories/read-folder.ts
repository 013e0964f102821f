import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isSource } from '#proof/host-names.ts'
import { isManifest } from '#proof/manifests/manifest-kind.ts'
import { textOf } from '#proof/manifests/plain-text.ts'
import type { RepositoryFile } from '#proof/prove.ts'

/** Folders of dependencies and build output. `.data` is the data folder of this service. */
const skipped =
  /^(?:\.(?:git|venv|next|data|vercel|output|astro|generated|cache|tox|nuxt|svelte-kit|turbo|gradle)|node_modules|venv|vendor|dist|build|target|__pycache__)$/

/** Larger files are not read: nobody writes such a large manifest by hand. */
const longestBytes = 2 * 1024 * 1024

/**
 * Lists the files in a folder. Manifests, and code that contains one of the hostnames, have their
 * text. Symbolic links are skipped, because they may lead out of the folder.
 */
export async function readFolder(
  folder: string,
  hosts: readonly string[] = [],
): Promise<RepositoryFile[]> {
  const names = hosts.map((host) => host.replace('*', ''))
  const files: RepositoryFile[] = []
  const walk = async (below: string): Promise<void> => {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true })
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory() && !skipped.test(entry.name)) await walk(name)
      if (entry.isFile())
        files.push({ path: name, text: await textAt(path.join(folder, name), names) })
    }
  }
  await walk('')
  return files
}

async function textAt(file: string, names: readonly string[]): Promise<string | undefined> {
  const isCode = !isManifest(file) && names.length > 0 && isSource(file)
  if ((!isManifest(file) && !isCode) || (await stat(file)).size > longestBytes) return undefined
  const text = textOf(await readFile(file))
  return isCode && !names.some((name) => text.includes(name)) ? undefined : text
}
