import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/** The audit, newest first: of one listing, one actor, since a time, or of everything. */
export function listHistory(
  db: Db,
  {
    slug,
    actor,
    since,
    limit,
  }: Partial<Record<'slug' | 'actor', string | undefined>> & {
    since?: Date | undefined
    limit: number
  },
) {
  return db
    .selectFrom('audit')
    .leftJoin('products', 'products.id', 'audit.product_id')
    .select(['audit.at', 'audit.actor', 'audit.action', 'products.slug', 'audit.detail'])
    .$if(slug !== undefined, (query) => query.where('products.slug', '=', slug!))
    .$if(actor !== undefined, (query) => query.where('audit.actor', '=', actor!))
    .$if(since !== undefined, (query) => query.where('audit.at', '>=', since!))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute()
}

/** An action of an editor, as it is written to the service's log. */
export type EditorAction = Awaited<ReturnType<typeof listEditorActionsAfter>>[number]

/**
 * Editors' actions after one row of the audit, oldest first. Actions of owners, submitters, content
 * files and the badge check are left out.
 */
export function listEditorActionsAfter(db: Db, { after, limit }: { after: string; limit: number }) {
  return db
    .selectFrom('audit')
    .leftJoin('products', 'products.id', 'audit.product_id')
    .select(['audit.id', 'audit.actor', 'audit.action', 'products.slug'])
    .where('audit.id', '>', after)
    .where('audit.actor', 'not in', ['submitter', 'owner', 'content', 'badge check'])
    .orderBy('audit.id')
    .limit(limit)
    .execute()
}

/** The id of the newest row of the audit; "0" if the audit is empty. */
export async function newestActionId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(max(id), 0)::text as id from audit`.execute(db)
  return rows[0]!.id
}
