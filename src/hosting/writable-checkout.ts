import { existsSync } from 'node:fs'
import { access, constants, cp, mkdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { inputs } from './made-from.ts'

/** The files and folders of a checkout that Astro reads, apart from node_modules. */
const read = [...inputs, 'package.json', 'tsconfig.json']

/** The folders of a checkout that a build writes to. */
const written = ['.', '.generated', '.vercel', '.astro']

/**
 * Returns a folder in which the site can be built. If the checkout cannot be written, as in a
 * container, that is a copy of its sources in the data folder. Each build makes a new copy, so that
 * it has the current version.
 */
export async function writableCheckout(
  root: string,
  dataDir: string,
  canWrite: (folder: string) => Promise<boolean> = isWritable,
): Promise<string> {
  const folders = written.map((name) => path.join(root, name)).filter(existsSync)
  if ((await Promise.all(folders.map(canWrite))).every(Boolean)) return root
  const copy = path.join(dataDir, 'checkout')
  await rm(copy, { recursive: true, force: true })
  await mkdir(copy, { recursive: true, mode: 0o700 })
  for (const name of read)
    await cp(path.join(root, name), path.join(copy, name), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
  return copy
}

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
}
