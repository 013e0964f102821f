import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What only this user may read: e-mails stand in the rows. */
const others = 0o077

type Options = Parameters<NodeFS['init']>[1]

/** The part of Emscripten's file system that makes files and folders, and sets their rights. */
interface NodeOperations {
  mknod: (parent: unknown, name: string, mode: number, device: number) => unknown
  setattr: (node: unknown, attributes: { mode?: number | null }) => unknown
}

/**
 * PGlite's files on disk, each made for this user alone. PGlite asks for mode 0666, and the umask of
 * the process is not ours to set: the site is built under it too.
 */
export class PrivateFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    return super.init(pg, {
      ...options,
      preRun: [...preRunsOf(options), (module) => makePrivately(module)],
    })
  }
}

function preRunsOf({ preRun }: Options) {
  return preRun ?? []
}

function makePrivately(module: object) {
  // Emscripten's own file systems are part of the module, but not of its type.
  const operations = (module as { NODEFS: { node_ops: NodeOperations } }).NODEFS.node_ops
  const { mknod, setattr } = operations
  operations.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~others, device)
  // It sets the mode once more when a file has been made.
  operations.setattr = (node, attributes) =>
    setattr(
      node,
      typeof attributes.mode === 'number'
        ? { ...attributes, mode: attributes.mode & ~others }
        : attributes,
    )
}

/** Takes the rights of others from a folder and all that is in it, whoever made it. */
export function makePrivate(folder: string): void {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of [folder, ...names.map((name) => path.join(folder, name))]) {
    const { mode } = fs.statSync(file)
    if (mode & others) fs.chmodSync(file, mode & ~others & 0o777)
  }
}
