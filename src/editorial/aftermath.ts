import { redacted } from '#contract/redacted.ts'
import type { Db } from '#db/connect.ts'
import { type Delivery, type Mailer, deliverAfterCommit } from '#mail/deliver.ts'
import { catchUp } from './do-chores.ts'
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

/** What a door needs for what follows a decision. Templates are compiled only if there is a mail. */
export interface Door {
  db: Db
  mailer: () => Promise<Mailer>
  builder: Builder
  /** Lets work outlive the answer. Without it the caller waits: a command ends with its work. */
  afterAnswer?: (work: Promise<unknown>) => Promise<void>
}

export type RebuildAsked =
  { state: 'asked' } | { state: 'failed'; error: string } | { state: 'no_server' }

export interface Aftermath {
  mails: Pick<Delivery, 'kind' | 'delivered' | 'accepted' | 'why'>[]
  /** Null when readers see nothing else. */
  rebuild: RebuildAsked | null
}

/**
 * What follows every decision, after its commit, for every door: its mails are sent, and whoever
 * builds is told. Neither can undo the decision: a mail that fails stays in the outbox, a rebuild in
 * its row.
 */
export async function aftermath(
  door: Door,
  decided: { mailIds: readonly string[]; isPublic: boolean },
): Promise<Aftermath> {
  const { mailIds, isPublic } = decided
  const sent =
    mailIds.length === 0 ? [] : await deliverAfterCommit(door.db, await door.mailer(), mailIds)
  const rebuild = isPublic ? await tellBuilder(door) : null
  // Where these went, what waited goes as well; where they did not, nothing else would.
  if (sent.some(({ delivered }) => delivered)) await alsoCatchUp(door)
  return {
    mails: sent.map(({ id: _id, outcome: _outcome, ...mail }) => mail),
    rebuild,
  }
}

async function alsoCatchUp(door: Door): Promise<void> {
  const { log } = await door.mailer()
  const work = catchUp({
    ...door,
    rebuild: () => askBuilder(door),
    log: (message, error) => log(`${message}: ${redacted(error)}`),
  })
  await (door.afterAnswer ? door.afterAnswer(work) : work)
}

/** Tells whoever builds that a row waits. */
export async function tellBuilder({ db, builder }: Door): Promise<RebuildAsked> {
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
  { db, builder }: Pick<Door, 'db' | 'builder'>,
  timeoutMs?: number,
): Promise<RebuildRun> {
  if (builder.kind !== 'hook') return { state: 'none' }
  return runDueRebuild(db, () => fireRebuild(builder.url, timeoutMs))
}
