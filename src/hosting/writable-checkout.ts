import { existsSync } from 'node:fs'
import { access, constants, cp, mkdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'

/** What Astro reads of a checkout, beside node_modules. */
const read = [
  'astro.config.mjs',
  'functions',
  'package.json',
  'package-lock.json',
  'public',
  'src',
  'tsconfig.json',
]

/** Where a build writes. */
const written = ['.', '.generated', '.vercel', '.astro']

/**
 * Where the site can be built: the checkout itself, or a copy of its sources in the data folder
 * where the checkout belongs to somebody else or lies on a disk that cannot be written, as in a
 * container. The copy is made anew for each build, so that it never is of another version.
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
