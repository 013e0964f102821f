// The commands `reports`, which lists what readers report as wrong, and `report`, which decides.
import type { ReportState } from '#contract/enums.ts'
import { cleanText } from '#contract/text.ts'
import { addresses } from '#core/addresses.ts'
import { type OpenReport, findReport, listOpenReports } from '#db/queries/reports.ts'
import { listApprovedBySlug } from '#db/queries/products.ts'
import { listToolsById } from '#db/queries/tools.ts'
import type { Db } from '#db/connection/connect.ts'
import { type ReportRefusal, decideReport } from '#editorial/decide-report.ts'
import { namedToolIds, productDetail } from '#present/present.ts'
import { factInWords, shownFact } from '#present/review/reported-fact.ts'
import { deciding } from '#authoring/options.ts'
import type { Command, Session } from './session.ts'
import { declined, done, followUp, notDone } from './tell.ts'
import { age, linesOf, onOneLine } from '#authoring/terminal-text.ts'

/** A report beside what the page of its listing says now of the fact. */
export interface ReportBeside extends OpenReport {
  says: string | null
  cited: string | null
}

/** The open reports, of all listings or of one, each with what its listing says now. */
export async function readReports(db: Db, slug?: string): Promise<ReportBeside[]> {
  const reports = await listOpenReports(db, slug)
  const slugs = [...new Set(reports.map((report) => report.slug))]
  const products = await listApprovedBySlug(db, slugs)
  const tools = await listToolsById(db, namedToolIds(products))
  const byId = new Map(tools.map((tool) => [tool.id, tool]))
  const details = products.map((product) => productDetail(product, byId, addresses('')))
  return reports.map((report) => {
    const detail = details.find(({ slug }) => slug === report.slug)
    const shown = detail ? shownFact(detail, report) : null
    return { ...report, says: shown?.says ?? null, cited: shown?.source ?? null }
  })
}

/** Which fact a report is about, and how long it waits. */
export function reportHead({ fact, tool, created_at, has_email }: ReportBeside, now: Date): string {
  const waits = has_email ? ', its reporter wants to hear' : ''
  return `${factInWords({ fact, tool })}, ${age(created_at, now)} old${waits}`
}

/** What a report says, beside what the page says. */
export function reportFacts({ message, source, says, cited }: ReportBeside) {
  const facts = [
    ['is true', message],
    ['seen at', source ?? 'no source is given'],
    ['page now', says],
    ['it cites', cited],
  ] as const
  return facts.flatMap(([label, text]) => (text === null ? [] : [[label, [text]] as const]))
}

/** The lines of a report, for a listing that stands above them. */
export function reportLines(report: ReportBeside, now: Date): string[] {
  const facts = reportFacts(report).flatMap(([label, texts]) =>
    texts.flatMap(linesOf).map((line) => `${label}: ${onOneLine(line)}`),
  )
  return [`${report.id}  ${reportHead(report, now)}`, ...facts]
}

export const reports: Command = {
  about: 'what readers report as wrong in public listings, the oldest first',
  run: async (session) => {
    const open = await readReports(session.backend.db)
    const lines = open.flatMap((report) => [
      `${report.slug}  ${onOneLine(report.name)}`,
      ...reportLines(report, session.now()).map((line) => `  ${line}`),
    ])
    return done(session, { reports: open }, lines.join('\n') || 'No report waits.')
  },
}

/** What may become of a report. */
export const decisionWords = {
  mended: 'the listing was wrong and is corrected',
  answered: 'the listing is right; the answer says why',
  junk: 'it says nothing about the listing; nobody is told',
  open: 'takes a decision back whose mail has not left',
} as const satisfies Record<ReportState, string>

const states = Object.keys(decisionWords) as ReportState[]

export const report: Command = {
  about: 'decide on a report of a wrong fact, by its id',
  more: `State: ${states.map((state) => `${state} (${decisionWords[state]})`).join(', ')}. A reporter who left an address gets a mail, with --notes as the answer in it.`,
  takes: '<report> <state>',
  writesMail: true,
  options: ['notes', 'delay', ...deciding],
  check: ([, wanted], { notes }) => {
    const state = states.find((known) => known === wanted)
    if (!state) return `Say what became of it: ${states.join(', ')}`
    return state === 'answered' && cleanText(notes ?? '') === ''
      ? 'Say why the listing is right: --notes "…"'
      : undefined
  },
  run: async (session, [id = '', wanted]) => {
    const { backend, actor, values, to, mailDelayMinutes } = session
    const found = await findReport(backend.db, id)
    if (!found) return notDecided(session, { outcome: 'unknown_report' })
    const { slug } = found
    // The `!` is safe: `check` has refused other words.
    const state = states.find((known) => known === wanted)!
    const question = `${state === 'open' ? 'Open again' : `Mark as ${state}:`} the report on ${slug}?`
    if (!(await session.confirm(question))) return declined(session, slug)
    const answer = cleanText(values.notes ?? '') || null
    const request = { report: id, actor, state, answer, mailDelayMinutes }
    const outcome = await decideReport(backend.db, request, to)
    if (outcome.outcome !== 'done') return notDecided(session, outcome)
    const open = (await listOpenReports(backend.db, slug)).length
    const { mailIds } = outcome
    const told = {
      value: { outcome: 'decided', report: outcome.report, slug, state, open },
      text: `The report on ${slug} is ${state === 'open' ? 'open again' : state}.`,
      hasMail: mailIds.length > 0,
      recipient: 'its reporter',
    }
    return followUp(session, { mailIds, isPublic: false }, told)
  },
}

function notDecided(session: Session, refusal: ReportRefusal): number {
  if (refusal.outcome === 'unknown_report')
    return notDone(session, refusal, 'There is no such report.', 'The command reports lists them.')
  const { slug, state, by } = refusal
  const text = `The report on ${slug} is already ${state}${by ? ` by ${onOneLine(by)}` : ''}. Nothing was changed.`
  return notDone(session, refusal, text)
}
