// What an editor's last decision on a listing changed, kept for the minutes in which it can be undone.
import { sql } from 'kysely'
import type { ClaimReviewStatus, ProductStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import { replaceLists } from './decisions.ts'

/** Former values: columns of `products` (some are named here), its tools and its open proposal. */
export type Before = Record<string, unknown> & {
  status?: ProductStatus
  domain?: string
  claim_review_status?: ClaimReviewStatus | null
  tool_ids?: string[]
  custom_tools?: string[]
  /** The id of the proposal that was open. */
  proposal?: string | null
}

/** Everything of a listing that a decision may change. */
export async function readState(trx: Trx, id: string): Promise<Before> {
  const { rows } = await sql<{ state: Before }>`
    select to_jsonb(products) - array['changed_at', 'view_count'] || jsonb_build_object(
      'tool_ids', array(select tool_id from product_tools where product_id = products.id order by position),
      'custom_tools', array(select name from product_custom_tools where product_id = products.id order by position),
      'proposal', (select p.id from proposals p where p.product_id = products.id and p.outcome is null)
    ) as state
    from products where id = ${id}::uuid`.execute(trx)
  return rows[0]!.state
}

/** Keeps what a decision changed, and the mails that it wrote, in place of the decision before. */
export async function keepForUndo(
  trx: Trx,
  product_id: string,
  { audit_id, before, mailIds }: { audit_id: string; before: Before; mailIds: readonly string[] },
): Promise<void> {
  const after = await readState(trx, product_id)
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name]),
  )
  await sql`
    insert into undos (product_id, audit_id, xact, before, mail_ids)
    values (${product_id}::uuid, ${audit_id}::bigint, pg_current_xact_id()::text,
      ${JSON.stringify(Object.fromEntries(changed))}::jsonb, ${[...mailIds]}::bigint[])
    on conflict (product_id) do update set audit_id = excluded.audit_id, xact = excluded.xact,
      created_at = now(), mail_ids = excluded.mail_ids,
      before = case when undos.xact = excluded.xact then excluded.before || undos.before
        else excluded.before end`.execute(trx)
}

/**
 * What the last decision on a listing changed, if this editor took it within the last `minutes` and
 * nothing else was done to the listing since.
 */
export async function findUndo(
  db: Db,
  slug: string,
  { actor, minutes }: { actor: string; minutes: number },
): Promise<{ action: string; before: Before; mail_ids: string[] } | undefined> {
  const { rows } = await sql<{ action: string; before: Before; mail_ids: string[] }>`
    select a.action, u.before, u.mail_ids::text[] as mail_ids
    from undos u join audit a on a.id = u.audit_id join products p on p.id = u.product_id
    where p.slug = ${slug} and a.actor = ${actor}
      and a.at > now() - make_interval(mins => ${minutes}::int)
      and not exists (select from audit later where later.product_id = u.product_id
        and later.id > a.id and later.action <> 'note')`.execute(db)
  return rows[0]
}

/** Ends what could be undone. */
export async function endUndo(trx: Trx, product_id: string): Promise<void> {
  await trx.deleteFrom('undos').where('product_id', '=', product_id).execute()
}

/** Writes former values back. */
export async function restoreState(trx: Trx, id: string, before: Before): Promise<void> {
  const { tool_ids, custom_tools, proposal, ...columns } = before
  const names = Object.keys(columns).map((name) => sql.ref(name))
  if (names.length > 0)
    await sql`
      update products set (${sql.join(names)}) = (select ${sql.join(names)}
        from jsonb_populate_record(null::products, ${JSON.stringify(columns)}::jsonb))
      where id = ${id}::uuid`.execute(trx)
  await replaceLists(trx, id, { tool_ids, custom_tools })
  if (proposal)
    await trx
      .updateTable('proposals')
      .set({ outcome: null, decided_by: null, reason: null, decided_at: null })
      .where('id', '=', proposal)
      .execute()
}
