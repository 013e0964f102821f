import { type Transaction, sql } from 'kysely'
import type { Db } from './connect.ts'
import { toolSlugs } from './decisions.ts'
import type { Database, ProofChange } from './schema.ts'

/** How long a claim lasts: the proof of a dead or frozen process becomes free after it. */
const leaseMs = 15 * 60_000

/** How long a check is valid: of 303 proofs, one was lost in 90 days. */
const proofMs = 30 * 86_400_000

/** A proof that was claimed for a check. */
export interface TakenProof {
  product_id: string
  /** The end of the claim; a later result is discarded. */
  next_at: Date
}

// Approved listings with a repository on GitHub whose last check is a month old.
function due(now: Date) {
  const before = new Date(now.getTime() - proofMs)
  return sql`
    from proofs p join products on products.id = p.product_id
      left join proof_checks c on c.product_id = p.product_id
    where products.status = 'approved' and p.repository like 'https://github.com/%'
      and (c.next_at <= ${now} or (c.next_at is null and p.checked_at <= ${before}))`
}

/**
 * Claims the due proof that was checked longest ago, for 15 minutes, so that two processes never
 * check the same.
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

/** How many proofs are due for a check. */
export async function countDueProofs(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${due(now)}`.execute(
    db,
  )
  return rows[0]!.count
}

/** A proof, the tools of its listing, and the results of later checks. */
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

/** The result of a check. */
export interface ProofLook {
  checked_at: Date
  commit?: string
  last_activity?: string
  archived?: boolean
  lost: string[]
  changes: ProofChange[]
  kept?: Record<string, { etag: string; value: unknown }>
}

/** Writes the result of a check; false if the claim has ended. */
export async function setProofLook(
  trx: Transaction<Database>,
  { product_id, next_at }: TakenProof,
  { changes, kept, ...result }: ProofLook,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('proof_checks')
    .set({
      ...result,
      changes: JSON.stringify(changes),
      ...(kept === undefined ? {} : { kept: JSON.stringify(kept) }),
      failure: null,
      next_at: new Date(result.checked_at.getTime() + proofMs),
    })
    .where('product_id', '=', product_id)
    .where('next_at', '=', next_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records a failed check: the known results stay, and the next check is at `again`. */
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

/** Changes that invalidate evidence of a listing, and the failure of its last check. */
export function findStaleEvidence(db: Db, slug: string) {
  return db
    .selectFrom('proof_checks')
    .innerJoin('products', 'products.id', 'proof_checks.product_id')
    .select(['changes', 'failure', 'checked_at', 'proof_checks.commit'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}
