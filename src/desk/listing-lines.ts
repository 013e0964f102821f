import type { ListingForReview, OtherListing } from '#db/review-queue.ts'
import { formOf, productFieldNames, productFields } from '#contract/product-fields.ts'
import type { Guide } from './guide-lines.ts'
import { linesOf, onOneLine, wrapped } from './terminal-text.ts'

const margin = 24

/** What is found out about a listing beside what its owner says: a label, and lines of text. */
export type Findings = Readonly<Record<string, readonly string[]>>

/** What was found of the stack, which is told below it. */
export const besideStack = 'beside the stack'

/** What decides most often, and must not lie below the edge of a small terminal. */
const leading: ReadonlySet<string> = new Set([
  'proposed',
  'mended since',
  'looks like',
  'look twice',
])

/**
 * One listing whole. What owners write is escaped and stands behind a bar, every line of it, so
 * that no text can look like a field (P7 of the review); links stand one a line.
 */
export function listingLines(
  listing: ListingForReview,
  findings: Findings,
  width: number,
  guide: Guide = {},
): string[] {
  const { others_of_submitter, others_of_domain, history, version: _, ...given } = listing
  const fields = saidOnce(given, history)
  const { [besideStack]: hints = [], ...others } = findings
  const found = Object.entries(others)
  const shown = (isFirst: boolean) =>
    found
      .filter(([label]) => leading.has(label) === isFirst)
      .flatMap(([label, lines]) => fenced(label, lines, width))
  const lines = (some: [string, unknown][]) =>
    some.flatMap(([name, value]) => fieldLines(name, withMeaning(name, value, guide), width))
  const isUsual = ([name, value]: [string, unknown]) => usual[name]?.value === value
  const all = fields.filter((field) => !isUsual(field) && !isOfStack(field))
  const asUsual = fields.filter(isUsual)
  // What it is, what is odd about it, and then all the rest.
  const head = all.findIndex(([name]) => name === 'description') + 1
  // What its agents use, then what it is built with, and whether the two have to do with each other.
  const stack = all.findIndex(([name]) => name === 'agent_tools_used') + 1 || all.length
  return [
    ...lines(all.slice(0, head)),
    ...shown(true),
    ...lines(all.slice(head, stack)),
    ...lines(fields.filter(isOfStack)),
    ...hints.map((hint) => plain('', hint)),
    ...lines(all.slice(stack)),
    ...(asUsual.length === 0
      ? []
      : [plain(quiet, asUsual.map(([name]) => usual[name]!.told).join(', '))]),
    ...shown(false),
    ...fenced('others_of_submitter', others_of_submitter.map(otherLine), width),
    ...fenced('others_of_domain', others_of_domain.map(otherLine), width),
    ...fenced('history', history.map(historyLine), width),
  ]
}

const isOfStack = ([name]: [string, unknown]) => name === 'tools' || name === 'custom_tools'

/** The fields without what another line says: the host of the address, and when it came. */
function saidOnce(fields: Told, history: ListingForReview['history']): [string, unknown][] {
  const hasBegin = history[0]?.action === 'submit'
  return Object.entries(fields).filter(
    ([name, value]) =>
      !(name === 'created_at' && hasBegin) &&
      !(name === 'domain' && fields.url?.replace(/\/$/, '') === `https://${String(value)}`),
  )
}

type Told = Pick<ListingForReview, 'url'>

/** What is the same of nearly every submission decides nothing, and stands in one line. */
const usual: Readonly<Record<string, { value: string; told: string }>> = {
  status: { value: 'pending', told: 'pending' },
  source_kind: { value: 'user_submission', told: 'user_submission' },
  owner_status: { value: 'unverified', told: 'owner unverified' },
  submission_tier: { value: 'free', told: 'tier free' },
}
const quiet = 'as usual'

/** What a remark of the desk begins with. No text of an owner can: spaces in a row are one there. */
export const aside = '·  '

/** Whether a line decides nothing. A terminal shows it dim. */
export function isQuiet(line: string): boolean {
  return line.startsWith(quiet.padEnd(margin)) || line.startsWith(aside)
}

const explained: readonly string[] = ['qualification_type', 'agent_use_case']

function withMeaning(name: string, value: unknown, guide: Guide): unknown {
  const line = explained.includes(name) && typeof value === 'string' ? guide[value] : undefined
  return line === undefined ? value : `${String(value)} (${line})`
}

// What nobody but us writes, and which therefore needs no bar.
const ours: ReadonlySet<string> = new Set([
  ...productFieldNames.filter((name) => formOf(productFields[name].schema).isClosed),
  'slug',
  'owner_status',
  'tools',
])

function fieldLines(name: string, value: unknown, width: number): string[] {
  if (value === null || value === false || (Array.isArray(value) && value.length === 0)) return []
  if (value instanceof Date) return [plain(name, value.toISOString())]
  if (typeof value === 'boolean' || typeof value === 'number')
    return value === 0 ? [] : [plain(name, String(value))]
  const values = (Array.isArray(value) ? value : [value]).map(String)
  if (ours.has(name))
    return wrapped(values.join(', '), width - margin - 1).map((line, index) =>
      plain(index === 0 ? name : '', line),
    )
  return fenced(name, values, width)
}

function plain(name: string, text: string): string {
  return `${name.padEnd(margin)} ${onOneLine(text)}`
}

/** Texts of others behind a bar, each on lines of its own, under one label. */
function fenced(label: string, texts: readonly string[], width: number): string[] {
  const room = width - margin - 3
  const lines = texts.flatMap(linesOf).flatMap((line) => wrapped(line, room))
  return lines.map((line, index) =>
    `${(index === 0 ? label : '').padEnd(margin)} | ${line}`.trimEnd(),
  )
}

function otherLine({ slug, name, domain, status, reason }: OtherListing): string {
  return onOneLine(`${slug}: ${status}, ${name} (${domain})${reason ? `. Reason: ${reason}` : ''}`)
}

function historyLine({ at, actor, action, detail }: ListingForReview['history'][number]): string {
  return entryLine({ at: new Date(at), actor, action, detail })
}

/** One thing that was done, on one line. */
export function entryLine(entry: {
  at: Date
  actor: string
  action: string
  slug?: string | null
  detail: object
}): string {
  const { at, actor, action, slug, detail } = entry
  const moment = at.toISOString().slice(0, 16).replace('T', ' ')
  const more = Object.keys(detail).length > 0 ? ` ${JSON.stringify(detail)}` : ''
  return onOneLine(`${moment} ${actor} ${action}${slug ? ` ${slug}` : ''}${more}`)
}
