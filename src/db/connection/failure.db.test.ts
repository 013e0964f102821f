import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { insertPending, insertTool } from '#testing/builders.ts'
import { proxyTo } from '#testing/proxy.ts'
import { connect } from './connect.ts'
import { DatabaseTimeout, brokenUniqueConstraint, isDatabaseAway } from './failure.ts'

const database = testDatabase()

/** The error of the database for this code. */
function failWith(code: string): Promise<unknown> {
  const block = sql.raw(
    `do $$ begin raise exception 'made by a test' using errcode = '${code}'; end $$`,
  )
  return sql`${block}`.execute(database.db).catch((error: unknown) => error)
}

describe('isDatabaseAway', () => {
  it.each([
    { code: '08006', reason: 'the connection broke' },
    { code: '53300', reason: 'there are too many connections' },
    { code: '57P01', reason: 'an administrator ended the connection' },
    { code: '57P03', reason: 'the server is starting up' },
    { code: '55P03', reason: 'a lock was not to be had in time' },
  ])('says so when $reason ($code)', async ({ code }) => {
    const error = await failWith(code)
    expect(error).toMatchObject({ code })
    expect(isDatabaseAway(error)).toBe(true)
  })

  it.each([
    { statement: 'selekt 1', code: '42601' },
    { statement: 'select * from nowhere', code: '42P01' },
    { statement: "select 'x'::uuid", code: '22P02' },
    { statement: 'select 1 / 0', code: '22012' },
    { statement: 'insert into categories (slug) values (null)', code: '23502' },
  ])('does not say so when we asked something wrong: $statement', async ({ statement, code }) => {
    const error = await sql
      .raw(statement)
      .execute(database.db)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code })
    expect(isDatabaseAway(error)).toBe(false)
  })

  it('is true for a connection that is cut in a transaction', async () => {
    const proxy = await proxyTo(database.url)
    const db = connect(proxy.url, { max: 1, onError: () => {} })
    const error = await db
      .transaction()
      .execute(async (trx) => {
        await sql`select 1`.execute(trx)
        proxy.cut()
        await sql`select 2`.execute(trx)
      })
      .catch((reason: unknown) => reason)
    expect(isDatabaseAway(error)).toBe(true)
    await db.destroy()
    await proxy.close()
  })

  it.each([
    Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' }),
    new Error('Query read timeout'),
    new Error('timeout expired'),
    new DatabaseTimeout('No database connection came free in time'),
    { type: 'error', error: Object.assign(new Error('read'), { code: 'ECONNRESET' }) },
  ])('says so of %s', (error) => {
    expect(isDatabaseAway(error)).toBe(true)
  })

  it.each([
    undefined,
    null,
    'ECONNREFUSED',
    57,
    {},
    new Error('anything else'),
    { code: 57 },
    { error: { code: '23505' } },
  ])('does not say so of %j', (error) => {
    expect(isDatabaseAway(error)).toBe(false)
  })
})

describe('brokenUniqueConstraint', () => {
  it('names the constraint that an insert violated', async () => {
    const { slug, domain } = await insertPending(database.db)
    const sameDomain = await insertPending(database.db, { domain }).catch((error: unknown) => error)
    const sameSlug = await insertPending(database.db, { slug, domain: 'other.example' }).catch(
      (error: unknown) => error,
    )
    expect(brokenUniqueConstraint(sameDomain)).toBe('products_domain_key')
    expect(brokenUniqueConstraint(sameSlug)).toBe('products_slug_key')
    expect(isDatabaseAway(sameDomain)).toBe(false)
  })

  it('names nothing for another error', async () => {
    const checked = await insertPending(database.db, { name: '' }).catch((error: unknown) => error)
    const unknownCategory = await insertTool(database.db, { category: '' }).catch(
      (error: unknown) => error,
    )
    expect(checked).toMatchObject({ code: '23514' })
    expect(unknownCategory).toMatchObject({ code: '23503' })
    for (const error of [checked, unknownCategory, undefined, null, new Error('x')])
      expect(brokenUniqueConstraint(error)).toBeUndefined()
  })
})
