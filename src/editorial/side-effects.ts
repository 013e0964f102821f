import { redacted } from '#contract/redacted.ts'
import type { Db } from '#db/connection/connect.ts'
import { type Delivery, type Mailer, deliverAfterCommit } from '#mail/deliver.ts'
import { catchUp } from './run-jobs.ts'
import { fireRebuild } from './fire-rebuild.ts'
import { type RebuildRun, runDueRebuild } from './rebuilds.ts'

/** Who builds the site when a row of `rebuilds` waits. */
export type Builder =
  /** A hosting platform, which builds when its hook is called. */
  | { kind: 'hook'; url: string }
  /** A running `npm start`, which polls `rebuilds`. A call to `url` makes it build at once. */
  | { kind: 'server'; url: string }
  /** A running `npm start` that polls `rebuilds`, and cannot be called from here. */
  | { kind: 'polling' }
  /** Nobody at present: the request waits for the next `npm start`. */
  | { kind: 'none' }

/** The dependencies of the side effects of a decision. */
export interface Backend {
  db: Db
  /** Loads the mail templates on the first call. */
  mailer: () => Promise<Mailer>
  builder: Builder
  /** Continues work after the answer to a request. Commands have none: they wait for the work. */
  afterAnswer?: (work: Promise<unknown>) => Promise<void>
}

export type RebuildAsked =
  { state: 'asked' } | { state: 'failed'; error: string } | { state: 'no_server' }

export interface SideEffects {
  mails: Pick<Delivery, 'kind' | 'delivered' | 'accepted' | 'why'>[]
  /** Null if no public content changed. */
  rebuild: RebuildAsked | null
}

/**
 * The side effects of a committed decision: sends its mails and notifies the builder. A mail that
 * fails stays in the outbox, a build that fails in `rebuilds`.
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
  // The mail provider works, so that mails which failed before are tried again, too.
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

/** Tells the builder that a build is requested. */
export async function tellBuilder({ db, builder }: Backend): Promise<RebuildAsked> {
  if (builder.kind === 'none') return { state: 'no_server' }
  if (builder.kind === 'polling') return { state: 'asked' }
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

/** Starts a build that is due by calling the platform's hook. A server needs no call: it polls. */
export async function askBuilder(
  { db, builder }: Pick<Backend, 'db' | 'builder'>,
  timeoutMs?: number,
): Promise<RebuildRun> {
  if (builder.kind !== 'hook') return { state: 'none' }
  return runDueRebuild(db, () => fireRebuild(builder.url, timeoutMs))
}
