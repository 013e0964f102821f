import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PublicState } from '#db/queries/rebuilds.ts'
import { filesBelow } from './files-below.ts'

/** What a build is made from. Two builds with the same sources are the same. */
export interface MadeFrom {
  checkout: string
  site: string
  state: PublicState
}

const file = 'made-from.json'

/** The parts of a checkout that make a build. The lock file represents `node_modules`. */
export const inputs = [
  'src',
  'functions',
  'content',
  'public',
  'astro.config.mjs',
  'package-lock.json',
]

/** A digest of the names and contents of files in a checkout, by default of all a build reads. */
export async function digestOf(root: string, parts: readonly string[] = inputs): Promise<string> {
  const names = parts.flatMap((part) =>
    path.extname(part) === ''
      ? filesBelow(path.join(root, part)).map((name) => path.join(part, name))
      : [part],
  )
  const digest = createHash('sha256')
  for (const name of names.sort())
    digest.update(`${name}\0`).update(await readFile(path.join(root, name)))
  return digest.digest('hex')
}

/** Writes the sources of a build into a file in its folder. */
export async function noteMadeFrom(folder: string, made: MadeFrom): Promise<void> {
  await writeFile(path.join(folder, file), JSON.stringify(made))
}

/** Whether the build in a folder has the sources `now`; false if the folder does not tell. */
export async function isMadeFrom(folder: string, now: MadeFrom): Promise<boolean> {
  const noted = await readFile(path.join(folder, file), 'utf8').catch(() => undefined)
  return noted === JSON.stringify(now)
}
