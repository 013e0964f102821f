import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** The paths of a data folder. */
export function dataFolder(folder: string) {
  const root = path.resolve(folder)
  return {
    root,
    database: path.join(root, 'pg'),
    socket: socketPath(root),
    owner: path.join(root, 'owner.pid'),
    /** This file exists while a command, and not the service, owns the database. */
    guest: path.join(root, 'owner.guest'),
  }
}

/** Whether a process accepts connections on the socket. */
export function answers(socketFile: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketFile, () => resolve(Boolean(socket.destroy())))
    socket.on('error', () => resolve(false))
  })
}

/** Whether there is a database. Throws if it is damaged: a new one would destroy what is left. */
export function holdsDatabase(database: string): boolean {
  const found = fs.readdirSync(path.dirname(database)).includes(path.basename(database))
  if (!found) return false
  if (fs.readdirSync(database).length === 0) {
    fs.rmdirSync(database)
    return false
  }
  const control = fs.statSync(path.join(database, 'global', 'pg_control'), {
    throwIfNoEntry: false,
  })
  if (!fs.existsSync(path.join(database, 'PG_VERSION')) || !control?.size)
    throw new DamagedDatabase(database, 'is not whole')
  return true
}

/** Thrown when the files of the database are unusable; the message says what to do. */
export class DamagedDatabase extends Error {
  constructor(database: string, what: string, cause?: unknown) {
    super(
      `The database in ${database} ${what}. Nothing was made over it: put back a backup of the data folder, or start with another: DATA_DIR=.data-2 npm start`,
      { cause },
    )
    this.name = 'DamagedDatabase'
  }
}

// A unix socket's path has at most 104 (macOS) or 108 (Linux) bytes, so a longer path is replaced
// by a hash in the temporary folder. Windows has named pipes.
function socketPath(root: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\proofstack-${name}`
  const inside = path.join(root, 'pg.sock')
  if (Buffer.byteLength(inside) <= 100) return inside
  const folder = path.join(os.tmpdir(), `proofstack-${process.getuid?.()}`)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  return path.join(folder, `${name}.sock`)
}
