import { redacted } from '#contract/redacted.ts'
import type { Db } from '#db/connect.ts'
import { type Delivery, type Mailer, deliverAfterCommit } from '#mail/deliver.ts'
import { catchUp } from './run-jobs.ts'
import { fireRebuild } from './fire-rebuild.ts'
import { type RebuildRun, runDueRebuild } from './rebuilds.ts'

/** The builder of the site, which takes the rows of `rebuilds`. */
export type Builder =
  /** A platform that builds when its hook is called. */
  | { kind: 'hook'; url: string }
  /** The running `npm start`, which polls the rows; a call to `url` saves the wait. */
  | { kind: 'server'; url: string }
  /** No builder now: the row waits for the next `npm start`. */
  | { kind: 'none' }

/** The dependencies of side effects. */
export interface Backend {
  db: Db
  /** Loads the mail templates on the first call. */
  mailer: () => Promise<Mailer>
  builder: Builder
  /** Lets work outlive the answer; absent in commands, which wait for it. */
  afterAnswer?: (work: Promise<unknown>) => Promise<void>
}

export type RebuildAsked =
  { state: 'asked' } | { state: 'failed'; error: string } | { state: 'no_server' }

export interface SideEffects {
  mails: Pick<Delivery, 'kind' | 'delivered' | 'accepted' | 'why'>[]
  /** Null when no public content changed. */
  rebuild: RebuildAsked | null
}

/**
 * The side effects of a committed decision: sends its mails and notifies the builder. A failed mail
 * stays in the outbox, a failed rebuild in its row.
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
  // A working provider can send the older mails, too.
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

/** Notifies the builder that a row waits. */
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

/** Starts the build that is due by the platform's hook; a server polls the row itself. */
export async function askBuilder(
  { db, builder }: Pick<Backend, 'db' | 'builder'>,
  timeoutMs?: number,
): Promise<RebuildRun> {
  if (builder.kind !== 'hook') return { state: 'none' }
  return runDueRebuild(db, () => fireRebuild(builder.url, timeoutMs))
}
