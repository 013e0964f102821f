import type { Db } from '#db/connection/connect.ts'
import { takeSlots, waitForSlots } from '#db/queries/submissions.ts'
import { keyedHash } from './keyed-hash.ts'

/** The rate limits of the editor API, which Postgres counts. */
const buckets = {
  /** Calls of an editor; a decision that is asked about takes two. */
  editor_call: { tokens: 240, seconds: 60 },
  /** Calls with an unknown or revoked token. Further ones are refused before a token is looked up. */
  editor_failure: { tokens: 10, seconds: 60 },
} as const

/** Counts calls of the editor API. All waits are in whole seconds, 0 for none. */
export interface EditorLimiter {
  takeCall: (editor: string) => Promise<number>
  /** Counts a call with a token that opens nothing, by block of IP addresses. */
  takeFailure: (addressBlock: string) => Promise<number>
  /** The wait of an address after failures; counts nothing. */
  failureWait: (addressBlock: string) => Promise<number>
}

/** The limiter of the editor API. Addresses are stored as keyed hashes. */
export function editorLimiter(db: () => Db, secret: string): EditorLimiter {
  const slots = (bucket: keyof typeof buckets, value: string) => [
    { bucket, key: keyedHash(secret, `${bucket}:${value}`), ...buckets[bucket] },
  ]
  return {
    takeCall: (editor) => takeSlots(db(), slots('editor_call', editor)),
    takeFailure: (block) => takeSlots(db(), slots('editor_failure', block)),
    failureWait: (block) => waitForSlots(db(), slots('editor_failure', block)),
  }
}
