import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connect.ts'
import { claimNotice, setNoticeTold } from '#db/editor-notices.ts'
import { insertMails } from '#db/outbox.ts'
import { type WorkItem, type WorkQueue, listWork, workQueues } from '#db/waiting-work.ts'
import { type Mailer, deliverAfterCommit } from '#mail/deliver.ts'
import { mailOf } from '#mail/mails.ts'
import { unlinked } from '#mail/unlinked.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'

/** Where editors are told of new work. */
export interface Notices {
  /** The address of the editors, for at most one mail an hour. */
  mail: string | undefined
  /** A URL that gets counts and slugs as JSON. */
  webhook: string | undefined
  fetch: GuardedFetch
  to: Addresses
}

const mailGapSeconds = 3_600
/** More work than this is not read; the rest waits for the editors all the same. */
const mostItems = 2_000
/** The most lines of a list in a mail, and the most items in a call of the webhook. */
const mostLines = 20

type Parts = { notices: Notices; mailer: () => Promise<Mailer> }

/**
 * Tells editors of work that came since the last notice, by mail and by webhook. Returns how many
 * notices went out and how many failed; what failed is told with the next work.
 */
export async function tellEditors(
  db: Db,
  { notices, mailer }: Parts,
  log: (message: string, error: unknown) => void,
): Promise<{ done: number; failed: number }> {
  const work = await listWork(db, mostItems)
  const [newest] = work
  if (newest === undefined) return { done: 0, failed: 0 }
  const tally = { done: 0, failed: 0 }
  if (notices.mail !== undefined && (await mailDigest(db, notices.mail, work, notices, mailer)))
    tally.done += 1
  if (notices.webhook !== undefined) {
    const called = await callWebhook(db, notices.webhook, work, notices)
    if (called === 'told') tally.done += 1
    else if (called !== 'nothing new') {
      log('the webhook of the editors failed', new Error(called.reason))
      tally.failed += 1
    }
  }
  return tally
}

async function mailDigest(
  db: Db,
  to_email: string,
  work: readonly WorkItem[],
  { to }: Notices,
  mailer: Parts['mailer'],
): Promise<boolean> {
  const newest = work[0]!.since
  const mailIds = await db.transaction().execute(async (trx) => {
    const until = await claimNotice(trx, 'mail', { newest, gapSeconds: mailGapSeconds })
    if (until === undefined) return []
    const fresh = work.filter(({ since }) => since > until)
    const mail = mailOf('editor-digest', {
      count: fresh.length,
      fresh: linesOf(fresh),
      waiting: countsText(work),
      oldest: linesOf(work.toReversed().slice(0, 5)),
      site: to.site,
    })
    await setNoticeTold(trx, 'mail', newest)
    return insertMails(trx, [{ ...mail, product_id: null, to_email }])
  })
  if (mailIds.length > 0) await deliverAfterCommit(db, await mailer(), mailIds)
  return mailIds.length > 0
}

function linesOf(items: readonly WorkItem[]): string {
  const lines = items.slice(0, mostLines).map(({ queue, slug, name, since }) => {
    const day = since.toISOString().slice(0, 16).replace('T', ' ')
    return `${day}  ${workQueues[queue].label[0]}: ${unlinked(name)} (${slug})`
  })
  const left = items.length - lines.length
  return [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n')
}

function countsText(work: readonly WorkItem[]): string {
  return Object.entries(countsOf(work))
    .filter(([, count]) => count > 0)
    .map(
      ([queue, count]) => `${count} ${workQueues[queue as WorkQueue].label[count === 1 ? 0 : 1]}`,
    )
    .join('\n')
}

function countsOf(work: readonly WorkItem[]): Record<WorkQueue, number> {
  const counts = Object.fromEntries(Object.keys(workQueues).map((queue) => [queue, 0]))
  for (const { queue } of work) counts[queue]! += 1
  // `as`: the keys are those of `workQueues`.
  return counts as Record<WorkQueue, number>
}

/** Calls the webhook if new work came. */
async function callWebhook(
  db: Db,
  url: string,
  work: readonly WorkItem[],
  { fetch, to }: Notices,
): Promise<'told' | 'nothing new' | { reason: string }> {
  const newest = work[0]!.since
  const until = await claimNotice(db, 'webhook', { newest, gapSeconds: 0 })
  if (until === undefined) return 'nothing new'
  const fresh = work.filter(({ since }) => since > until)
  const body = JSON.stringify({
    site: to.site,
    waiting: countsOf(work),
    new: fresh.slice(0, mostLines).map(({ queue, slug, since }) => ({ queue, slug, since })),
    new_count: fresh.length,
  })
  const answer = await fetch(url, { method: 'POST', body })
  if (answer.kind !== 'answered') return { reason: answer.reason }
  if (answer.status < 200 || answer.status > 299) return { reason: `It answered ${answer.status}.` }
  await setNoticeTold(db, 'webhook', newest)
  return 'told'
}
