import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublicState } from '#db/rebuilds.ts'

/** What a build was made from. What is made from the same again is the same. */
export interface MadeFrom {
  checkout: string
  site: string
  state: PublicState
}

const file = 'made-from.json'

/** Everything of a checkout that a build reads; `node_modules` is what the lock file names. */
const read = ['src', 'functions', 'content', 'public', 'astro.config.mjs', 'package-lock.json']

/** One digest over files of a checkout by name and content: those that a build reads, unless named. */
export async function digestOf(root: string, parts: readonly string[] = read): Promise<string> {
  const names = await Promise.all(parts.map((name) => filesBelow(root, name)))
  const digest = createHash('sha256')
  for (const name of names.flat().sort())
    digest.update(`${name}\0`).update(await readFile(path.join(root, name)))
  return digest.digest('hex')
}

async function filesBelow(root: string, name: string): Promise<string[]> {
  if (path.extname(name) !== '') return [name]
  const entries = await readdir(path.join(root, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

/** Notes in a build's folder what it was made from. */
export async function noteMadeFrom(folder: string, made: MadeFrom): Promise<void> {
  await writeFile(path.join(folder, file), JSON.stringify(made))
}

/** Whether the build in a folder is what would be made now. One that says nothing is not. */
export async function isMadeFrom(folder: string, now: MadeFrom): Promise<boolean> {
  const noted = await readFile(path.join(folder, file), 'utf8').catch(() => undefined)
  return noted === JSON.stringify(now)
}
