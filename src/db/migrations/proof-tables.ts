// The tables of what repositories prove. schema.ts has all tables.
import type { ColumnType, JSONColumnType } from 'kysely'
import type { ProvedTool } from '#contract/resources/proof.ts'
import type { Defaulted, Moment, Optional } from './column-types.ts'

/** A tool that manifests of a repository name, or named. */
interface NamedTool {
  slug: string
  since: string
  path: string
  commit: string
}

/** Since when, and until when, a repository named the tools of a listing. */
interface StackHistory {
  first_commit: string
  tools: NamedTool[]
  past_tools: (NamedTool & { until: string })[]
}

export interface ProofTable {
  product_id: string
  repository: string
  commit: string
  licence: string | null
  last_activity: ColumnType<Date | null, Date | string | null, Date | string | null>
  archived: boolean | null
  checked_at: Moment
  tools: JSONColumnType<ProvedTool[]>
  history: JSONColumnType<StackHistory | null, string | null | undefined, string | null>
}

/** A change in a repository since its proof was made. */
export type ProofChange =
  | { what: 'tool'; slug: string; path: string; line: number | null }
  | { what: 'moved'; to: string }
  | { what: 'archived' }
  | { what: 'licence'; from: string; to: string }
  | { what: 'gone' }

export interface ProofCheckTable {
  product_id: string
  next_at: Moment
  checked_at: Optional<Date>
  commit: Optional<string>
  last_activity: ColumnType<Date | null, Date | string | null, Date | string | null>
  archived: Optional<boolean>
  lost: Defaulted<string[]>
  changes: JSONColumnType<ProofChange[], string | undefined>
  failure: Optional<string>
  kept: JSONColumnType<Record<string, { etag: string; value: unknown }>, string | undefined>
}
