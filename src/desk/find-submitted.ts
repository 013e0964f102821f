import { repositoryIn } from '#authoring/check-repositories.ts'
import type { Checked } from '#authoring/proof-file.ts'
import type { Db } from '#db/connection/connect.ts'
import { findForReview } from '#db/queries/review-queue.ts'

/** What `check` reads of a submission: its tools and its repository. Undefined if there is none. */
export async function findSubmitted(db: Db, slug: string): Promise<Checked | undefined> {
  const row = await findForReview(db, slug)
  if (!row) return undefined
  const repository = repositoryIn([row.url, ...row.supporting_links])
  return { slug, tools: row.tools, repository }
}
