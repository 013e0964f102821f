import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection/connect.ts'
import { toolSlugs } from './decisions.ts'
import type { ProofChange } from '#db/migrations/schema.ts'

/** How long a process may hold a claimed proof. If it dies or freezes, the proof is free then. */
const leaseMs = 15 * 60_000

/** A proof is checked again after 30 days. Measured: of 303 proofs, one was lost in 90 days. */
const proofMs = 30 * 86_400_000

/** A proof that this process has claimed, to check it. */
export interface TakenProof {
  product_id: string
  /** The end of the claim. A result that comes later is discarded. */
  next_at: Date
}

// The approved listings with a repository on GitHub whose last check is at least 30 days old.
function due(now: Date) {
  const before = new Date(now.getTime() - proofMs)
  return sql`
    from proofs p join products on products.id = p.product_id
      left join proof_checks c on c.product_id = p.product_id
    where products.status = 'approved' and p.repository like 'https://github.com/%'
      and (c.next_at <= ${now} or (c.next_at is null and p.checked_at <= ${before}))`
}

/** Claims the due proof whose last check is oldest, for 15 minutes: no other process gets it. */
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

/** How many proofs are due for a check now, see `due`. */
export async function countDueProofs(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${due(now)}`.execute(
    db,
  )
  return rows[0]!.count
}

/** A proof with the tools that its listing has now, and the results of later checks. */
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

/** The result of checking the repository of a proof again. */
export interface ProofLook {
  checked_at: Date
  commit?: string
  last_activity?: string
  archived?: boolean
  lost: string[]
  changes: ProofChange[]
  kept?: Record<string, { etag: string; value: unknown }>
}

/** Stores the result of a check. Returns false, and stores nothing, if the claim has ended. */
export async function setProofLook(
  trx: Trx,
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

/** Records a failed check: earlier results stay, and the next check is due at `again`. */
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

/** The changes in a repository since its proof, and why the last check of it failed, if it did. */
export function findStaleEvidence(db: Db, slug: string) {
  return db
    .selectFrom('proof_checks')
    .innerJoin('products', 'products.id', 'proof_checks.product_id')
    .select(['changes', 'failure', 'checked_at', 'proof_checks.commit'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}
