import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { type Content, loadContent } from '#content-files/load.ts'
import { type Db, connect } from '#db/connect.ts'
import { migrate } from '#db/migrate.ts'
import { startPostgres } from '../postgres.ts'
import { fill } from './fill.ts'

export const root = path.resolve(import.meta.dirname, '../..')

/** What all parts of one size share: a filled database, and a folder for builds and floors. */
export interface Ground {
  size: number
  folder: string
  databaseUrl: string
  db: Db
  content: Content
  /** What a line of progress goes to; never stdout. */
  say: (line: string) => void
}

/** A Postgres and a folder, kept for the next run when `keep` names one. */
export async function openGrounds(keep: string | undefined, say: Ground['say']) {
  const folder = keep
    ? path.resolve(keep)
    : await mkdtemp(path.join(os.tmpdir(), 'proofstack-bench-'))
  // Postgres runs as another user than root and must reach its own part.
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const postgres = await startPostgres(keep && path.join(folder, 'postgres'))
  const content = await loadContent(root)
  return {
    version: await versionOf(postgres.url),
    /** Runs `measure` on a database with `size` listings. */
    at: async (size: number, measure: (ground: Ground) => Promise<void>) => {
      const databaseUrl = await databaseOf(postgres.url, size)
      const db = connect(databaseUrl, { max: 5, onError: () => {} })
      try {
        const began = performance.now()
        await migrate(db)
        await fill(db, content, size)
        say(
          `${size} listings are there after ${((performance.now() - began) / 1000).toFixed(1)} s.`,
        )
        const own = path.join(folder, String(size))
        await mkdir(own, { recursive: true })
        await measure({ size, folder: own, databaseUrl, db, content, say })
      } finally {
        await db.destroy()
      }
    },
    close: async () => {
      await postgres.stop()
      if (!keep) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function databaseOf(server: string, size: number): Promise<string> {
  const name = `bench_${size}`
  await asking(server, async (db) => {
    const { rows } = await sql`select from pg_database where datname = ${name}`.execute(db)
    if (rows.length === 0) await sql`create database ${sql.id(name)}`.execute(db)
  })
  const address = new URL(server)
  address.pathname = `/${name}`
  return address.href
}

async function versionOf(server: string): Promise<string> {
  let version = ''
  await asking(server, async (db) => {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
    version = rows[0]!.server_version.split(' ')[0]!
  })
  return version
}

async function asking(url: string, ask: (db: Db) => Promise<void>) {
  const db = connect(url, { max: 1, onError: () => {} })
  try {
    await ask(db)
  } finally {
    await db.destroy()
  }
}
