// The table of what readers report as wrong. schema.ts has all tables.
import type { Generated } from 'kysely'
import type { ReportState, ReportedFact } from '#contract/enums.ts'
import type { Defaulted, Optional } from './column-types.ts'

export interface ReportTable {
  id: Generated<string>
  product_id: string
  fact: ReportedFact
  /** The slug of the tool, for the facts about a tool. */
  tool: Optional<string>
  message: string
  source: Optional<string>
  /** Who wants to hear what became of it. */
  emails: Defaulted<string[]>
  /** A keyed hash of the address block that sent it first. */
  sender: Optional<string>
  /** A hash of listing, fact and message. */
  digest: string
  /** How often it was sent. */
  times: Defaulted<number>
  first_at: Defaulted<Date>
  last_at: Defaulted<Date>
  state: Defaulted<ReportState>
  /** What the editor wrote to the reporter. */
  answer: Optional<string>
  decided_at: Optional<Date>
  decided_by: Optional<string>
}
