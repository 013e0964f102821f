import { readListing } from '#content-files/load.ts'
import { findForReview } from '#db/queries/review-queue.ts'
import { checkRepositories, fromFile, repositoryIn, usage } from '#authoring/check-repositories.ts'
import type { Command, LocalSession } from './session.ts'
import type { Checked } from '#authoring/proof-file.ts'
import { refused } from './tell.ts'

export const check: Command<LocalSession> = {
  ...usage,
  run: async (session, [slug = '']) => {
    const written = await readListing(session.root, slug)
    const listing = written ? fromFile(slug, written) : await findSubmitted(session, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    return checkRepositories(session, listing)
  },
}

async function findSubmitted(
  { backend }: LocalSession,
  slug: string,
): Promise<Checked | undefined> {
  const row = await findForReview(backend.db, slug)
  if (!row) return undefined
  const repository = repositoryIn([row.url, ...row.supporting_links])
  return { slug, tools: row.tools, repository }
}
