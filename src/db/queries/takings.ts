import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/** How long a submission stays taken, unless its editor releases it. The sweep knows it, too. */
export const takenMinutes = 30

/** An editor who works on a submission, and since when. */
export type Taking = Omit<NonNullable<Awaited<ReturnType<typeof findTaking>>>, 'slug'>

const isFresh = sql<boolean>`takings.taken_at > now() - make_interval(mins => ${takenMinutes}::int)`

const takings = (db: Db) =>
  db
    .selectFrom('takings')
    .innerJoin('products', 'products.id', 'takings.product_id')
    .select(['slug', 'editor', 'taken_at'])
    .where(isFresh)

/** Who has taken a listing; undefined if nobody has, or it ended. */
export function findTaking(db: Db, slug: string) {
  return takings(db).where('slug', '=', slug).executeTakeFirst()
}

/** Every taking that has not ended, by the slug of its listing. */
export async function listTakings(db: Db): Promise<Record<string, Taking>> {
  const rows = await takings(db).execute()
  return Object.fromEntries(rows.map(({ slug, ...taking }) => [slug, taking]))
}

/**
 * Takes a listing for an editor, from now on. `from` is the editor who had it until now, as the
 * caller has read it: if that has changed, nothing is done and false is returned.
 */
export async function takeListing(
  trx: Db,
  { slug, editor, from }: { slug: string; editor: string; from: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    insert into takings (product_id, editor)
    select id, ${editor} from products where slug = ${slug}
    on conflict (product_id) do update set editor = excluded.editor, taken_at = excluded.taken_at
      where takings.editor in (${editor}, ${from ?? editor}) or not (${isFresh})
    returning product_id`.execute(trx)
  return rows.length > 0
}

/** Ends the taking of a listing that was decided, whichever editor has taken it. */
export async function endTaking(trx: Db, product_id: string): Promise<void> {
  await trx.deleteFrom('takings').where('product_id', '=', product_id).execute()
}

/** Ends the taking of an editor. Returns false if the editor has not taken the listing. */
export async function releaseListing(
  trx: Db,
  { slug, editor }: { slug: string; editor: string },
): Promise<boolean> {
  const row = await trx
    .deleteFrom('takings')
    .where('editor', '=', editor)
    .where('product_id', 'in', trx.selectFrom('products').select('id').where('slug', '=', slug))
    .where(isFresh)
    .returning('editor')
    .executeTakeFirst()
  return row !== undefined
}
