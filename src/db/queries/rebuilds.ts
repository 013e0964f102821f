import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/**
 * Requests a build that starts after this transaction. If a build already waits, the request is
 * added to its row; if that row waits for a retry, it becomes due now. Call it near the end of a
 * transaction, since all transactions write to the same row.
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
 * Claims the waiting build for 15 minutes, if it is due. A builder without a result by then counts
 * as failed. `evenEarly` also claims a build that is not due yet.
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

/** Records that a build succeeded, or that its hook accepted the call. */
export async function setRebuildDone(db: Db, id: string): Promise<void> {
  await sql`
    with forgotten as (
      delete from rebuilds where id <> ${id} and coalesce(done_at, failed_at) < now() - interval '30 days')
    update rebuilds set done_at = clock_timestamp(), locked_until = null
    where id = ${id} and done_at is null and failed_at is null`.execute(db)
}

/**
 * Records that a build failed, and requests another after 30 seconds, then 60, and so on up to an
 * hour. If a new request already waits, its row is used and stays due.
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

/** Whether a build is requested that has not started yet. */
export async function isRebuildWaiting(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('rebuilds')
    .select('id')
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records what the public build contains: all changes up to `cursor`, the newest
 * `products.changed_at` when it was made; null if there was no change yet.
 */
export async function setRebuildLive(db: Db, cursor: Date | null): Promise<void> {
  await sql`
    insert into live_build (changed_at, live_at) values (${cursor}, clock_timestamp())
    on conflict (is_only) do update set changed_at = excluded.changed_at, live_at = excluded.live_at`.execute(
    db,
  )
}

/**
 * Identifies a state of the public data. Every change either requests a rebuild in the same
 * transaction, or is a change of a file in content/.
 */
export interface PublicState {
  lastAsked: string | null
  changedAt: string | null
}

/** Read before the data of a build, so that the build is never older than this state. */
export async function readPublicState(db: Db): Promise<PublicState> {
  const { rows } = await sql<PublicState>`
    select (select max(id) from rebuilds)::text as "lastAsked",
      (select max(changed_at) from products)::text as "changedAt"`.execute(db)
  return rows[0]!
}

/** How far a build of the site is behind the database. */
export interface BuildLag {
  /** When public data last changed; null if it never did. */
  cursor: Date | null
  /** How many listings changed after the build, and when the first of them did. */
  behind: number
  behind_since: Date | null
  /** When a build last failed; null if a later build succeeded. */
  failed_at: Date | null
}

/** How far a build is behind the database. `cursor`: the newest change when it was made. */
export async function buildLag(db: Db, cursor: Date): Promise<BuildLag> {
  const { rows } = await sql<BuildLag>`
    select max(changed_at) as cursor,
      (count(*) filter (where changed_at > ${cursor}))::int as behind,
      min(changed_at) filter (where changed_at > ${cursor}) as behind_since,
      (select max(failed_at) from rebuilds where ${isLastFailure}) as failed_at
    from products`.execute(db)
  return rows[0]!
}

const isLastFailure = sql<boolean>`failed_at > coalesce((select max(done_at) from rebuilds), '-infinity')`

export type RebuildState = Awaited<ReturnType<typeof rebuildState>>

/**
 * The public build, how many listings changed since it was made, and the waiting, running and last
 * failed builds. A failed build is no longer told of once a later one succeeded.
 */
export async function rebuildState(db: Db) {
  const first = async <T>(query: RawBuilder<T>) => (await query.execute(db)).rows[0] ?? null
  const [live, changed, waiting, running, failed] = await Promise.all([
    first(
      sql<{ changed_at: Date | null; live_at: Date }>`select changed_at, live_at from live_build`,
    ),
    first(sql<{ count: number }>`
      select count(*)::int as count from products
      where changed_at > coalesce((select changed_at from live_build), '-infinity')`),
    first(sql<{ asked_at: Date; asks: number; attempts: number; next_attempt_at: Date }>`
      select asked_at, asks, attempts, next_attempt_at from rebuilds where started_at is null`),
    first(sql<{ asked_at: Date; started_at: Date }>`
      select asked_at, started_at from rebuilds
      where started_at is not null and done_at is null and failed_at is null
      order by id desc limit 1`),
    first(sql<{ failed_at: Date; error: string }>`
      select failed_at, error from rebuilds where ${isLastFailure} order by failed_at desc limit 1`),
  ])
  return { live, behind: changed!.count, waiting, running, failed }
}
