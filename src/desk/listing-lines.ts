import type { ListingForReview, OtherListing } from '#db/queries/review-queue.ts'
import { formOf } from '#contract/product-field.ts'
import { productFieldNames, productFields } from '#contract/product-fields.ts'
import { linesOf, onOneLine, wrapped } from '#authoring/terminal-text.ts'

const margin = 24
/** The columns of a line. A terminal that broke longer lines itself would put no bar before them. */
const width = 80

/** Lines of text by label, shown among the fields of a listing. */
export type Findings = Readonly<Record<string, readonly string[]>>

/** The label of the finding that compares the stack with the claim. It is shown below the stack. */
export const besideStack = 'beside the stack'

/** Labels of the most important findings, which come first. */
const leading = [
  'reported',
  'proposed',
  'mended since',
  'its owner says',
  'looks like',
  'look twice',
]

/**
 * The fields, findings and history of a listing as lines. Text that others wrote is escaped, and
 * each of its lines begins with a bar, so that it cannot imitate a field.
 */
export function listingLines(listing: ListingForReview, findings: Findings): string[] {
  const { others_of_submitter, others_of_domain, history, version: _, ...fields } = listing
  const shown = Object.entries(fields).filter(
    ([name, value]) =>
      // Hides fields that repeat another line: `created_at` is in the history, `domain` in the URL.
      !(name === 'created_at' && history[0]?.action === 'submit') &&
      !(name === 'domain' && ['', '/'].some((end) => fields.url === `https://${value}${end}`)),
  )
  const lines = (some: [string, unknown][]) =>
    some.flatMap(([name, value]) => fieldLines(name, value))
  const { [besideStack]: hints = [], ...others } = findings
  const found = (isFirst: boolean) =>
    Object.entries(others)
      .filter(([label]) => leading.includes(label) === isFirst)
      .flatMap(([label, texts]) => fenced(label, texts))
  const isUsual = ([name, value]: [string, unknown]) => usual[name]?.value === value
  const isOfStack = ([name]: [string, unknown]) => name === 'tools' || name === 'custom_tools'
  const all = shown.filter((field) => !isUsual(field) && !isOfStack(field))
  const asUsual = shown.filter(isUsual).map(([name]) => usual[name]!.label)
  const head = all.findIndex(([name]) => name === 'description') + 1
  // The order is: `agent_tools_used`, then the stack, then the finding that compares both.
  const stack = all.findIndex(([name]) => name === 'agent_tools_used') + 1 || all.length
  return [
    ...lines(all.slice(0, head)),
    ...found(true),
    ...lines(all.slice(head, stack)),
    ...lines(shown.filter(isOfStack)),
    ...hints.map((hint) => plain('', hint)),
    ...lines(all.slice(stack)),
    ...(asUsual.length === 0 ? [] : [plain('as usual', asUsual.join(', '))]),
    ...found(false),
    ...fenced('others_of_submitter', others_of_submitter.map(otherLine)),
    ...fenced('others_of_domain', others_of_domain.map(otherLine)),
    ...fenced('history', history.map(entryLine)),
  ]
}

/** The values that nearly every submission has. They are combined in one line. */
const usual: Readonly<Record<string, { value: string; label: string }>> = {
  status: { value: 'pending', label: 'pending' },
  source_kind: { value: 'user_submission', label: 'user_submission' },
  owner_status: { value: 'unverified', label: 'owner unverified' },
  submission_tier: { value: 'free', label: 'tier free' },
}

// Fields whose values this service chose, so that they need no bar: slugs and closed lists.
const ours: ReadonlySet<string> = new Set([
  ...productFieldNames.filter((name) => formOf(productFields[name].schema).isClosed),
  'slug',
  'owner_status',
  'tools',
])

function fieldLines(name: string, value: unknown): string[] {
  if (value === null || value === false || value === 0) return []
  if (value instanceof Date) return [plain(name, value.toISOString())]
  if (typeof value === 'boolean' || typeof value === 'number') return [plain(name, String(value))]
  const values = [value].flat().map(String)
  if (!ours.has(name) || values.length === 0) return fenced(name, values)
  return wrapped(values.join(', '), width - margin - 1).map((line, index) =>
    plain(index === 0 ? name : '', line),
  )
}

function plain(name: string, text: string): string {
  return `${name.padEnd(margin)} ${onOneLine(text)}`
}

/** The lines of texts that others wrote, each behind a bar. The label is before the first line. */
function fenced(label: string, texts: readonly string[]): string[] {
  const lines = texts.flatMap(linesOf).flatMap((line) => wrapped(line, width - margin - 3))
  return lines.map((line, index) =>
    `${(index === 0 ? label : '').padEnd(margin)} | ${line}`.trimEnd(),
  )
}

function otherLine({ slug, name, domain, status, reason }: OtherListing): string {
  return onOneLine(`${slug}: ${status}, ${name} (${domain})${reason ? `. Reason: ${reason}` : ''}`)
}

/** One entry of the history, formatted as one line. */
export function entryLine(entry: {
  at: Date | string
  actor: string
  action: string
  slug?: string | null
  detail: object
}): string {
  const { at, actor, action, slug, detail } = entry
  const moment = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  const more = Object.keys(detail).length > 0 ? ` ${JSON.stringify(detail)}` : ''
  return onOneLine(`${moment} ${actor} ${action}${slug ? ` ${slug}` : ''}${more}`)
}
