// The commands `reports`, which lists what readers report as wrong, and `report`, which decides.
import type { ReportState } from '#contract/enums.ts'
import { cleanText } from '#contract/text.ts'
import { addresses } from '#core/addresses.ts'
import { type Flooded, type OpenReport, findFlood, listOpenReports } from '#db/reports.ts'
import { listApprovedBySlug } from '#db/products.ts'
import { listToolsById } from '#db/tools.ts'
import type { Db } from '#db/connect.ts'
import {
  type ReportRefusal,
  decideReport,
  findReport,
  reopenReport,
} from '#editorial/decide-report.ts'
import { namedToolIds, productDetail } from '#present/present.ts'
import { factInWords, shownFact } from '#present/reported-fact.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import type { Session } from './session.ts'
import { declined, done, followUp, notDone } from './tell.ts'
import { age, linesOf, onOneLine } from './terminal-text.ts'

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
  const details = new Map(
    products.map((product) => [product.slug, productDetail(product, byId, addresses(''))]),
  )
  return reports.map((report) => {
    const { fact, tool } = report
    const detail = details.get(report.slug)
    const shown = detail ? shownFact(detail, { fact, tool }) : null
    return { ...report, says: shown?.says ?? null, cited: shown?.source ?? null }
  })
}

/** The lines of a report, for a listing that stands above them. */
export function reportLines(report: ReportBeside, now: Date): string[] {
  const { id, fact, tool, message, source, says, cited, times, first_at, has_email } = report
  const what = factInWords({ fact, tool })
  const joined = times > 1 ? `, ${times} times` : ''
  const waits = has_email ? ', its reporter wants to hear' : ''
  return [
    `${id.slice(0, 8)}  ${what}, ${age(first_at, now)} old${joined}${waits}`,
    ...linesOf(message).map((line) => `is true: ${onOneLine(line)}`),
    source === null ? 'seen at: no source is given' : `seen at: ${onOneLine(source)}`,
    ...(says === null ? [] : linesOf(says).map((line) => `page now: ${onOneLine(line)}`)),
    ...(cited === null ? [] : [`it cites: ${onOneLine(cited)}`]),
  ]
}

export const reports: Command = {
  about: 'what readers report as wrong in public listings, the oldest first',
  options: [],
  run: async (session) => {
    const open = await readReports(session.backend.db)
    const lines = open.flatMap((report) => [
      `${report.slug}  ${onOneLine(report.name)}`,
      ...reportLines(report, session.now()).map((line) => `  ${line}`),
    ])
    return done(session, { reports: open }, lines.join('\n') || 'No report waits.')
  },
}

const decisionWords = {
  mended: 'the listing was wrong and is corrected',
  answered: 'the listing is right; --notes says why',
  junk: 'it says nothing about the listing; nobody is told',
  open: 'takes junk back',
} as const satisfies Record<ReportState, string>

const states = Object.keys(decisionWords) as ReportState[]

export const report: Command = {
  about: 'decide on a report of a wrong fact, by the first digits of its id',
  more: `State: ${states.map((state) => `${state} (${decisionWords[state]})`).join(', ')}. A reporter who left an address gets a mail, with --notes in it. With --flood, junk takes all open reports of the same sender, and those within an hour of it whose source is at the same site, or in the listing’s own places, or missing, as its own is, and that left an address if it did; open takes the whole flood back.`,
  words: ['report', 'state'],
  writesMail: true,
  options: ['notes', 'flood', ...deciding],
  check: ([, wanted], { notes, flood }) => {
    const state = states.find((known) => known === wanted)
    if (!state) return `Say what became of it: ${states.join(', ')}`
    if (state === 'answered' && cleanText(notes ?? '') === '')
      return 'Say why the listing is right: --notes "…"'
    return flood && state !== 'junk' ? '--flood goes with junk.' : undefined
  },
  run: async (session, [beginning = '', wanted]) => {
    const { backend, actor, values, to } = session
    const one = await findReport(backend.db, beginning)
    if ('refusal' in one) return notDecided(session, one.refusal)
    const { id, slug } = one.found
    // The `!` is safe: `check` has refused other words.
    const state = states.find((known) => known === wanted)!
    const isFlood = values.flood === true
    const flood = isFlood ? await findFlood(backend.db, id) : []
    const what = flood.length > 1 ? floodInWords(flood) : `the report on ${slug}`
    const question = `${state === 'open' ? 'Open again' : `Mark as ${state}:`} ${what}?`
    if (!(await session.confirm(question))) return declined(session, slug)
    const answer = cleanText(values.notes ?? '') || null
    const outcome =
      state === 'open'
        ? await reopenReport(backend.db, { report: id, actor })
        : await decideReport(backend.db, { report: id, actor, state, answer, isFlood }, to)
    if (outcome.outcome !== 'done') return notDecided(session, outcome)
    const open = (await listOpenReports(backend.db, slug)).length
    const taken = outcome.count === 1 ? `The report on ${slug} is` : `${outcome.count} reports are`
    return followUp(
      session,
      { mailIds: outcome.mailIds, isPublic: false },
      {
        value: { outcome: 'decided', report: id, slug, state, count: outcome.count, open },
        text: `${taken} ${state === 'open' ? 'open again' : state}.`,
        hasMail: outcome.mailIds.length > 0,
        recipient: 'its reporter',
      },
    )
  },
}

/** How many reports a flood has, on how many listings, and what some of them say. */
export function floodInWords(flood: readonly Flooded[]): string {
  const listings = new Set(flood.map(({ slug }) => slug)).size
  const said = [...new Set(flood.map(({ message }) => onOneLine(message).slice(0, 60)))]
  return `${flood.length} reports on ${listings === 1 ? 'one listing' : `${listings} listings`} (“${said.slice(0, 3).join('”, “')}”${said.length > 3 ? ', …' : ''})`
}

function notDecided(session: Session, refusal: ReportRefusal): number {
  return notDone(session, refusal, refusalText(refusal))
}

function refusalText(refusal: ReportRefusal): string {
  if (refusal.outcome === 'unknown_report') return 'There is no such report; reports lists them.'
  if (refusal.outcome === 'several_reports')
    return 'Several reports begin so. Give more digits of the id.'
  const { slug, state, by } = refusal
  return `The report on ${slug} is already ${state}${by ? ` by ${onOneLine(by)}` : ''}. Nothing was changed.`
}
