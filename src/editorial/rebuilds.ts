import type { Db } from '#db/connection/connect.ts'
import { setRebuildDone, setRebuildFailed, takeDueRebuild } from '#db/queries/rebuilds.ts'

export type RebuildRun = { state: 'none' } | { state: 'done' } | { state: 'failed'; error: string }

/** Runs the build that is due, if any. One that fails is due again later, its reason is stored. */
export async function runDueRebuild(
  db: Db,
  build: () => Promise<void>,
  options: { evenEarly?: boolean } = {},
): Promise<RebuildRun> {
  const taken = await takeDueRebuild(db, options)
  if (!taken) return { state: 'none' }
  try {
    await build()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await setRebuildFailed(db, taken.id, reason)
    return { state: 'failed', error: reason }
  }
  await setRebuildDone(db, taken.id)
  return { state: 'done' }
}

/** The build at the start of a server. It also serves a request that was waiting for a server. */
export async function buildFirst(db: Db, build: () => Promise<void>): Promise<void> {
  const run = await runDueRebuild(db, build, { evenEarly: true })
  if (run.state === 'failed') throw new Error(run.error)
  if (run.state === 'none') await build()
}
