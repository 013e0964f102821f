import { redacted } from '#contract/redacted.ts'
import type { Db } from '#db/connect.ts'
import { type Delivery, type Mailer, deliverAfterCommit } from '#mail/deliver.ts'
import { catchUp } from './run-jobs.ts'
import { fireRebuild } from './fire-rebuild.ts'
import { type RebuildRun, runDueRebuild } from './rebuilds.ts'

/** Who makes builds. The rows of what is asked for are the same for all of them. */
export type Builder =
  /** A platform that builds when its hook is called: it is called for the row that is due. */
  | { kind: 'hook'; url: string }
  /** The running `npm start`, which takes due rows itself; the call only spares it the wait. */
  | { kind: 'server'; url: string }
  /** Nobody now. The row waits for the next `npm start`. */
  | { kind: 'none' }

/** What a backend needs for what follows a decision. Templates are compiled only if there is a mail. */
export interface Backend {
  db: Db
  mailer: () => Promise<Mailer>
  builder: Builder
  /** Lets work outlive the answer. Without it the caller waits: a command ends with its work. */
  afterAnswer?: (work: Promise<unknown>) => Promise<void>
}

export type RebuildAsked =
  { state: 'asked' } | { state: 'failed'; error: string } | { state: 'no_server' }

export interface SideEffects {
  mails: Pick<Delivery, 'kind' | 'delivered' | 'accepted' | 'why'>[]
  /** Null when readers see nothing else. */
  rebuild: RebuildAsked | null
}

/**
 * What follows every decision, after its commit, for every backend: its mails are sent, and whoever
 * builds is told. Neither can undo the decision: a mail that fails stays in the outbox, a rebuild in
 * its row.
 */
export async function sideEffects(
  backend: Backend,
  decided: { mailIds: readonly string[]; isPublic: boolean },
): Promise<SideEffects> {
  const { mailIds, isPublic } = decided
  const sent =
    mailIds.length === 0
      ? []
      : await deliverAfterCommit(backend.db, await backend.mailer(), mailIds)
  const rebuild = isPublic ? await tellBuilder(backend) : null
  // Where these went, what waited goes as well; where they did not, nothing else would.
  if (sent.some(({ delivered }) => delivered)) await alsoCatchUp(backend)
  return {
    mails: sent.map(({ id: _id, outcome: _outcome, ...mail }) => mail),
    rebuild,
  }
}

async function alsoCatchUp(backend: Backend): Promise<void> {
  const { log } = await backend.mailer()
  const work = catchUp({
    ...backend,
    rebuild: () => askBuilder(backend),
    log: (message, error) => log(`${message}: ${redacted(error)}`),
  })
  await (backend.afterAnswer ? backend.afterAnswer(work) : work)
}

/** Tells whoever builds that a row waits. */
export async function tellBuilder({ db, builder }: Backend): Promise<RebuildAsked> {
  if (builder.kind === 'none') return { state: 'no_server' }
  try {
    if (builder.kind === 'server') await fireRebuild(builder.url)
    else {
      const run = await askBuilder({ db, builder })
      if (run.state === 'failed') return run
    }
    return { state: 'asked' }
  } catch (error) {
    return { state: 'failed', error: error instanceof Error ? error.message : String(error) }
  }
}

/** Has the build made that is due. A server takes the row itself. */
export async function askBuilder(
  { db, builder }: Pick<Backend, 'db' | 'builder'>,
  timeoutMs?: number,
): Promise<RebuildRun> {
  if (builder.kind !== 'hook') return { state: 'none' }
  return runDueRebuild(db, () => fireRebuild(builder.url, timeoutMs))
}
