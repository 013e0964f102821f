import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isSource } from '#proof/host-names.ts'
import { isManifest } from '#proof/manifests/manifest-kind.ts'
import type { RepositoryFile } from '#proof/prove.ts'

/** What belongs to others, or is made; `.data` is what this very service makes. */
const passed =
  /^(?:\.(?:git|venv|next|data|vercel|output|astro|generated|cache|tox|nuxt|svelte-kit|turbo|gradle)|node_modules|venv|vendor|dist|build|target|__pycache__)$/

/** As much as a manifest that people write ever is. */
const longest = 2 * 1024 * 1024

/**
 * The files below a folder, with the texts of its manifests, and of its code where that names one of
 * these hosts. Symbolic links are not followed: they may lead out of it.
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
      if (entry.isDirectory() && !passed.test(entry.name)) await walk(name)
      if (entry.isFile())
        files.push({ path: name, text: await textOf(path.join(folder, name), names) })
    }
  }
  await walk('')
  return files
}

async function textOf(file: string, names: readonly string[]): Promise<string | undefined> {
  const isCode = !isManifest(file) && names.length > 0 && isSource(file)
  if ((!isManifest(file) && !isCode) || (await stat(file)).size > longest) return undefined
  const text = await readFile(file, 'utf8')
  return isCode && !names.some((name) => text.includes(name)) ? undefined : text
}
