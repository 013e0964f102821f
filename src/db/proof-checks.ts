import { type Transaction, sql } from 'kysely'
import type { Db } from './connect.ts'
import { toolSlugs } from './decisions.ts'
import type { Database, ProofChange } from './schema.ts'

/** How long a claim holds: what a dead or frozen process took comes free after it. */
const leaseMs = 15 * 60_000

/** How long a look at a repository holds: of 303 proofs, one was lost in 90 days. */
const proofMs = 30 * 86_400_000

/** A proof that was taken to be looked at. */
export interface TakenProof {
  product_id: string
  /** Until when it is taken. Whoever comes later has lost it. */
  next_at: Date
}

// Of repositories whose host can be asked, those of public listings that were looked at a month ago.
function due(now: Date) {
  const before = new Date(now.getTime() - proofMs)
  return sql`
    from proofs p join products on products.id = p.product_id
      left join proof_checks c on c.product_id = p.product_id
    where products.status = 'approved' and p.repository like 'https://github.com/%'
      and (c.next_at <= ${now} or (c.next_at is null and p.checked_at <= ${before}))`
}

/**
 * Takes the proof that was looked at longest ago, if one is due. It is nobody else's for a quarter
 * of an hour, so that two who look at once never ask for the same.
 */
export async function takeDueProof(db: Db, now: Date): Promise<TakenProof | undefined> {
  const until = new Date(now.getTime() + leaseMs)
  const { rows } = await sql<TakenProof>`
    insert into proof_checks as known (product_id, next_at)
    select p.product_id, ${until}::timestamptz ${due(now)}
    order by coalesce(c.checked_at, p.checked_at), p.product_id limit 1 for update of p skip locked
    on conflict (product_id) do update set next_at = excluded.next_at where known.next_at <= ${now}
    returning product_id, next_at`.execute(db)
  return rows[0]
}

/** How many proofs are due to be looked at. */
export async function countDueProofs(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${due(now)}`.execute(
    db,
  )
  return rows[0]!.count
}

/** What a repository proved of the tools that the listing has now, and what was seen of it since. */
export function findProof(db: Db, product_id: string) {
  return db
    .selectFrom('proofs')
    .innerJoin('proof_checks', 'proof_checks.product_id', 'proofs.product_id')
    .select(['repository', 'licence', 'tools', 'kept', 'lost'])
    .select(['proofs.archived', 'proof_checks.archived as was_archived'])
    .select(sql<string>`coalesce(proof_checks.commit, proofs.commit)`.as('commit'))
    .select(toolSlugs(sql.ref('proofs.product_id')).as('listed'))
    .where('proofs.product_id', '=', product_id)
    .executeTakeFirst()
}

/** What a look found. */
export interface ProofLook {
  checked_at: Date
  commit?: string
  last_activity?: string
  archived?: boolean
  lost: string[]
  changes: ProofChange[]
  kept?: Record<string, { etag: string; value: unknown }>
}

/** Writes what a look found, if the proof is still taken by whoever looked. */
export async function setProofLook(
  trx: Transaction<Database>,
  { product_id, next_at }: TakenProof,
  { changes, kept, ...look }: ProofLook,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('proof_checks')
    .set({
      ...look,
      changes: JSON.stringify(changes),
      ...(kept === undefined ? {} : { kept: JSON.stringify(kept) }),
      failure: null,
      next_at: new Date(look.checked_at.getTime() + proofMs),
    })
    .where('product_id', '=', product_id)
    .where('next_at', '=', next_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Nothing came of a look; what was known stays, and somebody looks again at a time. */
export async function setProofUnread(
  db: Db,
  { product_id, next_at }: TakenProof,
  { failure, again }: { failure: string; again: Date },
): Promise<void> {
  await db
    .updateTable('proof_checks')
    .set({ failure, next_at: again })
    .where('product_id', '=', product_id)
    .where('next_at', '=', next_at)
    .execute()
}

/** What of a listing's evidence no longer holds, and why nobody could look, if so. */
export function findStaleEvidence(db: Db, slug: string) {
  return db
    .selectFrom('proof_checks')
    .innerJoin('products', 'products.id', 'proof_checks.product_id')
    .select(['changes', 'failure', 'checked_at', 'proof_checks.commit'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}
