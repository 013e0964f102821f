import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The permission bits of other users, who must not read the e-mail addresses in the rows. */
const others = 0o077

/** Emscripten's functions that create files and folders and set their permissions. */
interface NodeOperations {
  mknod: (parent: unknown, name: string, mode: number, device: number) => unknown
  setattr: (node: unknown, attributes: { mode?: number | null }) => unknown
}

/**
 * PGlite's file system, with files that only this user can read. PGlite creates files with mode
 * 0666. A stricter umask is no alternative: it would also apply to the site's build.
 */
export class PrivateFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    return super.init(pg, {
      ...options,
      preRun: [...(options.preRun ?? []), (module) => makePrivately(module)],
    })
  }
}

function makePrivately(module: object) {
  // `as`: PGlite's type of the module lacks Emscripten's file systems, which exist at run time.
  const operations = (module as { NODEFS: { node_ops: NodeOperations } }).NODEFS.node_ops
  const { mknod, setattr } = operations
  operations.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~others, device)
  // `mknod` alone is not enough: Emscripten sets the mode again after it creates a file.
  operations.setattr = (node, attributes) =>
    setattr(
      node,
      typeof attributes.mode === 'number'
        ? { ...attributes, mode: attributes.mode & ~others }
        : attributes,
    )
}

/** Removes the permissions of other users from a folder and everything in it. */
export function makePrivate(folder: string): void {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of [folder, ...names.map((name) => path.join(folder, name))]) {
    const { mode } = fs.statSync(file)
    if (mode & others) fs.chmodSync(file, mode & ~others & 0o777)
  }
}
