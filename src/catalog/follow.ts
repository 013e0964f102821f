import { setTimeout as after } from 'node:timers/promises'
import type { Addresses } from '#core/addresses.ts'
import { namedToolIds } from '#present/present.ts'
import type { Db } from '#db/connection/connect.ts'
import { listApprovedById, listChangedSince } from '#db/queries/products.ts'
import { beyondRequest } from '#request-deadline.ts'
import { listToolsById } from '#db/queries/tools.ts'
import { withChanges } from './file/change.ts'
import type { CatalogFile } from './file/read.ts'

/**
 * How old a snapshot may be. Decisions, Published now: "what an instance knows is at most 3 s
 * old", so that an approval is visible within 5 seconds.
 */
export const freshness = {
  /** A request starts a new poll of the database if the last poll began this long ago. */
  askAgainMs: 2_000,
  /** If the snapshot is older than this, a request waits for the running poll … */
  waitFromMs: 3_000,
  /**
   * … at most this long. After one such timeout, no request waits for that poll: a slow database
   * must not slow down every request.
   */
  waitMs: 150,
  /** If the snapshot is older than this, answers are marked as stale. */
  staleFromMs: 5_000,
} as const

/** Most changed listings that one query reads. */
const batch = 500

/**
 * Keeps the snapshot of the catalogue current: polls the database for changed listings, one
 * query at a time.
 */
export function followChanges(parts: {
  db: () => Db
  file: CatalogFile
  to: Addresses
  clock: () => Date
  log: (message: string, error: unknown) => void
  /** The longest time in milliseconds that a request waits for the database. */
  waitMs?: number
}) {
  const { db, file, to, clock, log, waitMs = freshness.waitMs } = parts
  let snapshot = file.built()
  let cursor = new Date(file.cursor)
  let asOf = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  let isSlow = false
  let hasFailed = false

  const withRecords = async (changed: Awaited<ReturnType<typeof listChangedSince>>) => {
    const approved = changed.filter(({ status }) => status === 'approved')
    const ids = approved.map(({ id }) => id)
    const records = await listApprovedById(db(), ids)
    const known = new Set(snapshot.tools.map(({ id }) => id))
    const unknown = namedToolIds(records).filter((id) => !known.has(id))
    const entered = await listToolsById(db(), unknown)
    const bySlug = new Map(records.map((record) => [record.slug, record]))
    // null removes a listing: it is not approved, or was no longer when its record was read. In the
    // second case the next poll reports the listing again.
    const changes = new Map(changed.map(({ slug }) => [slug, bySlug.get(slug) ?? null]))
    return withChanges(file, snapshot, changes, entered, to)
  }

  const ask = async (began: number): Promise<void> => {
    try {
      for (let isBehind = true; isBehind;) {
        const changed = await listChangedSince(db(), cursor, batch)
        isBehind = changed.length === batch
        if (changed.length === 0) break
        snapshot = await withRecords(changed)
        cursor = changed.at(-1)!.changed_at
      }
      asOf = began
      hasFailed = false
    } catch (error) {
      // Logs only the first failure while the database is unreachable.
      if (!hasFailed) log('what changed since the build could not be read', error)
      hasFailed = true
    }
  }

  return async ({ evenEarly = false }: { evenEarly?: boolean } = {}) => {
    const now = clock().getTime()
    if (!asking && (evenEarly || now - askedAt >= freshness.askAgainMs)) {
      askedAt = now
      asking = beyondRequest(() => ask(now)).finally(() => {
        asking = undefined
        isSlow = false
      })
    }
    if (asking && !isSlow && (evenEarly || now - asOf > freshness.waitFromMs)) {
      const isDone = await Promise.race([asking.then(() => true), after(waitMs, false)])
      isSlow = !isDone && asking !== undefined
    }
    return { snapshot, isStale: now - asOf > freshness.staleFromMs }
  }
}
