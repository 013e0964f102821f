import { hash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { filesBelow } from './files-below.ts'

const listName = 'digests.json'

/**
 * The file with the SHA-256 digests of a build's files. It is written last, and the next build
 * removes it first: a folder with this file is a complete build.
 */
export const digestsOf = (build: string) => path.join(build, listName)

/** Writes the SHA-256 of each file of a build into its folder: 0.3 s for 3,400 files (51 MB). */
export async function writeDigests(build: string): Promise<void> {
  const digests: Record<string, string> = {}
  for (const name of filesBelow(build))
    if (name !== listName) digests[name] = await digestOf(path.join(build, name))
  // The file gets its final name when it is complete, so that nothing reads a part of it.
  const part = `${digestsOf(build)}.part`
  await writeFile(part, JSON.stringify(digests))
  await rename(part, digestsOf(build))
}

/** A sentence about the first damaged file of a build; undefined if all are intact. */
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

async function digestOf(file: string): Promise<string> {
  return hash('sha256', await readFile(file), 'base64url')
}
