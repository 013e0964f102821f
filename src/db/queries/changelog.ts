import { sql } from 'kysely'
import type { ChangelogType, ClaimReviewStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#db/connection/connect.ts'

type Change =
  | { type: 'product_approved'; product_id: string; approved_at: Date }
  | {
      type: 'claim_review_updated'
      product_id: string
      claim_review_status: ClaimReviewStatus
      claim_reviewed_at: Date
    }
  | { type: 'weekly_issue_published'; product_id: string; weekly_issue: number }

/**
 * Takes the timestamp of the next changelog item. Decisions, Changelog: timestamps
 * "strictly increase from item to item as they are committed". The changelog lock is held until the
 * commit, so no reader sees a later item before an earlier one, and a clock that steps back cannot
 * break the order. It must be the last lock of the transaction. `past` is the approval time of a
 * curated listing from before this database existed; it is used if the changelog has nothing newer.
 */
export async function takeChangeTimestamp(trx: Trx, past: string | null = null): Promise<Date> {
  await takeChangelogLock(trx)
  const { rows } = await sql<{ moment: Date }>`
    select case when ${past}::timestamptz > coalesce(last, '-infinity') and ${past}::timestamptz < now() then ${past}::timestamptz
      else greatest(date_trunc('milliseconds', clock_timestamp()), last + interval '1 millisecond') end as moment
    from (select greatest((select max("timestamp") from changelog), (select max("timestamp") from removals)) as last) as newest`.execute(
    trx,
  )
  return rows[0]!.moment
}

/** Takes the last lock of a transaction that changes public data. It is held until the commit. */
async function takeChangelogLock(trx: Trx): Promise<void> {
  await sql`select take_locks(array['changelog'])`.execute(trx)
}

/**
 * How many seconds the newest changelog item is in the future, else 0. This happens after a server
 * clock was ahead; every later item is stamped after that item.
 */
export async function secondsAhead(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, ceil(extract(epoch from greatest((select max("timestamp") from changelog),
      (select max("timestamp") from removals)) - clock_timestamp())))::int as seconds`.execute(db)
  const { seconds } = rows[0]!
  // Up to 60 seconds are normal: items of one transaction are a millisecond apart, and the clocks
  // of two servers differ.
  return seconds > 60 ? seconds : 0
}

/** Appends a changelog item. `timestamp` is of `takeChangeTimestamp` in the same transaction. */
export async function insertChange(trx: Trx, timestamp: Date, change: Change): Promise<void> {
  await trx
    .insertInto('changelog')
    .values({ ...change, timestamp })
    .execute()
}

/**
 * Removes the changelog items of a withdrawn listing from the feed. Decisions, Withdrawal: they
 * "are left out of the feed from then on". `settleIssues` does the same for weekly issues.
 */
export async function retractChanges(trx: Trx, product_id: string): Promise<void> {
  await trx
    .updateTable('changelog')
    .set({ retracted: true })
    .where('product_id', '=', product_id)
    .where('type', '<>', 'weekly_issue_published')
    .execute()
}

/**
 * Retracts the changelog items of weekly issues that contain this listing and have no approved
 * product left, and restores those of the other issues with this listing. Called when a listing is
 * approved or removed.
 */
export async function settleIssues(trx: Trx, product_id: string): Promise<void> {
  await sql`
    update changelog set retracted = not exists (
      select from products q where q.id = any(i.lead_product_id || i.product_ids) and q.status = 'approved')
    from weekly_issues i
    where i.number = changelog.weekly_issue and ${product_id}::uuid = any(i.lead_product_id || i.product_ids)`.execute(
    trx,
  )
}

/** Records the removal of a listing, which the changelog shows to clients that ask for it. */
export async function insertRemoval(trx: Trx, timestamp: Date, product_id: string): Promise<void> {
  await trx.insertInto('removals').values({ timestamp, product_id }).execute()
}

/**
 * Sets `changed_at` of listings, even if the changelog gets no item. Instances that answer from a
 * build read the listings that changed after that build. Takes the changelog lock, which must be
 * the last lock of the transaction.
 */
export async function markChanged(trx: Trx, ids: readonly string[]): Promise<void> {
  await takeChangelogLock(trx)
  await sql`
    update products set changed_at = moment.next + (listed.place - 1) * interval '1 millisecond'
    from unnest(${[...ids]}::uuid[]) with ordinality as listed (id, place),
      (select greatest(date_trunc('milliseconds', clock_timestamp()),
        max(changed_at) + interval '1 millisecond') as next from products) as moment
    where products.id = listed.id`.execute(trx)
}

/** A changelog item with the fields of its product and weekly issue. */
interface ChangeRow<T> {
  id: string
  type: T
  timestamp: string
  product: { slug: string; name: string; url: string }
  approved_at: string | null
  claim_review_status: ClaimReviewStatus | null
  claim_reviewed_at: string | null
  issue: { number: number; slug: string; title: string; product_slugs: string[] } | null
}

/** The newest changelog items, newest first, each with the tools of its product. */
export async function listNewestChanges(db: Db, limit: number) {
  const { items } = await listChanges(db, { since: null, after: null, order: 'desc', limit })
  const slugs = [...new Set(items.map(({ product }) => product.slug))]
  const tools = await db
    .selectFrom('product_tools')
    .innerJoin('products', 'products.id', 'product_tools.product_id')
    .innerJoin('tools', 'tools.id', 'product_tools.tool_id')
    .select(['products.slug as product', 'tools.slug as tool'])
    .where('products.slug', '=', sql<string>`any(${slugs}::text[])`)
    .orderBy('product_tools.position')
    .execute()
  return items.slice(0, limit).map((item) => ({
    ...item,
    tool_slugs: tools
      .filter(({ product }) => product === item.product.slug)
      .map(({ tool }) => tool),
  }))
}

/** The most recently removed listings, newest first, without those that were approved again. */
export function listNewestRemovals(db: Db, limit: number) {
  return db
    .selectFrom('removals')
    .innerJoin('products', 'products.id', 'removals.product_id')
    .where('products.status', '<>', 'approved')
    .select(['products.slug', sql<Date>`max(removals."timestamp")`.as('removed_at')])
    .groupBy('products.slug')
    .orderBy('removed_at', 'desc')
    .limit(limit)
    .execute()
}

/**
 * One page of the changelog without retracted items; `removals` adds `product_removed` items.
 * Decisions, Withdrawal: these count "in `total` and `latest_timestamp` only there". One statement
 * reads the page: an item committed meanwhile is in every part of it or in none, so
 * `latest_timestamp` never skips an item.
 */
export async function listChanges<R extends boolean = false>(
  db: Db,
  criteria: {
    since: string | null
    /** The last timestamp of the previous page. */
    after: string | null
    order: 'asc' | 'desc'
    limit: number
    removals?: R
  },
) {
  // Each item stores whether it is retracted, so that reading a page needs no weekly issues.
  const unretracted = sql`(select * from changelog where not retracted)`
  const feed = criteria.removals
    ? sql`(
    select id, type, "timestamp", product_id, approved_at, claim_review_status, claim_reviewed_at, weekly_issue from ${unretracted} kept
    union all
    select id, 'product_removed', "timestamp", product_id, null, null, null, null from removals)`
    : unretracted
  const { order, limit } = criteria
  // The driver formats a Date so that Postgres reads every year. ISO text with year 0 would fail:
  // Postgres calls that year 1 BC.
  const [since, after] = [criteria.since, criteria.after].map((moment) =>
    moment === null ? null : new Date(moment),
  )
  const [direction, isBeyond] =
    order === 'asc' ? [sql`asc`, sql`"timestamp" >`] : [sql`desc`, sql`"timestamp" <`]
  const newer = sql`(${since}::timestamptz is null or "timestamp" > ${since}::timestamptz)`
  const { rows } = await sql<{
    /** At most `limit` + 1 items; the extra item means that there is a next page. */
    items: ChangeRow<R extends false ? ChangelogType : ChangelogType | 'product_removed'>[]
    total: number
    latest: Date | null
  }>`
    select
      (select count(*)::int from ${feed} f where ${newer}) as total,
      (select max("timestamp") from ${feed} f where ${newer}) as latest,
      (select coalesce(json_agg(item order by item."timestamp" ${direction}), '[]') from (
        select
          c.id, c.type, c."timestamp", c.approved_at, c.claim_review_status, c.claim_reviewed_at,
          json_build_object('slug', p.slug, 'name', p.name, 'url', p.url) as product,
          case when w.number is not null then
            json_build_object('number', w.number, 'slug', w.slug, 'title', w.title, 'product_slugs', w.product_slugs) end as issue
        from (
          select * from ${feed} f where ${newer} and (${after}::timestamptz is null or ${isBeyond} ${after}::timestamptz)
          order by "timestamp" ${direction} limit ${limit + 1}) c
        left join lateral (
          select i.number, i.slug, i.title,
            array(select q.slug from unnest(i.product_ids) with ordinality as ids (id, place)
              join products q on q.id = ids.id and q.status = 'approved' order by ids.place) as product_slugs,
            (select q.id from unnest(i.lead_product_id || i.product_ids) with ordinality as ids (id, place)
              join products q on q.id = ids.id and q.status = 'approved' order by ids.place limit 1) as lead
          from weekly_issues i where i.number = c.weekly_issue) w on true
        join products p on p.id = coalesce(w.lead, c.product_id)) item) as items`.execute(db)
  return rows[0]!
}
