import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** Every approved listing at one moment. */
export interface DatedCatalog {
  /** The time of the latest change in it. */
  changedAt: Date
  /** The slugs of the listings, sorted. */
  slugs: string[]
  /** The JSON of the same listings. */
  lines: string[]
}

// By the clock of the database, so that all machines agree on the day.
const today = sql<string>`(now() at time zone 'utc')::date`
const dayText = sql<string>`to_char(day, 'YYYY-MM-DD')`

/** Level 5 makes 230 kB of 2.4 MB in 60 ms; the default, 11, takes seconds. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }

/** Whether the catalogue of today, in UTC, is kept. */
export async function isTodayKept(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('catalog_days')
    .select('day')
    .where(sql<boolean>`day = ${today}`)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the catalogue of today. The first one of a day stays; false if there is one. */
export async function keepToday(db: Db, catalog: DatedCatalog): Promise<boolean> {
  const { changedAt: changed_at, slugs } = catalog
  const text = catalog.lines.map((line) => `${line}\n`).join('')
  const lines = await promisify(brotliCompress)(text, { params })
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('catalog_days')
    .values({ day: today, changed_at, slugs, lines })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** The days whose catalogue is kept as YYYY-MM-DD, newest first. */
export async function listKeptDays(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('catalog_days')
    .select(dayText.as('date'))
    .orderBy('day', 'desc')
    .execute()
  return rows.map(({ date }) => date)
}

/**
 * The catalogue of a day (YYYY-MM-DD), if it is kept. `notListed` are the slugs of its listings
 * that are not approved any more.
 */
export async function findKeptDay(
  db: Db,
  day: string,
): Promise<(DatedCatalog & { notListed: string[] }) | undefined> {
  const row = await db
    .selectFrom('catalog_days')
    .select(['changed_at', 'slugs', 'lines'])
    .select(
      sql<string[]>`array(select slug from unnest(slugs) as slug where not exists (
        select from products where products.slug = slug.slug and status = 'approved'))`.as(
        'not_listed',
      ),
    )
    // Compared as text: Postgres refuses dates that do not exist, such as February 30.
    .where(dayText, '=', day)
    .executeTakeFirst()
  if (!row) return undefined
  const text = (await promisify(brotliDecompress)(row.lines)).toString()
  return {
    changedAt: row.changed_at,
    slugs: row.slugs,
    lines: text.split('\n').slice(0, -1),
    notListed: row.not_listed,
  }
}
