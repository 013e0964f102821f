// The table of what readers report as wrong. schema.ts has all tables.
import type { Generated } from 'kysely'
import type { ReportState, ReportedFact } from '#contract/enums.ts'
import type { Defaulted, Optional } from './column-types.ts'

export interface ReportTable {
  id: Generated<string>
  product_id: string
  fact: ReportedFact
  tool: Optional<string>
  message: string
  source: Optional<string>
  email: Optional<string>
  created_at: Defaulted<Date>
  state: Defaulted<ReportState>
  answer: Optional<string>
  decided_at: Optional<Date>
  decided_by: Optional<string>
}
