import type { Db } from '#db/connection/connect.ts'
import { takeSlots, waitForSlots } from '#db/queries/submissions.ts'
import { keyedHash } from './keyed-hash.ts'

/** The rate limits of the editor API, which Postgres counts. */
const buckets = {
  /** Calls of an editor; a decision that is asked about takes two. */
  editor_call: { tokens: 240, seconds: 60 },
  /** Calls with an unknown or revoked token. Further ones are refused before a token is looked up. */
  editor_failure: { tokens: 10, seconds: 60 },
  /** A printed address signs in once; it is over before the bucket is full again. */
  editor_link: { tokens: 1, seconds: 3_600 },
} as const

export type EditorLimiter = ReturnType<typeof editorLimiter>

/**
 * Counts calls of the editor API. Addresses are stored as keyed hashes. All waits are in whole
 * seconds, 0 for none.
 */
export function editorLimiter(db: () => Db, secret: string) {
  const slots = (bucket: keyof typeof buckets, value: string) => [
    { bucket, key: keyedHash(secret, `${bucket}:${value}`), ...buckets[bucket] },
  ]
  return {
    takeCall: (editor: string) => takeSlots(db(), slots('editor_call', editor)),
    /** Counts a call with a token that opens nothing, by block of IP addresses. */
    takeFailure: (block: string) => takeSlots(db(), slots('editor_failure', block)),
    /** The wait of an address after failures; counts nothing. */
    failureWait: (block: string) => waitForSlots(db(), slots('editor_failure', block)),
    /** Counts the use of an address that signs in once. */
    takeLink: (link: string) => takeSlots(db(), slots('editor_link', link)),
  }
}
