import type { Addresses } from '#core/addresses.ts'
import { recordAction } from '#db/queries/audit.ts'
import type { Db } from '#db/connection/connect.ts'
import { insertMails } from '#db/queries/outbox.ts'
import type { ReportDecision } from '#db/queries/reports.ts'
import { findReport, reopenJunk, setReportDecided } from '#db/queries/reports.ts'
import { listToolNames } from '#db/queries/review-queue.ts'
import { mailOf } from '#mail/mails.ts'
import { factInWords } from '#present/review/reported-fact.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findReport>>>

/** Why nothing was decided: there is no such report, or somebody has decided before. */
export type ReportRefusal =
  | { outcome: 'unknown_report' }
  | { outcome: 'already_decided'; slug: string; state: string; by: string | null }

export interface ReportDecided {
  outcome: 'done'
  report: string
  slug: string
  name: string
  mailIds: string[]
}

/** Decides on a report. A reporter who left an address gets a mail, but for junk. */
export async function decideReport(
  db: Db,
  request: { report: string; actor: string } & Omit<ReportDecision, 'by'>,
  urls: Addresses,
): Promise<ReportDecided | ReportRefusal> {
  const { report, actor, state, answer } = request
  const found = await findReport(db, report)
  if (!found) return { outcome: 'unknown_report' }
  const { id, slug, name, product_id, fact, tool } = found
  return db.transaction().execute(async (trx) => {
    const decided = await setReportDecided(trx, id, { state, answer, by: actor })
    if (!decided) return alreadyDecided(found)
    const [named] = tool === null ? [] : await listToolNames(trx, [tool])
    const mail = mailOf('report-decided', {
      name,
      fact: factInWords({ fact, tool }, named?.name),
      outcome: outcomes[state === 'mended' ? 'mended' : 'answered'],
      ...(answer ? { answer } : {}),
      listing_url: urls.listing(slug),
    })
    const to_email = state === 'junk' ? null : decided.email
    const detail = { report: id, fact, ...(tool ? { tool } : {}), ...(answer ? { answer } : {}) }
    await recordAction(trx, { actor, action: `report-${state}`, product_id, detail })
    const mailIds =
      to_email === null ? [] : await insertMails(trx, [{ ...mail, product_id, to_email }])
    return { outcome: 'done', report: id, slug, name, mailIds }
  })
}

const outcomes = {
  mended:
    'An editor agrees: the listing is corrected, and its page shows that with the next build.',
  answered: 'An editor read what you wrote, and the listing stays as it is.',
} as const

/** Takes back that a report was called junk. */
export async function reopenReport(
  db: Db,
  { report, actor }: { report: string; actor: string },
): Promise<ReportDecided | ReportRefusal> {
  const found = await findReport(db, report)
  if (!found) return { outcome: 'unknown_report' }
  const { id, slug, name, product_id } = found
  return db.transaction().execute(async (trx) => {
    if (!(await reopenJunk(trx, id))) return alreadyDecided(found)
    const detail = { report: id }
    await recordAction(trx, { actor, action: 'report-reopen', product_id, detail })
    return { outcome: 'done', report: id, slug, name, mailIds: [] }
  })
}

function alreadyDecided({ slug, state, decided_by: by }: Found): ReportRefusal {
  return { outcome: 'already_decided', slug, state, by }
}
