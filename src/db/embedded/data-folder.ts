import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** The files of one data folder. */
export function dataFolder(folder: string) {
  const root = path.resolve(folder)
  return {
    root,
    database: path.join(root, 'pg'),
    socket: socketPath(root),
    owner: path.join(root, 'owner.pid'),
  }
}

/**
 * What this process owns: its own pid in a file may also be left over from a process that had it
 * before.
 */
const owned = new Set<string>()

/**
 * Makes this process the owner of the folder's database. Two processes on one PGlite folder destroy
 * it, so this is not optional.
 */
export function takeOwnership(ownerFile: string): boolean {
  // Written first and then given its name, so that nobody finds the file without the pid in it.
  const draft = `${ownerFile}.${process.pid}`
  fs.writeFileSync(draft, String(process.pid), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 100; attempt++) {
      if (isNew(() => fs.linkSync(draft, ownerFile))) return Boolean(owned.add(ownerFile))
      const content = contentOf(ownerFile)
      if (content === undefined) continue
      const owner = Number(content) || 0
      if (owner === process.pid ? owned.has(ownerFile) : isRunning(owner)) return false
      removeStale(ownerFile, content)
    }
    return false
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

// Its process is gone: a kill -9 leaves the file behind. One process at a time looks again and
// removes it; otherwise the second would remove the file of the first, who has just become the
// owner.
function removeStale(ownerFile: string, content: string) {
  const turn = `${ownerFile}.turn`
  if (isNew(() => fs.writeFileSync(turn, '', { flag: 'wx' }))) {
    if (contentOf(ownerFile) === content) fs.rmSync(ownerFile, { force: true })
    fs.rmSync(turn, { force: true })
  } else if (
    Date.now() - (fs.statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) >
    10_000
  ) {
    // Whoever had the turn was killed in the middle of it.
    fs.rmSync(turn, { force: true })
  }
}

/** Does what makes a file, and says whether the file was not there before. */
function isNew(make: () => void): boolean {
  try {
    make()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** The process that owns the folder, or 0. */
export function ownerOf(ownerFile: string): number {
  return Number(contentOf(ownerFile)) || 0
}

function contentOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Whether somebody answers on the socket. */
export function answers(socketFile: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketFile, () => resolve(Boolean(socket.destroy())))
    socket.on('error', () => resolve(false))
  })
}

function isRunning(pid: number): boolean {
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// The kernel takes at most 104 (macOS) or 108 (Linux) bytes for the path of a unix socket; Windows
// has named pipes instead.
function socketPath(root: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\proofstack-${name}`
  const inside = path.join(root, 'pg.sock')
  if (Buffer.byteLength(inside) <= 100) return inside
  const folder = path.join(os.tmpdir(), `proofstack-${process.getuid?.()}`)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  return path.join(folder, `${name}.sock`)
}
