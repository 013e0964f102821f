import { redacted } from '#contract/redacted.ts'
import type { Db } from '#db/connect.ts'
import { type EditorAction, listEditorActionsAfter, newestActionId } from '#db/history.ts'

/** A transaction that began earlier may commit later: so many entries are read again. */
const overlap = 100n
const atOnce = 500

/**
 * Gives a function that hands each decision of an editor to `write` once, from the first call on:
 * editors' commands run on other machines, and the service's log is the one that is gathered. An
 * editor who goes by an e-mail address is masked.
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

/** Does so while the service runs, until the function that it returns is called. */
export function keepLoggingDecisions(db: Db, write: Parameters<typeof decisionLog>[1]): () => void {
  const look = decisionLog(db, write)
  let isLooking = false
  const next = async () => {
    if (isLooking) return
    isLooking = true
    // A database that is away is told by the jobs; what was decided meanwhile is read afterwards.
    await look().catch(() => {})
    isLooking = false
  }
  void next()
  const timer = setInterval(() => void next(), everyMs)
  return () => clearInterval(timer)
}
