import type { ChangelogType, ClaimReviewStatus } from '#contract/enums.ts'
import type { Change, ChangeOrRemoval } from '#contract/resources/change.ts'
import type { Addresses } from '#core/addresses.ts'
import { timestamp } from '#present/present.ts'
import { claimVerdicts } from '#present/words.ts'

/** A changelog item, as the database stores it. */
export interface ChangeRecord {
  id: string
  type: ChangelogType
  timestamp: string | Date
  product: { slug: string; name: string; url: string }
  approved_at: string | Date | null
  claim_review_status: ClaimReviewStatus | null
  claim_reviewed_at: string | Date | null
  issue: { number: number; slug: string; title: string; product_slugs: string[] } | null
}

/** A changelog item in answers. Database CHECKs guarantee the fields that each type requires. */
export function presentChange(record: ChangeRecord, to: Addresses): Change {
  const { slug, name, url } = record.product
  const common = {
    id: record.id,
    timestamp: timestamp(record.timestamp),
    product: { slug, name, listing_url: to.listing(slug), website_url: url },
  }
  if (record.type === 'product_approved')
    return { ...common, type: record.type, approved_at: timestamp(record.approved_at!) }
  if (record.type === 'claim_review_updated') {
    return {
      ...common,
      type: record.type,
      claim_review_status: record.claim_review_status!,
      claim_reviewed_at: timestamp(record.claim_reviewed_at!),
    }
  }
  const issue = record.issue!
  return { ...common, type: record.type, issue: { ...issue, url: to.weeklyIssue(issue.number) } }
}

/** A changelog item or a removal in answers. The product of a removal has only its slug. */
export function presentChangeOrRemoval(
  record: Omit<ChangeRecord, 'type'> & { type: ChangelogType | 'product_removed' },
  to: Addresses,
): ChangeOrRemoval {
  const { id, type, product } = record
  if (type !== 'product_removed') return presentChange({ ...record, type }, to)
  return { id, type, timestamp: timestamp(record.timestamp), product: { slug: product.slug } }
}

/** The cursor after a changelog item: an opaque form of its timestamp, which is unique. */
export function changeCursor(moment: string | Date): string {
  return `c${new Date(moment).getTime().toString(36)}`
}

/** The timestamp of a cursor; undefined if invalid. A cursor of before 1970 contains a minus. */
export function cursorTimestamp(cursor: string): string | undefined {
  if (!/^c-?[0-9a-z]{1,11}$/.test(cursor)) return undefined
  const moment = new Date(Number.parseInt(cursor.slice(1), 36))
  if (Number.isNaN(moment.getTime())) return undefined
  const text = moment.toISOString()
  // Years before 0 and after 9999 are invalid: ISO texts give them a sign and six digits.
  return /^\d{4}-/.test(text) ? text : undefined
}

/** The URL of the page about a change. */
export function changePage(item: Change): string {
  return item.type === 'weekly_issue_published' ? item.issue.url : item.product.listing_url
}

/** A change as a sentence. */
export function changeSentence(item: Change): string {
  const { name } = item.product
  if (item.type === 'product_approved') return `${name} is listed.`
  if (item.type === 'weekly_issue_published')
    return `Issue ${item.issue.number}, ${item.issue.title}, is out; it leads with ${name}.`
  return `The claim of ${name} ${claimVerdicts[item.claim_review_status]}.`
}

/** A change in a word or two, for a list that names the product beside it. */
export function changeLabel(item: Change): string {
  if (item.type === 'product_approved') return 'Listed'
  if (item.type === 'weekly_issue_published') return `Weekly issue ${item.issue.number}`
  return `Claim ${claimVerdicts[item.claim_review_status]}`
}

/** The types of changes that have feeds, by their name in the URL. */
export const changeFilters = {
  listed: { type: 'product_approved', title: 'Newly listed' },
  claims: { type: 'claim_review_updated', title: 'Claims reviewed' },
  weekly: { type: 'weekly_issue_published', title: 'Weekly issues' },
} as const satisfies Record<string, { type: ChangelogType; title: string }>

/** Groups of days by their week, named by its Monday; groups and days keep their order. */
export function byWeek<D extends { day: string }>(days: readonly D[]) {
  const weeks = Map.groupBy(days, ({ day }) => {
    const date = new Date(`${day}T00:00:00.000Z`)
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
    return date.toISOString().slice(0, 10)
  })
  return [...weeks].map(([week, ofWeek]) => ({ week, days: ofWeek }))
}

/** Changes grouped by their UTC day; groups and changes keep their order. */
export function byDay<C extends Pick<Change, 'timestamp'>>(changes: readonly C[]) {
  const days = Map.groupBy(changes, ({ timestamp: moment }) => moment.slice(0, 10))
  return [...days].map(([day, ofDay]) => ({ day, changes: ofDay }))
}
