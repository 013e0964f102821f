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
  /** Null for a claim by address until a proof is seen. */
  product_id: Optional<string>
  /** The address of a claim by address, like `products.domain`. */
  domain: Optional<string>
  registrable_domain: Optional<string>
  email: string
  state: Defaulted<ClaimState>
  way: Optional<ClaimWay>
  proof: JSONColumnType<SeenProof | null, string | null | undefined, string | null>
  token_hash: string
  /** Whether the claim made its e-mail address the owner's. */
  took_over: Defaulted<boolean>
  created_at: Defaulted<Date>
  proved_at: Optional<Date>
  seen_at: Optional<Date>
  /** When a look first missed the proof; a second one a day later makes it missing. */
  missed_at: Optional<Date>
  missing_since: Optional<Date>
  next_look_at: Optional<Date>
  ended_at: Optional<Date>
}
