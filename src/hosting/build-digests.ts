import { hash } from 'node:crypto'
import { readFile, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

const listName = 'digests.json'

/** Where the digests of a build are: the last of its files, and the first that the next one removes. */
export const digestsOf = (build: string) => path.join(build, listName)

/**
 * Writes the SHA-256 of each file of a build beside them. All of 3,400 files (51 MB) take 0.3 s, so
 * that no rule is needed about which of them matter.
 */
export async function writeDigests(build: string): Promise<void> {
  const digests: Record<string, string> = {}
  for (const name of await filesOf(build)) digests[name] = await digestOf(path.join(build, name))
  // It has its name when it is whole.
  const part = `${digestsOf(build)}.part`
  await writeFile(part, JSON.stringify(digests))
  await rename(part, digestsOf(build))
}

/** Says which file of a build is not as it was built; undefined when all are. */
export async function damageOf(build: string): Promise<string | undefined> {
  const list = digestsOf(build)
  const digests = await readFile(list, 'utf8')
    .then((text) => JSON.parse(text) as Record<string, string>)
    .catch(() => undefined)
  if (digests === undefined) return `${list} is missing or damaged.`
  for (const [name, digest] of Object.entries(digests)) {
    const file = path.join(build, name)
    const found = await digestOf(file).catch(() => undefined)
    if (found === undefined) return `${file} is missing.`
    if (found !== digest) return `${file} is not as it was built.`
  }
  return undefined
}

async function filesOf(build: string): Promise<string[]> {
  const entries = await readdir(build, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(build, path.join(entry.parentPath, entry.name)))
    .filter((name) => name !== listName)
}

async function digestOf(file: string): Promise<string> {
  return hash('sha256', await readFile(file), 'base64url')
}
