import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Permissions of other users, who must not read the e-mails in the rows. */
const others = 0o077

/** Emscripten's functions that create files and folders and set their permissions. */
interface NodeOperations {
  mknod: (parent: unknown, name: string, mode: number, device: number) => unknown
  setattr: (node: unknown, attributes: { mode?: number | null }) => unknown
}

/**
 * PGlite's files on disk, private to this user. PGlite uses mode 0666, and the umask of the process
 * also applies to the site's build.
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
  // `as`: the type of the module omits Emscripten's file systems.
  const operations = (module as { NODEFS: { node_ops: NodeOperations } }).NODEFS.node_ops
  const { mknod, setattr } = operations
  operations.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~others, device)
  // Emscripten sets the mode again after it creates a file.
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
