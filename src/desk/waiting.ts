import { plural } from '#core/plural.ts'
import type { Db } from '#db/connection/connect.ts'
import { countBeside } from '#db/queries/review-queue.ts'
import { listOpenReports } from '#db/queries/reports.ts'
import { listUndelivered } from '#db/queries/undelivered.ts'

/** The work beside the queue: its counts by name, and a sentence for each count above 0. */
export async function otherWork(db: Db) {
  const [proposals, stale_evidence, unreviewed_claims, reports, undelivered] = await Promise.all([
    countBeside(db, 'proposed'),
    countBeside(db, 'stale'),
    countBeside(db, 'claim_undecided'),
    listOpenReports(db),
    listUndelivered(db),
  ])
  const mails = undelivered.filter(
    ({ last_error, state }) => last_error !== null || state !== 'waiting',
  )
  const [first = '', ...more] = new Set(mails.map(({ slug }) => slug ?? 'no listing'))
  const named = more.length === 0 ? first : `${first} and ${more.length} more`
  const waiting = {
    proposals,
    stale_evidence,
    unreviewed_claims,
    reports: reports.length,
    undelivered_mails: mails.length,
  }
  const sentences = [
    proposals &&
      `${plural(proposals, 'change of a public listing is', 'changes of public listings are')} proposed: proposals lists them.`,
    stale_evidence &&
      `${plural(stale_evidence, 'listing has', 'listings have')} evidence that no longer holds: queue --state stale lists them.`,
    unreviewed_claims &&
      `${plural(unreviewed_claims, 'public claim waits', 'public claims wait')} for a review: queue --state claim_undecided lists them.`,
    reports.length &&
      `${plural(reports.length, 'report says', 'reports say')} that a public listing is wrong: reports lists them.`,
    mails.length &&
      `${plural(mails.length, 'mail')} could not be delivered: outbox says why (${named}).`,
  ].filter((sentence) => sentence !== 0)
  return { waiting, sentences }
}
