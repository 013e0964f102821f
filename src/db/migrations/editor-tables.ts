// The tables of the editors' team. schema.ts has all tables.
import type { Defaulted, Moment, Optional } from './column-types.ts'

/**
 * What an editor may do: `reviewer` reads and notes, `publisher` decides, `admin` runs the service.
 * Each may also do what those before it may.
 */
export const editorRoles = ['reviewer', 'publisher', 'admin'] as const
export type EditorRole = (typeof editorRoles)[number]

export interface EditorTable {
  name: string
  role: EditorRole
  token_hash: string
  created_at: Defaulted<Date>
  revoked_at: Optional<Date>
}

export interface TakingTable {
  product_id: string
  editor: string
  taken_at: Defaulted<Date>
}

export interface EditorNoticeTable {
  channel: 'mail'
  told_until: Moment
  tried_until: Moment
  tried_at: Moment
}
