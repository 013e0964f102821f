import type { ListingForReview, OtherListing } from '#db/queries/review-queue.ts'
import { linesOf, onOneLine, wrapped } from '#authoring/terminal-text.ts'

const margin = 24
/** The columns of a line. A terminal that broke longer lines itself would put no bar before them. */
const width = 80

/** Lines of text by label, shown below the fields of a listing. */
export type Findings = Readonly<Record<string, readonly string[]>>

const notFacts = ['others_of_submitter', 'others_of_domain', 'history', 'version']

/** The fields and findings of a listing, each a label with its values. */
export function listingFacts(listing: ListingForReview, findings: Findings) {
  return [...Object.entries(listing), ...Object.entries(findings)]
    .map(([label, value]) => [label, valuesOf(value)] as const)
    .filter(([label, values]) => values.length > 0 && !notFacts.includes(label))
}

/**
 * The fields, findings and history of a listing as lines. Text is escaped, and each of its lines
 * begins with a bar, so that what others wrote cannot imitate a field.
 */
export function listingLines(listing: ListingForReview, findings: Findings): string[] {
  const { others_of_submitter, others_of_domain, history } = listing
  return [
    ...listingFacts(listing, findings).flatMap(([label, values]) =>
      fenced(
        label,
        values.map((value) => (value instanceof Date ? value.toISOString() : value)),
      ),
    ),
    ...fenced('others_of_submitter', others_of_submitter.map(otherLine)),
    ...fenced('others_of_domain', others_of_domain.map(otherLine)),
    ...fenced('history', history.map(entryLine)),
  ]
}

// The usual value of a field is left out.
function valuesOf(value: unknown): (string | Date)[] {
  if (value === null || value === false || value === 0) return []
  return [value].flat().map((one) => (one instanceof Date ? one : String(one)))
}

/** Texts under one label, each line behind a bar. */
function fenced(label: string, texts: readonly string[]): string[] {
  const lines = texts.flatMap(linesOf).flatMap((line) => wrapped(line, width - margin - 3))
  return lines.map((line, index) =>
    `${(index === 0 ? label : '').padEnd(margin)} | ${line}`.trimEnd(),
  )
}

/** Another listing of the same site or submitter, as one line. */
export function otherLine({ slug, name, domain, status, reason }: OtherListing): string {
  return onOneLine(`${slug}: ${status}, ${name} (${domain})${reason ? `. Reason: ${reason}` : ''}`)
}

type Entry = Omit<History, 'at'> & { at: Date | string; slug?: string | null }
type History = ListingForReview['history'][number]

/** One entry of the history, formatted as one line. */
export function entryLine({ at, actor, action, slug, detail }: Entry): string {
  const moment = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  const more = Object.keys(detail).length > 0 ? ` ${JSON.stringify(detail)}` : ''
  return onOneLine(`${moment} ${actor} ${action}${slug ? ` ${slug}` : ''}${more}`)
}
