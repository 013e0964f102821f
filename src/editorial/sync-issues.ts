import type { Content } from '#content-files/load.ts'
import type { Trx } from '#db/connection/connect.ts'
import { recordAction } from '#db/queries/audit.ts'
import { insertChange, settleIssues, takeChangeTimestamp } from '#db/queries/changelog.ts'
import { findPublished, findIssue, insertIssue, replaceIssue } from '#db/queries/weekly-issues.ts'

export type IssueFile = Content['weekly'][number]

/**
 * Publishes a weekly issue of content/weekly, or corrects a published one, whose changelog item
 * keeps its time. It waits until one of its products is public. The text is not stored in the
 * database: the next build reads it from the file.
 */
export async function syncIssue(trx: Trx, issue: IssueFile): Promise<void> {
  const { number, slug, title, products, published_at: stamp } = issue
  const product_ids = await findPublished(trx, products)
  const [lead_product_id] = product_ids
  if (lead_product_id === undefined) return
  const written = { number, slug, title, lead_product_id, product_ids }
  const before = await findIssue(trx, number)
  if (before) {
    const isSame = before.slug === slug && before.title === title
    if (isSame && before.product_ids.join() === product_ids.join()) return
    await replaceIssue(trx, written)
  } else {
    const published_at = await takeChangeTimestamp(trx, stamp)
    await insertIssue(trx, { ...written, published_at })
    const product_id = lead_product_id
    const change = { type: 'weekly_issue_published', product_id, weekly_issue: number } as const
    await insertChange(trx, published_at, change)
  }
  await settleIssues(trx, lead_product_id)
  await recordAction(trx, {
    actor: 'content',
    action: before ? 'correct-issue' : 'publish-issue',
    product_id: lead_product_id,
    detail: { number, ...(before ? { from: before, to: written } : {}) },
  })
}
