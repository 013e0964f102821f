import { type Expression, type NotNull, type QueryCreator, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { plainColumns } from '#contract/product-shapes.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import type { Database } from '#db/migrations/schema.ts'
import { evidenceOf, launchDate } from './decisions.ts'

/**
 * Yields every approved listing, newest first, in batches, since a directory may be larger than
 * memory. Tools are given by id. All batches belong to one snapshot if `trx` reads repeatably.
 */
export async function* readApprovedProducts(trx: Trx, batch = 500) {
  let last: { approved_at: Date | string | null; id: string } | undefined
  for (;;) {
    const after = last
    const rows = await productQuery(trx)
      .where('products.status', '=', 'approved')
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('approved_at', '<', after!.approved_at),
            eb.and([eb('approved_at', '=', after!.approved_at), eb('id', '>', after!.id)]),
          ]),
        ),
      )
      .orderBy('approved_at', 'desc')
      .orderBy('id')
      .limit(batch)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < batch) return
    last = rows.at(-1)
  }
}

/** The latest public change of a listing. */
export async function findLatestChange(db: Db): Promise<Date | null> {
  const { latest } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.max('changed_at').as('latest'))
    .executeTakeFirstOrThrow()
  return latest
}

/** The listings that changed for readers after `moment`, in order of `changed_at`. */
export function listChangedSince(db: Db, moment: Date, limit: number) {
  return db
    .selectFrom('products')
    .select(['id', 'slug', 'status', 'changed_at'])
    .where('changed_at', '>', moment)
    .orderBy('changed_at')
    .limit(limit)
    .$narrowType<{ changed_at: NotNull }>()
    .execute()
}

/**
 * The listing with this slug if it is approved, or if it is pending and this e-mail submitted it.
 * Any other listing takes as long as a missing one, so that timing reveals nothing.
 */
export async function findReviewed(db: Db, slug: string, email: string | null) {
  const found = await productQuery(db)
    .where('slug', '=', slug)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'approved'),
        eb.and([eb('status', '=', 'pending'), eb('submitter_email', '=', email)]),
      ]),
    )
    .executeTakeFirst()
  // `as`: the condition above allows only the statuses `approved` and `pending`.
  return found as (typeof found & { status: 'approved' | 'pending' }) | undefined
}

/** The approved listings among these slugs, in no order. */
export function listApprovedBySlug(db: Db, slugs: readonly string[]) {
  return productQuery(db)
    .where('status', '=', 'approved')
    .where('slug', '=', sql<string>`any(${[...slugs]}::text[])`)
    .execute()
}

/** The approved listings among these ids, in no order. */
export function listApprovedById(db: Db, ids: readonly string[]) {
  return productQuery(db)
    .where('status', '=', 'approved')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** The id of the approved listing with this referral code. */
export async function findReferrer(db: Db, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('referral_code', '=', code)
    .where('status', '=', 'approved')
    .executeTakeFirst()
  return row?.id
}

function productQuery(db: Db) {
  return db
    .with('rounds', readingRounds)
    .selectFrom('products')
    .select([...plainColumns, 'status', 'reading', 'corrected_at'])
    .select((eb) => [
      launchDate.as('launch_date'),
      sql<string[]>`array(select tool_id from product_tools
        where product_id = products.id order by position)`.as('tool_ids'),
      jsonArrayFrom(
        eb
          .selectFrom('compatibility')
          .select(['tool_id', 'compatibility.status', 'note'])
          .whereRef('compatibility.product_id', '=', 'products.id')
          .orderBy('position'),
      ).as('compatibility'),
      evidenceOf(eb).as('evidence'),
      jsonObjectFrom(
        eb
          .selectFrom('proofs')
          .leftJoin('proof_checks', 'proof_checks.product_id', 'proofs.product_id')
          .innerJoin('rounds', (join) =>
            join.on('rounds.day', '=', dayOf(sql.ref('proofs.checked_at'))),
          )
          .select(['repository', 'proofs.commit', 'licence', 'tools', 'history'])
          // Later checks of the repository override the proof. Timestamps are text, since this is
          // JSON.
          .select([
            sql<boolean | null>`coalesce(proof_checks.archived, proofs.archived)`.as('archived'),
            // The commit of the proof, which later checks leave as it was. Where the proof has no
            // day, editors may have noted that of the same commit.
            sql<string | null>`coalesce(
              ${dayOf(sql.ref('proofs.last_activity'))},
              case when products.reading->>'commit' = proofs.commit
                then products.reading->>'committed_on' end)`.as('source_date'),
            sql<string | null>`greatest(proofs.last_activity, proof_checks.last_activity)`.as(
              'last_activity',
            ),
            // A later check asked the code host itself.
            sql<string | null>`greatest(rounds.seen_until, case when
              proof_checks.last_activity is not null then ${dayOf(sql.ref('proof_checks.checked_at'))}
              end)`.as('seen_until'),
            sql<string>`greatest(proofs.checked_at, proof_checks.checked_at)`.as('checked_at'),
            sql<string[]>`coalesce(proof_checks.lost, '{}')`.as('lost'),
          ])
          .whereRef('proofs.product_id', '=', 'products.id'),
      ).as('proof'),
      // Whether its owner proved to own it, and by what.
      jsonObjectFrom(
        eb
          .selectFrom('claims')
          .select((claim) => [
            'way',
            sql<string>`${claim.ref('proof')}->>'where'`.as('where'),
            sql<string | null>`${claim.ref('proof')}->>'commit'`.as('commit'),
            sql<string>`${claim.ref('proof')}->>'on'`.as('on'),
          ])
          .$narrowType<{ way: NotNull }>()
          .where('state', '=', 'proved')
          .whereRef('claims.product_id', '=', 'products.id'),
      ).as('claimed'),
    ])
}

/**
 * The days on which stored copies of repositories were read. When a copy was taken is not recorded,
 * so commits could be seen up to the newest commit of all copies that were read by then; a single
 * copy says nothing about that. Decisions, Activity.
 */
function readingRounds(db: QueryCreator<Database>) {
  const day = dayOf(sql.ref('checked_at'))
  return db
    .selectFrom('proofs')
    .select([
      day.as('day'),
      sql<string | null>`case when sum(count(last_activity)) over (order by ${day}) > 1
        then max(max(${dayOf(sql.ref('last_activity'))})) over (order by ${day}) end`.as(
        'seen_until',
      ),
    ])
    .groupBy(day)
}

function dayOf(moment: Expression<unknown>) {
  return sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`
}
