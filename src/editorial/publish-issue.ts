import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { recordAction } from '#db/queries/audit.ts'
import { insertChange, settleIssues, takeChangeTimestamp } from '#db/queries/changelog.ts'
import type { Db } from '#db/connection/connect.ts'
import { askForRebuild } from '#db/queries/rebuilds.ts'
import type { Database } from '#db/migrations/schema.ts'
import {
  findIssue,
  findLastText,
  insertIssue,
  lockApproved,
  replaceIssue,
} from '#db/queries/weekly-issues.ts'

export type IssueOutcome =
  | { outcome: 'done' }
  /** The issue was published before with other content, which is now replaced. */
  | { outcome: 'corrected'; changed: string[] }
  /** The issue was published before with the same content. */
  | { outcome: 'already_published'; number: number; slug: string }
  /** Another issue has this slug. */
  | { outcome: 'slug_taken'; number: number; slug: string }
  | { outcome: 'not_approved'; slugs: string[] }

/** A weekly issue, as read from content/weekly/<number>.md. */
export interface IssueFile {
  number: number
  slug: string
  title: string
  products: readonly string[]
  markdown: string
}

/**
 * Publishes a weekly issue, or corrects a published one, whose changelog item keeps its time. All
 * products of the issue must be approved; the first one leads. The text is not stored in the
 * database: the next build reads it from content/weekly.
 */
export function publishIssue(db: Db, issue: IssueFile, actor: string): Promise<IssueOutcome> {
  const { number, slug, title, products: slugs } = issue
  return db.transaction().execute(async (trx): Promise<IssueOutcome> => {
    // Listings are locked before the changelog, as in every decision, to avoid deadlocks.
    const ids = new Map(
      (await lockApproved(trx, slugs)).map((product) => [product.slug, product.id]),
    )
    const published_at = await takeChangeTimestamp(trx)
    const there = await findIssue(trx, { number, slug })
    const other = there.find((one) => one.number !== number)
    if (other) return { outcome: 'slug_taken', number: other.number, slug }
    const unlisted = slugs.filter((product) => !ids.has(product))
    if (unlisted.length > 0) return { outcome: 'not_approved', slugs: unlisted }
    const product_ids = slugs.map((product) => ids.get(product)!)
    const lead_product_id = product_ids[0]!
    const written = { number, slug, title, lead_product_id, product_ids }
    const before = there[0]
    const changed = before
      ? await differences(trx, before, { ...written, text: textOf(issue) })
      : []
    if (before && changed.length === 0) return { outcome: 'already_published', number, slug }
    if (before) {
      await replaceIssue(trx, written)
      await settleIssues(trx, lead_product_id)
    } else {
      await insertIssue(trx, { ...written, published_at })
      await insertChange(trx, published_at, {
        type: 'weekly_issue_published',
        product_id: lead_product_id,
        weekly_issue: number,
      })
    }
    await recordAction(trx, {
      actor,
      action: before ? 'correct-issue' : 'publish-issue',
      product_id: lead_product_id,
      detail: {
        number,
        text: textOf(issue),
        ...(before ? { changed, from: { slug: before.slug, title: before.title } } : {}),
      },
    })
    await askForRebuild(trx, actor)
    return before ? { outcome: 'corrected', changed } : { outcome: 'done' }
  })
}

/**
 * A hash of the issue's text, to detect changes. The text itself is in the repository's history.
 */
function textOf({ markdown }: IssueFile): string {
  return createHash('sha256').update(markdown).digest('hex').slice(0, 16)
}

async function differences(
  trx: Transaction<Database>,
  before: { number: number; slug: string; title: string; product_ids: string[] },
  now: { slug: string; title: string; product_ids: string[]; text: string },
): Promise<string[]> {
  const isSameList = before.product_ids.join() === now.product_ids.join()
  return [
    ...(before.title === now.title ? [] : ['title']),
    ...(before.slug === now.slug ? [] : ['slug']),
    ...(isSameList ? [] : ['products']),
    ...((await findLastText(trx, before.number)) === now.text ? [] : ['text']),
  ]
}
