import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { holderOf, releaseLock, takeLock } from '#process-lock.ts'
import { DamagedDatabase, answers, dataFolder, holdsDatabase } from './data-folder.ts'
import { PrivateFiles, makePrivate } from './private-files.ts'
import { WireBridge } from './wire-bridge.ts'

/** The embedded database of a data folder. An `owner` runs it; a `client` asks its owner. */
export interface EmbeddedDatabase {
  url: string
  role: 'owner' | 'client'
  close: () => Promise<void>
}

/**
 * Opens the embedded Postgres of a data folder. The first process owns it and serves it on a
 * socket; later processes are clients of that socket. The service (`as: 'owner'`) is never a
 * client. If a guest owns it (a command that started while no service ran), the service waits for
 * its end.
 */
export async function openEmbedded(
  folder: string,
  options: OpenOptions = {},
): Promise<EmbeddedDatabase> {
  const files = dataFolder(folder)
  fs.mkdirSync(files.root, { recursive: true, mode: 0o700 })
  const url = `postgres://proofstack:embedded@embedded/postgres?host=${encodeURIComponent(files.socket)}`
  const until = Date.now() + (options.waitMs ?? 15_000)
  const dyingUntil = Date.now() + (options.waitMs ?? 10_000)
  let isReported = false
  while (!takeLock(files.owner)) {
    if (options.as === 'owner') {
      const isGuest = fs.existsSync(files.guest)
      // After kill -9 the kernel may have the dead process for some seconds; its socket is silent.
      if (!isGuest && (Date.now() > dyingUntil || (await answers(files.socket))))
        throw new DataFolderInUse(files.root, holderOf(files.owner))
      if (isGuest && !isReported) options.onGuest?.(holderOf(files.owner))
      isReported ||= isGuest
      options.signal?.throwIfAborted()
      await new Promise((resolve) => setTimeout(resolve, 100))
      continue
    }
    if (await answers(files.socket)) return { url, role: 'client', close: async () => {} }
    if (Date.now() > until)
      throw new Error(
        `Process ${holderOf(files.owner)} holds the data folder ${files.root} but does not answer. End it and try again.`,
      )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  try {
    // Without this, the file of a killed guest would stay.
    if (options.as === 'guest') fs.writeFileSync(files.guest, '', { mode: 0o600 })
    else fs.rmSync(files.guest, { force: true })
    return { url, role: 'owner', close: await own(files) }
  } catch (error) {
    fs.rmSync(files.guest, { force: true })
    releaseLock(files.owner)
    throw error
  }
}

interface OpenOptions {
  as?: 'owner' | 'guest' | 'any'
  /** How many milliseconds to wait for an owner that does not answer on its socket. */
  waitMs?: number
  /** Called once with the pid of the guest whose end is awaited. */
  onGuest?: (pid: number) => void
  /** Aborts the wait for the end of a guest. */
  signal?: AbortSignal
}

/** Thrown when another process uses the data folder; the message has its pid and what to do. */
export class DataFolderInUse extends Error {
  constructor(root: string, pid: number) {
    super(
      `The data folder ${root} is in use by process ${pid}. Stop that process, or start with another folder: DATA_DIR=.data-2 PORT=4322 npm start`,
    )
    this.name = 'DataFolderInUse'
  }
}

async function own(files: ReturnType<typeof dataFolder>): Promise<() => Promise<void>> {
  // A process in another container has an unknown pid, but its socket answers here.
  if (await answers(files.socket))
    throw new Error(
      `Another process answers on ${files.socket}. Stop it, or start with another folder: DATA_DIR=.data-2 npm start`,
    )
  if (!holdsDatabase(files.database)) await makeDatabase(files.database)
  makePrivate(files.database)
  const database = await open(files.database).catch((error: unknown) => {
    throw new DamagedDatabase(files.database, 'cannot be opened', error)
  })
  if (process.platform !== 'win32') fs.rmSync(files.socket, { force: true })
  const hangUp = await new WireBridge(database).listen(files.socket)
  if (process.platform !== 'win32') fs.chmodSync(files.socket, 0o600)
  return async () => {
    hangUp()
    await database.close()
    fs.rmSync(files.socket, { force: true })
    fs.rmSync(files.guest, { force: true })
    releaseLock(files.owner)
  }
}

// Created under another name and renamed, so that an incomplete database is never used.
async function makeDatabase(folder: string) {
  const draft = `${folder}.new`
  fs.rmSync(draft, { recursive: true, force: true })
  fs.mkdirSync(draft, { mode: 0o700 })
  try {
    const database = await open(draft)
    await database.close()
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    throw new Error(
      `No database could be made in ${folder}: ${reason(error)}. Is the disk full, or the folder not writable?`,
      { cause: error },
    )
  }
  fs.renameSync(draft, folder)
}

function open(folder: string): Promise<PGlite> {
  // Half of the default memory is enough: the data of the directory is small.
  return PGlite.create({
    fs: new PrivateFiles(folder),
    postgresqlconf: ['shared_buffers=8MB'],
  })
}

// Emscripten also throws objects that are no `Error`, for example with `name` and `errno` only.
function reason(error: unknown): string {
  if (error instanceof Error && error.message) return error.message
  const { name, errno } = (error ?? {}) as { name?: unknown; errno?: unknown }
  return `${String(name ?? 'the file system failed')} ${String(errno ?? '')}`.trim()
}
