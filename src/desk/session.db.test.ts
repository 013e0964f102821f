import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { readConfig } from '#config.ts'
import { copyTemplate } from '#testing/database-template.ts'
import { testDatabase } from '#testing/database.ts'
import { withSession } from './session.ts'

const database = testDatabase()
const elsewhere = (more: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: database.url, SITE_URL: 'https://directory.example', ...more })

describe('a session on a database of elsewhere', () => {
  it.each([
    ['no mail provider is set here', {}, true],
    [
      'a mail provider and the secret of the service are set',
      { SMTP_URL: 'smtp://127.0.0.1:9', SERVICE_SECRET: 'x'.repeat(32) },
      false,
    ],
    ['the secret of the service is not known', { SMTP_URL: 'smtp://127.0.0.1:9' }, true],
    ['mails are to become files', { MAIL_DIR: '/tmp/mails' }, false],
  ])('where %s, leaves mails to the service: $2', async (_, more, leaves) => {
    const session = await withSession(elsewhere(more), {}, { writesMail: true }, async (one) => one)
    expect(session.leavesMails).toBe(leaves)
    expect(session.to.listing('x')).toBe('https://directory.example/product/x')
    expect(session.where).not.toBeNull()
  })

  it('migrates nothing, and says which version a command lacks when it does', async () => {
    const { db } = database
    const name = await sql<{ name: string }>`
      select name from kysely_migration order by name desc limit 1`.execute(db)
    const last = name.rows[0]!.name
    const stamp = await sql<{ timestamp: string }>`
      delete from kysely_migration where name = ${last} returning timestamp`.execute(db)
    try {
      const ask = withSession(elsewhere(), {}, { writesMail: false }, ({ backend }) =>
        sql`select a_column_of_tomorrow from products`.execute(backend.db),
      )
      await expect(ask).rejects.toThrow(`comes with ${last}. Deploy the service first`)
      const left = await sql`select from kysely_migration where name = ${last}`.execute(db)
      expect(left.rows).toHaveLength(0)
    } finally {
      await sql`insert into kysely_migration (name, timestamp) values (${last}, ${stamp.rows[0]!.timestamp})`.execute(
        db,
      )
    }
  })
})

it('a session on the folder of this machine sends its mails, and names the folder', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-session-'))
  copyTemplate(inject('template'), folder)
  const config = readConfig({ DATA_DIR: folder })
  const session = await withSession(config, { as: 'ada' }, { writesMail: true }, async (one) => one)
  const expected = { leavesMails: false, where: folder, actor: 'ada', verifier: 'ada' }
  expect(session).toMatchObject(expected)
  await rm(folder, { recursive: true })
})
