import { sql } from 'kysely'
import type { Db } from './connect.ts'

/**
 * Asks for a build that starts after this transaction. Whoever asks while one waits is taken up by
 * it; a row that waits after a failure is due again at once. Among the last writes of a
 * transaction: the row is everybody's.
 */
export async function askForRebuild(db: Db, askedBy: string): Promise<void> {
  await sql`
    insert into rebuilds (asked_by) values (${askedBy})
    on conflict ((started_at is null)) where started_at is null do update set
      asks = rebuilds.asks + 1, asked_by = excluded.asked_by,
      next_attempt_at = least(rebuilds.next_attempt_at, clock_timestamp())`.execute(db)
}

export interface TakenRebuild {
  id: string
  attempts: number
}

/**
 * Takes the row that waits, once it is due, for a quarter of an hour: a builder that says nothing
 * until then has failed. `evenEarly` is for who builds anyway.
 */
export async function takeDueRebuild(
  db: Db,
  { evenEarly = false }: { evenEarly?: boolean } = {},
): Promise<TakenRebuild | undefined> {
  const { rows: lost } = await sql<{ id: string }>`
    select id from rebuilds
    where started_at is not null and done_at is null and failed_at is null and locked_until < clock_timestamp()`.execute(
    db,
  )
  for (const { id } of lost) await setRebuildFailed(db, id, 'the build ended without a word')
  const { rows } = await sql<TakenRebuild>`
    update rebuilds set started_at = clock_timestamp(), attempts = attempts + 1,
      locked_until = clock_timestamp() + interval '15 minutes'
    where id = (
      select id from rebuilds where started_at is null and (${evenEarly} or next_attempt_at <= clock_timestamp())
      for update skip locked)
    returning id, attempts`.execute(db)
  return rows[0]
}

/** The build was made, or its hook took the call. */
export async function setRebuildDone(db: Db, id: string): Promise<void> {
  await sql`
    with forgotten as (
      delete from rebuilds where id <> ${id} and coalesce(done_at, failed_at) < now() - interval '30 days')
    update rebuilds set done_at = clock_timestamp(), locked_until = null
    where id = ${id} and done_at is null and failed_at is null`.execute(db)
}

/**
 * The build failed, and is asked for again: after 30 seconds, then 60, and so on up to an hour. If
 * somebody asked meanwhile, that row takes over and is due as it was.
 */
export async function setRebuildFailed(db: Db, id: string, reason: string): Promise<void> {
  await sql`
    with failed as (
      update rebuilds set failed_at = clock_timestamp(), locked_until = null, error = ${reason.slice(0, 500)}
      where id = ${id} and done_at is null and failed_at is null returning asked_by, attempts)
    insert into rebuilds (asked_by, attempts, next_attempt_at)
    select asked_by, attempts,
      clock_timestamp() + least(interval '1 hour', interval '30 seconds' * power(2, least(attempts - 1, 10))) from failed
    on conflict ((started_at is null)) where started_at is null
      do update set attempts = greatest(rebuilds.attempts, excluded.attempts)`.execute(db)
}

/** Whether a build is asked for that nobody has begun. */
export async function isRebuildWaiting(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('rebuilds')
    .select('id')
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The build in front of readers was taken when `cursor` was the newest `products.changed_at`; null
 * before the first change.
 */
export async function setRebuildLive(db: Db, cursor: Date | null): Promise<void> {
  await sql`
    insert into live_build (changed_at, live_at) values (${cursor}, clock_timestamp())
    on conflict (is_only) do update set changed_at = excluded.changed_at, live_at = excluded.live_at`.execute(
    db,
  )
}

/**
 * Where the public part of a database stands. Whatever changes it asks for a rebuild in the same
 * transaction, or is a file of content/.
 */
export interface PublicState {
  lastAsked: string | null
  changedAt: string | null
}

/** Read it before what a build is made from, so that the build is never older than it says. */
export async function readPublicState(db: Db): Promise<PublicState> {
  const { rows } = await sql<PublicState>`
    select (select max(id) from rebuilds)::text as "lastAsked",
      (select max(changed_at) from products)::text as "changedAt"`.execute(db)
  return rows[0]!
}

/** How far a build is behind the database. */
export interface BuildLag {
  /** The newest change that readers may see; null before the first. */
  cursor: Date | null
  /** How many listings changed since the build was taken, and when the first of them did. */
  behind: number
  behind_since: Date | null
  /** When the last build failed, unless one was made since. */
  failed_at: Date | null
}

/** How the database stands to a build that was taken when `cursor` was the newest change. */
export async function buildLag(db: Db, cursor: Date): Promise<BuildLag> {
  const { rows } = await sql<BuildLag>`
    select max(changed_at) as cursor,
      (count(*) filter (where changed_at > ${cursor}))::int as behind,
      min(changed_at) filter (where changed_at > ${cursor}) as behind_since,
      (select max(failed_at) from rebuilds
        where failed_at > coalesce((select max(done_at) from rebuilds), '-infinity')) as failed_at
    from products`.execute(db)
  return rows[0]!
}

export interface RebuildState {
  /** The build in front of readers, and how many listings changed since it was taken. */
  live: { changed_at: Date | null; live_at: Date } | null
  behind: number
  waiting: { asked_at: Date; asks: number; attempts: number; next_attempt_at: Date } | null
  running: { asked_at: Date; started_at: Date } | null
  /** The last failure, unless a build was made since. */
  failed: { failed_at: Date; error: string } | null
}

/** Which moment is live, what waits or runs, and what failed last and why. */
export async function rebuildState(db: Db): Promise<RebuildState> {
  const [live, behind, waiting, running, failed] = await Promise.all([
    db.selectFrom('live_build').select(['changed_at', 'live_at']).executeTakeFirst(),
    db
      .selectFrom('products')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where(
        'changed_at',
        '>',
        sql<Date>`coalesce((select changed_at from live_build), '-infinity')`,
      )
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('rebuilds')
      .select(['asked_at', 'asks', 'attempts', 'next_attempt_at'])
      .where('started_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('rebuilds')
      .select(['asked_at', 'started_at'])
      .$narrowType<{ started_at: Date }>()
      .where('started_at', 'is not', null)
      .where('done_at', 'is', null)
      .where('failed_at', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
    db
      .selectFrom('rebuilds')
      .select(['failed_at', 'error'])
      .$narrowType<{ failed_at: Date; error: string }>()
      .where(
        'failed_at',
        '>',
        sql<Date>`coalesce((select max(done_at) from rebuilds), '-infinity')`,
      )
      .orderBy('failed_at', 'desc')
      .executeTakeFirst(),
  ])
  return {
    live: live ?? null,
    behind: Number(behind.count),
    waiting: waiting ?? null,
    running: running ?? null,
    failed: failed ?? null,
  }
}
