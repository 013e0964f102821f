import { redacted } from '#contract/redacted.ts'
import type { Db } from '#db/connection/connect.ts'
import { type EditorAction, listEditorActionsAfter, newestActionId } from '#db/queries/history.ts'

/** How many audit rows are read again each time: a row with a lower id may be committed later. */
const overlap = 100n
const atOnce = 500

/**
 * Returns a function that passes each new decision to `write`, once; the first call only marks the
 * start. Editors work on other machines, but only the log of the service is collected. E-mail
 * addresses are masked.
 */
export function decisionLog(db: Db, write: (decision: Omit<EditorAction, 'id'>) => void) {
  let from: bigint | undefined
  const seen = new Set<string>()
  return async (): Promise<void> => {
    if (from === undefined) {
      const newest = BigInt(await newestActionId(db))
      from = newest > overlap ? newest - overlap : 0n
      const known = await listEditorActionsAfter(db, { after: String(from), limit: atOnce })
      for (const { id } of known) seen.add(id)
      return
    }
    const actions = await listEditorActionsAfter(db, { after: String(from), limit: atOnce })
    for (const { id, actor, action, slug } of actions) {
      if (seen.has(id)) continue
      seen.add(id)
      write({ actor: String(redacted(actor)), action, slug })
    }
    const last = BigInt(actions.at(-1)?.id ?? 0)
    if (last - overlap > from) from = last - overlap
    for (const id of seen) if (BigInt(id) <= from) seen.delete(id)
  }
}

const everyMs = 10_000

/** Logs new decisions every 10 seconds until the returned function is called. */
export function keepLoggingDecisions(db: Db, write: Parameters<typeof decisionLog>[1]): () => void {
  const look = decisionLog(db, write)
  let isLooking = false
  const next = async () => {
    if (isLooking) return
    isLooking = true
    // Ignored: the jobs report an unreachable database, and the next call catches up.
    await look().catch(() => {})
    isLooking = false
  }
  void next()
  const timer = setInterval(() => void next(), everyMs)
  return () => clearInterval(timer)
}
