import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Db, connect } from '#db/connect.ts'
import { openEmbedded } from '#db/embedded/open.ts'
import { databaseUrl } from './database-template.ts'

/**
 * A database of this test file's own, migrated and empty. Call it at the top of the file; `db` is
 * there from the first test on.
 */
export function testDatabase(): { db: Db; url: string } {
  const database = {} as { db: Db; url: string }
  let close = async () => {}
  beforeAll(async () => {
    const opened = await open()
    Object.assign(database, opened)
    close = opened.close
  })
  afterAll(() => close())
  return database
}

async function open() {
  const template = inject('template')
  // Broken idle connections belong to some tests; those that matter fail a query.
  const options = { max: 20, onError: () => {} }
  if (template.kind === 'server') {
    const name = `proofstack_test_${process.pid}_${Date.now()}`
    const admin = connect(template.url, { max: 1, onError: options.onError })
    await sql`create database ${sql.id(name)} template ${sql.id(template.database)}`.execute(admin)
    const url = databaseUrl(template.url, name)
    const db = connect(url, options)
    const close = async () => {
      await db.destroy()
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
      await admin.destroy()
    }
    return { db, url, close }
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-test-'))
  await cp(path.join(template.folder, 'pg'), path.join(folder, 'pg'), { recursive: true })
  const embedded = await openEmbedded(folder)
  const db = connect(embedded.url, options)
  const close = async () => {
    await db.destroy()
    await embedded.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { db, url: embedded.url, close }
}
