import type { Db } from '#db/connect.ts'
import { listCategories } from '#db/categories.ts'
import { listNewestChanges, listNewestRemovals } from '#db/changelog.ts'
import { findExtent, readApprovedProducts } from '#db/products.ts'
import { type ReviewFigures, readReviewFigures } from '#db/review-figures.ts'
import { listTools } from '#db/tools.ts'
import { listIssues } from '#db/weekly-issues.ts'
import type { CatalogSource } from './file/write.ts'
import type { CatalogTables } from './questions.ts'

/** The part of the changelog on pages and in feeds; the rest is in the API. */
export type PublishedChanges = Awaited<ReturnType<typeof listNewestChanges>>

/** A published weekly issue, with its text from content/weekly. */
export type PublishedIssue = Awaited<ReturnType<typeof listIssues>>[number] & { markdown: string }

/** Changelog items on pages and in feeds; older ones are in the API. */
const shownChanges = 500

/** Removals that a copy must drop. A copy that is further behind takes the whole file. */
const shownRemovals = 1000

/** The published part of the database at one moment, for as long as `use` reads it. */
export interface Directory {
  source: CatalogSource
  changes: PublishedChanges
  removals: { slug: string; removed_at: Date }[]
  issues: PublishedIssue[]
  review: ReviewFigures
}

/** Reads what is published in one consistent view; pages, files and the catalogue are made from it. */
export function readDirectory<T>(
  db: Db,
  content: Omit<CatalogTables, 'categories'> & {
    weekly: readonly { number: number; markdown: string }[]
  },
  use: (directory: Directory) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { tasks, codeHosts, topics, useCases, landingPages, weekly } = content
      const { total, cursor } = await findExtent(trx)
      const texts = new Map(weekly.map(({ number, markdown }) => [number, markdown]))
      const issues = await listIssues(trx)
      return use({
        source: {
          tables: {
            categories: await listCategories(trx),
            tasks,
            codeHosts,
            topics,
            useCases,
            landingPages,
          },
          tools: await listTools(trx),
          total,
          batches: readApprovedProducts(trx),
          cursor: (cursor ?? new Date(0)).toISOString(),
        },
        changes: await listNewestChanges(trx, shownChanges),
        removals: await listNewestRemovals(trx, shownRemovals),
        issues: issues.map((issue) => ({ ...issue, markdown: texts.get(issue.number) ?? '' })),
        review: await readReviewFigures(trx),
      })
    })
}
