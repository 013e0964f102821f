// The table of ownership claims. schema.ts has all tables.
import type { JSONColumnType } from 'kysely'
import type { ClaimState, ClaimWay } from '#contract/enums.ts'
import type { Defaulted, Optional } from './column-types.ts'

/** Where and when the proof of a claim was seen. */
export interface SeenProof {
  where: string
  commit: string | null
  /** GitHub's id of the repository, which stays when the repository moves. */
  repository_id: string | null
  /** The day, as YYYY-MM-DD. */
  on: string
}

export interface ClaimTable {
  id: string
  product_id: Optional<string>
  domain: Optional<string>
  registrable_domain: Optional<string>
  email: string
  state: Defaulted<ClaimState>
  way: Optional<ClaimWay>
  proof: JSONColumnType<SeenProof | null, string | null | undefined, string | null>
  token_hash: string
  took_over: Defaulted<boolean>
  created_at: Defaulted<Date>
  proved_at: Optional<Date>
  seen_at: Optional<Date>
  missed_at: Optional<Date>
  missing_since: Optional<Date>
  next_look_at: Optional<Date>
  ended_at: Optional<Date>
}
