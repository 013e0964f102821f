import { type RawBuilder, type Transaction, sql } from 'kysely'
import type { ChangelogType, ClaimReviewStatus } from '#contract/enums.ts'
import type { Db } from './connect.ts'
import type { Database } from './schema.ts'

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
 * Takes the timestamp of the next changelog item. Decision, Reads, Changelog: timestamps "strictly
 * increase from item to item as they are committed". The lock is held until the commit, so no
 * reader sees a later item before an earlier one, and a clock that steps back cannot break the
 * order. It must be the transaction's last lock: whoever holds it waits for nobody. `past` is when
 * a starter was approved, before this database existed; it counts as long as nothing newer is
 * there.
 */
export async function takeChangeTimestamp(
  trx: Transaction<Database>,
  past?: string,
): Promise<Date> {
  await takeChangelogLock(trx)
  const { rows } = await sql<{ moment: Date }>`
    select case when ${past ?? null}::timestamptz > coalesce(last, '-infinity') and ${past ?? null}::timestamptz < now() then ${past ?? null}::timestamptz
      else greatest(date_trunc('milliseconds', clock_timestamp()), last + interval '1 millisecond') end as moment
    from (select greatest((select max("timestamp") from changelog), (select max("timestamp") from removals)) as last) as newest`.execute(
    trx,
  )
  return rows[0]!.moment
}

/** The last lock of whoever changes what readers see, held until the commit. */
async function takeChangelogLock(trx: Transaction<Database>): Promise<void> {
  await sql`select take_locks(array['changelog'])`.execute(trx)
}

/**
 * How far the newest item is in the future, in seconds; 0 while it is not. It is when a clock was
 * ahead: every later item is stamped after it.
 */
export async function secondsAhead(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, ceil(extract(epoch from greatest((select max("timestamp") from changelog),
      (select max("timestamp") from removals)) - clock_timestamp())))::int as seconds`.execute(db)
  const { seconds } = rows[0]!
  // Items of one transaction are a millisecond apart, and clocks of two servers a little more.
  return seconds > aheadSlackSeconds ? seconds : 0
}

const aheadSlackSeconds = 60

/** Appends an item at the timestamp that was taken for it in the same transaction. */
export async function insertChange(
  trx: Transaction<Database>,
  timestamp: Date,
  change: Change,
): Promise<void> {
  await trx
    .insertInto('changelog')
    .values({ ...change, timestamp })
    .execute()
}

/**
 * Decision, Withdrawal: the items of a withdrawn listing "are left out of the feed from then on".
 * Weekly issues are for `settleIssues` to say.
 */
export async function retractChanges(
  trx: Transaction<Database>,
  product_id: string,
): Promise<void> {
  await trx
    .updateTable('changelog')
    .set({ retracted: true })
    .where('product_id', '=', product_id)
    .where('type', '<>', 'weekly_issue_published')
    .execute()
}

/**
 * Says of the weekly issues that hold a listing whether they are told of: while one of their
 * products stands, which then leads them. Called whenever a listing comes or goes.
 */
export async function settleIssues(trx: Transaction<Database>, product_id: string): Promise<void> {
  await sql`
    update changelog set retracted = not exists (
      select from products q where q.id = any(i.lead_product_id || i.product_ids) and q.status = 'approved')
    from weekly_issues i
    where i.number = changelog.weekly_issue and ${product_id}::uuid = any(i.lead_product_id || i.product_ids)`.execute(
    trx,
  )
}

/** Says that a listing is gone, to the clients that ask for removals. */
export async function insertRemoval(
  trx: Transaction<Database>,
  timestamp: Date,
  product_id: string,
): Promise<void> {
  await trx.insertInto('removals').values({ timestamp, product_id }).execute()
}

/**
 * Says that these listings change for readers with this transaction, whether or not the changelog
 * tells of it. Instances that answer from a build ask for what is later than they know. Like the
 * timestamp of an item it is taken under the last lock of the transaction.
 */
export async function markChanged(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  await takeChangelogLock(trx)
  await sql`
    update products set changed_at = moment.next + (listed.place - 1) * interval '1 millisecond'
    from unnest(${[...ids]}::uuid[]) with ordinality as listed (id, place),
      (select greatest(date_trunc('milliseconds', clock_timestamp()),
        max(changed_at) + interval '1 millisecond') as next from products) as moment
    where products.id = listed.id`.execute(trx)
}

/** A changelog item with what its readers need of the product and the weekly issue. */
interface ChangeRow<T = ChangelogType> {
  id: string
  type: T
  timestamp: string
  product: { slug: string; name: string; url: string }
  approved_at: string | null
  claim_review_status: ClaimReviewStatus | null
  claim_reviewed_at: string | null
  issue: { number: number; slug: string; title: string; product_slugs: string[] } | null
}

export interface ChangePage<T = ChangelogType> {
  /** At most `limit` + 1 items: one more says that there is a next page. */
  items: ChangeRow<T>[]
  total: number
  latest: Date | null
}

/** A changelog item as a build publishes it, with the tools of its product. */
export interface PublishedChange extends ChangeRow {
  tool_slugs: string[]
}

/** The newest items, newest first, for pages and feeds. */
export async function listNewestChanges(db: Db, limit: number): Promise<PublishedChange[]> {
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

/** A page of the changelog is asked for by these. `after` is the last timestamp of the page before. */
interface ChangeQuestion {
  since: string | null
  after: string | null
  order: 'asc' | 'desc'
  limit: number
}

/** The listings that went last and have not come back, the latest first. */
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

/** One page of the items that the contract documents. */
export function listChanges(db: Db, question: ChangeQuestion): Promise<ChangePage> {
  return readPage(db, question, standing)
}

/**
 * The same with the listings that are gone. Decision, Withdrawal: `product_removed` items count "in
 * `total` and `latest_timestamp` only there".
 */
export function listChangesAndRemovals(
  db: Db,
  question: ChangeQuestion,
): Promise<ChangePage<ChangelogType | 'product_removed'>> {
  return readPage(
    db,
    question,
    sql`(
    select id, type, "timestamp", product_id, approved_at, claim_review_status, claim_reviewed_at, weekly_issue from ${standing} kept
    union all
    select id, 'product_removed', "timestamp", product_id, null, null, null, null from removals)`,
  )
}

// Said on the item itself: a page of the feed must not look at every issue.
const standing = sql`(select * from changelog where not retracted)`

/**
 * Reads one page in one statement: an item that is committed meanwhile is in all of the answer or
 * in none of it, so that `latest_timestamp` never passes an item by.
 */
async function readPage<T>(
  db: Db,
  question: ChangeQuestion,
  feed: RawBuilder<unknown>,
): Promise<ChangePage<T>> {
  const { order, limit } = question
  // As a Date, which the driver writes so that Postgres reads every year; the year 0 of ISO 8601 is
  // 1 BC there.
  const [since, after] = [question.since, question.after].map((moment) =>
    moment === null ? null : new Date(moment),
  )
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const beyond =
    order === 'asc'
      ? sql`"timestamp" > ${after}::timestamptz`
      : sql`"timestamp" < ${after}::timestamptz`
  const newer = sql`(${since}::timestamptz is null or "timestamp" > ${since}::timestamptz)`
  const { rows } = await sql<ChangePage<T>>`
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
          select * from ${feed} f where ${newer} and (${after}::timestamptz is null or ${beyond})
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
