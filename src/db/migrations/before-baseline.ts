import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/**
 * The last commit before the baseline: its code migrates an older database up to migration 0030.
 */
export const lastBeforeBaseline = 'd7319cd5'

/** The migration that creates the whole schema, instead of all migrations in `replaced`. */
export const baseline = '0031_baseline'

/**
 * The migrations that the baseline replaces, in order. Their SQL files exist only in git history.
 */
export const replaced: readonly string[] = [
  '0001_directory',
  '0002_search',
  '0003_recommend',
  '0004_recommend_at_any_size',
  '0005_outbox_head_start',
  '0006_changed_at',
  '0007_decisions',
  '0008_submission',
  '0009_owners',
  '0010_outbox',
  '0011_views',
  '0013_outside',
  '0015_expired',
  '0016_restriction',
  '0017_search_stages',
  '0018_proof',
  '0019_recheck',
  '0020_questions',
  '0021_ranked_once',
  '0022_guessed_by_all_words',
  '0023_found_in_fewer_stages',
  '0024_hinted_topics',
  '0025_counted_where_few',
  '0026_asks',
  '0027_heads_in_their_rows',
  '0028_popular_first',
  '0030_few_mails_unconfirmed',
]

/**
 * The migrations in `replaced` that a database lacks. Empty if it lacks all: it is a new database.
 */
export function lackingBeforeBaseline(applied: readonly string[]): string[] {
  const isBefore = replaced.some((name) => applied.includes(name))
  return isBefore ? replaced.filter((name) => !applied.includes(name)) : []
}

/**
 * The applied migrations. If they include all of `replaced`, the baseline is listed instead of
 * those.
 */
export function withBaseline(applied: readonly string[]): string[] {
  if (!replaced.every((name) => applied.includes(name))) return [...applied]
  return [baseline, ...applied.filter((name) => !replaced.includes(name))]
}

/**
 * Records the baseline as applied in a database that has all migrations of `replaced`. One
 * statement, so that the second of two concurrent deployments waits for the first and finds nothing
 * to replace.
 */
export async function takeOver(db: Db): Promise<void> {
  await sql`
    with old as (delete from kysely_migration where name = any(${replaced}) returning timestamp)
    insert into kysely_migration (name, timestamp)
    select ${baseline}, max(timestamp) from old having count(*) = ${replaced.length}`.execute(db)
}
