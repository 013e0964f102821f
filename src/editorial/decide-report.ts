import type { ReportState } from '#contract/enums.ts'
import type { Addresses } from '#core/addresses.ts'
import { recordAction } from '#db/queries/audit.ts'
import type { Db } from '#db/connection/connect.ts'
import { holdBackMail, insertMails } from '#db/queries/outbox.ts'
import { type ReportDecision, findReport, setReportState } from '#db/queries/reports.ts'
import { listToolNames } from '#db/queries/review-queue.ts'
import { mailOf } from '#mail/mails.ts'
import { factInWords, reportOutcomes } from '#present/review/reported-fact.ts'

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

/**
 * Decides on a report, or takes a decision back of which nobody was told: that it is junk, or
 * another whose mail has not left. A reporter who left an address gets a mail, but for junk.
 */
export async function decideReport(
  db: Db,
  request: { report: string; actor: string; mailDelayMinutes?: number } & Omit<
    ReportDecision,
    'by'
  >,
  urls: Addresses,
): Promise<ReportDecided | ReportRefusal> {
  const { report, actor, state, answer } = request
  const found = await findReport(db, report)
  if (!found) return { outcome: 'unknown_report' }
  const { id, slug, name, product_id, fact, tool, email } = found
  return db.transaction().execute(async (trx) => {
    const wasMailed = state === 'open' && email !== null && isTold(found.state)
    const mailed = { product_id, kind: 'report-decided', to_email: email }
    const decided =
      (!wasMailed || (await holdBackMail(trx, mailed))) &&
      (await setReportState(trx, id, { state, answer, by: actor }))
    if (!decided)
      return { outcome: 'already_decided', slug, state: found.state, by: found.decided_by }
    const [named] = tool === null ? [] : await listToolNames(trx, [tool])
    const mail = mailOf('report-decided', {
      name,
      fact: factInWords({ fact, tool }, named?.name),
      outcome: reportOutcomes[state],
      ...(answer ? { answer } : {}),
      listing_url: urls.listing(slug),
      status_url: urls.reportState(id),
    })
    const detail = { report: id, fact, ...(tool ? { tool } : {}), ...(answer ? { answer } : {}) }
    const action = state === 'open' ? 'report-reopen' : `report-${state}`
    await recordAction(trx, { actor, action, product_id, detail })
    const to_email = isTold(state) ? decided.email : null
    const mailIds =
      to_email === null
        ? []
        : await insertMails(trx, [{ ...mail, product_id, to_email }], request.mailDelayMinutes)
    return { outcome: 'done', report: id, slug, name, mailIds }
  })
}

/** Whether the reporter hears of a decision. */
const isTold = (state: ReportState) => state === 'mended' || state === 'answered'
