import type { Db } from '#db/connection/connect.ts'
import { databaseNow } from './decisions.ts'
import type { EditorRole } from '#db/migrations/schema.ts'

/** An editor with a valid token. */
export interface Editor {
  name: string
  role: EditorRole
}

/** Every editor, also those whose token was revoked, by name. */
export function listEditors(db: Db) {
  return db
    .selectFrom('editors')
    .select(['name', 'role', 'created_at', 'revoked_at'])
    .orderBy('name')
    .execute()
}

/** The editor of this name or token hash, unless the token was revoked. */
export function findEditor(db: Db, by: { name: string } | { token_hash: string }) {
  return db
    .selectFrom('editors')
    .select(['name', 'role', 'token_hash'])
    .where((eb) => eb.and(by))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Adds an editor, or invites a revoked one again. Returns false if the name is in use. */
export async function insertEditor(
  trx: Db,
  editor: Editor & { token_hash: string },
): Promise<boolean> {
  const { name: _, ...columns } = editor
  const row = await trx
    .insertInto('editors')
    .values(editor)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ ...columns, created_at: databaseNow, revoked_at: null })
        .where('editors.revoked_at', 'is not', null),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the token of an editor. Returns false if no editor of this name has a token. */
export async function revokeEditor(trx: Db, name: string): Promise<boolean> {
  const row = await trx
    .updateTable('editors')
    .set({ revoked_at: databaseNow })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}
