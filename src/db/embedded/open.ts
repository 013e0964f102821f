import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { answers, dataFolder, ownerOf, takeOwnership } from './data-folder.ts'
import { WireBridge } from './wire-bridge.ts'

/**
 * A way to the folder's database. The owner holds it and must close it; a client only borrows it.
 */
export interface EmbeddedDatabase {
  url: string
  role: 'owner' | 'client'
  close: () => Promise<void>
}

/**
 * Opens the embedded Postgres of a data folder. One process owns it and offers it on a socket;
 * whoever comes later is a client of that socket. `as: 'owner'` refuses to be a client.
 */
export async function openEmbedded(
  folder: string,
  options: { as?: 'owner' | 'any'; waitMs?: number } = {},
): Promise<EmbeddedDatabase> {
  const files = dataFolder(folder)
  fs.mkdirSync(files.root, { recursive: true, mode: 0o700 })
  const url = `postgres://proofstack:embedded@embedded/postgres?host=${encodeURIComponent(files.socket)}`
  const until = Date.now() + (options.waitMs ?? 15_000)
  while (!takeOwnership(files.owner)) {
    if (options.as === 'owner') throw new DataFolderInUse(files.root, ownerOf(files.owner))
    if (await answers(files.socket)) return { url, role: 'client', close: async () => {} }
    if (Date.now() > until)
      throw new Error(
        `Process ${ownerOf(files.owner)} holds the data folder ${files.root} but does not answer. End it and try again.`,
      )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  try {
    return { url, role: 'owner', close: await own(files) }
  } catch (error) {
    fs.rmSync(files.owner, { force: true })
    throw error
  }
}

/** Says who has the folder and what to do. */
export class DataFolderInUse extends Error {
  constructor(root: string, pid: number) {
    super(
      `The data folder ${root} is in use by process ${pid}. Stop that process, or start with another folder: DATA_DIR=.data-2 PORT=4322 npm start`,
    )
    this.name = 'DataFolderInUse'
  }
}

async function own(files: ReturnType<typeof dataFolder>): Promise<() => Promise<void>> {
  // Half the default memory; the directory fits into it many times over.
  const database = await PGlite.create(files.database, {
    extensions: { pg_trgm, unaccent },
    postgresqlconf: ['shared_buffers=8MB'],
  })
  if (process.platform !== 'win32') fs.rmSync(files.socket, { force: true })
  const hangUp = await new WireBridge(database).listen(files.socket)
  if (process.platform !== 'win32') fs.chmodSync(files.socket, 0o600)
  return async () => {
    hangUp()
    await database.close()
    fs.rmSync(files.socket, { force: true })
    fs.rmSync(files.owner, { force: true })
  }
}
