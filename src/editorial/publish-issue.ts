import { recordAction } from '#db/audit.ts'
import { insertChange, takeChangeTimestamp } from '#db/changelog.ts'
import type { Db } from '#db/connect.ts'
import { askForRebuild } from '#db/rebuilds.ts'
import { findIssue, insertIssue, lockApproved } from '#db/weekly-issues.ts'

export type IssueOutcome =
  | { outcome: 'done' }
  /** Somebody was first, or another issue has this slug. Nothing was changed. */
  | { outcome: 'already_published'; number: number; slug: string }
  | { outcome: 'not_approved'; slugs: string[] }

/**
 * Publishes a weekly issue in one transaction: the issue, its changelog item, the audit row. Every
 * product in it must be approved, the first one leads. Its text stays in content/weekly and is on
 * the page after the next build.
 */
export function publishIssue(
  db: Db,
  issue: { number: number; slug: string; title: string; products: readonly string[] },
  actor: string,
): Promise<IssueOutcome> {
  const { number, slug, title, products: slugs } = issue
  return db.transaction().execute(async (trx): Promise<IssueOutcome> => {
    // The rows before the changelog, as in every review: the foreign keys need them, and whoever
    // holds the changelog waits for nobody.
    const ids = new Map(
      (await lockApproved(trx, slugs)).map((product) => [product.slug, product.id]),
    )
    const published_at = await takeChangeTimestamp(trx)
    // Of two editors the second sees here what the first has published.
    const there = await findIssue(trx, { number, slug })
    if (there) return { outcome: 'already_published', ...there }
    const unlisted = slugs.filter((product) => !ids.has(product))
    if (unlisted.length > 0) return { outcome: 'not_approved', slugs: unlisted }
    const product_ids = slugs.map((product) => ids.get(product)!)
    const lead_product_id = product_ids[0]!
    await insertIssue(trx, { number, slug, title, lead_product_id, product_ids, published_at })
    await insertChange(trx, published_at, {
      type: 'weekly_issue_published',
      product_id: lead_product_id,
      weekly_issue: number,
    })
    await recordAction(trx, {
      actor,
      action: 'publish-issue',
      product_id: lead_product_id,
      detail: { number },
    })
    await askForRebuild(trx, actor)
    return { outcome: 'done' }
  })
}
