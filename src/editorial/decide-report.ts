import type { Addresses } from '#core/addresses.ts'
import { recordAction } from '#db/audit.ts'
import type { Db } from '#db/connect.ts'
import { insertMails } from '#db/outbox.ts'
import {
  type ReportDecision,
  decideReports,
  findFlood,
  findReports,
  reopenJunk,
} from '#db/reports.ts'
import { listToolNames } from '#db/review-queue.ts'
import { mailOf } from '#mail/mails.ts'
import { factInWords } from '#present/reported-fact.ts'

type Found = Awaited<ReturnType<typeof findReports>>[number]

/** Why nothing was decided: no report begins so, several do, or somebody else has decided. */
export type ReportRefusal =
  | { outcome: 'unknown_report' }
  | { outcome: 'several_reports' }
  | { outcome: 'already_decided'; slug: string; state: string; by: string | null }

export interface ReportDecided {
  outcome: 'done'
  report: string
  slug: string
  name: string
  /** How many reports were decided on: of a flood all of it. */
  count: number
  mailIds: string[]
}

/** The report whose id begins so. */
export async function findReport(
  db: Db,
  beginning: string,
): Promise<{ found: Found } | { refusal: ReportRefusal }> {
  // An empty beginning would be that of every report.
  const [found, other] = beginning === '' ? [] : await findReports(db, beginning.toLowerCase())
  if (!found) return { refusal: { outcome: 'unknown_report' } }
  return other ? { refusal: { outcome: 'several_reports' } } : { found }
}

/**
 * Decides on a report, or with `isFlood` on the whole flood that it belongs to. Reporters who left
 * an address get a mail, but for junk.
 */
export async function decideReport(
  db: Db,
  request: { report: string; actor: string; isFlood?: boolean } & Omit<ReportDecision, 'by'>,
  to: Addresses,
): Promise<ReportDecided | ReportRefusal> {
  const { report, actor, state, answer, isFlood = false } = request
  const one = await findReport(db, report)
  if ('refusal' in one) return one.refusal
  const { id, slug, name, product_id, fact, tool } = one.found
  return db.transaction().execute(async (trx) => {
    const ids = isFlood ? (await findFlood(trx, id)).map((each) => each.id) : [id]
    const decided = await decideReports(trx, ids, { state, answer, by: actor })
    if (decided.length === 0) return alreadyDecided(one.found)
    const [named] = tool === null ? [] : await listToolNames(trx, [tool])
    const mail = mailOf('report-decided', {
      name,
      fact: factInWords({ fact, tool }, named?.name),
      outcome: outcomes[state === 'mended' ? 'mended' : 'answered'],
      ...(answer ? { answer } : {}),
      listing_url: to.listing(slug),
    })
    const emails = state === 'junk' ? [] : decided.flatMap((each) => each.emails)
    const mails = emails.map((to_email) => ({ ...mail, product_id, to_email }))
    const detail = isFlood
      ? { report: id, count: decided.length }
      : { report: id, fact, ...(tool ? { tool } : {}), ...(answer ? { answer } : {}) }
    await recordAction(trx, { actor, action: `report-${state}`, product_id, detail })
    const mailIds = mails.length > 0 ? await insertMails(trx, mails) : []
    return { outcome: 'done', report: id, slug, name, count: decided.length, mailIds }
  })
}

const outcomes = {
  mended:
    'An editor agrees: the listing is corrected, and its page shows that with the next build.',
  answered: 'An editor read what you wrote, and the listing stays as it is.',
} as const

/** Takes back that a report, with its flood, was called junk. */
export async function reopenReport(
  db: Db,
  { report, actor }: { report: string; actor: string },
): Promise<ReportDecided | ReportRefusal> {
  const one = await findReport(db, report)
  if ('refusal' in one) return one.refusal
  const { id, slug, name, product_id } = one.found
  return db.transaction().execute(async (trx) => {
    const count = await reopenJunk(trx, id)
    if (count === 0) return alreadyDecided(one.found)
    const detail = { report: id, count }
    await recordAction(trx, { actor, action: 'report-reopen', product_id, detail })
    return { outcome: 'done', report: id, slug, name, count, mailIds: [] }
  })
}

function alreadyDecided({ slug, state, decided_by: by }: Found): ReportRefusal {
  return { outcome: 'already_decided', slug, state, by }
}
