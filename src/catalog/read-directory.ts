import type { Db, Trx } from '#db/connection/connect.ts'
import { listCategories } from '#db/queries/categories.ts'
import { listNewestChanges, listNewestRemovals } from '#db/queries/changelog.ts'
import { findLatestChange, readApprovedProducts } from '#db/queries/products.ts'
import { listTools } from '#db/queries/tools.ts'
import { listIssues } from '#db/queries/weekly-issues.ts'
import type { CatalogSource } from './file/write.ts'
import type { CatalogTables } from './tables.ts'

/** The newest items of the changelog, for pages and feeds; the API has all of them. */
export type PublishedChanges = Awaited<ReturnType<typeof listNewestChanges>>

/** A published weekly issue, with its text from content/weekly. */
export type PublishedIssue = Awaited<ReturnType<typeof listIssues>>[number] & { markdown: string }

/** The number of changelog items on pages and in feeds; the API also has older ones. */
const shownChanges = 500

/**
 * How many removed listings the exports mention, so that mirrors can delete them. A mirror that
 * missed more must download the whole catalogue.
 */
const shownRemovals = 1000

interface Content extends Omit<CatalogTables, 'categories'> {
  weekly: readonly { number: number; markdown: string }[]
}

/**
 * Reads the published part of the database as one consistent view, which stays open while `use`
 * runs. Pages, files and the catalogue are made from it.
 */
export function readDirectory<T>(
  db: Db,
  content: Content,
  use: (directory: Awaited<ReturnType<typeof published>>) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => use(await published(trx, content)))
}

async function published(trx: Trx, content: Content) {
  const { tasks, codeHosts, topics, useCases, landingPages, weekly } = content
  const cursor = await findLatestChange(trx)
  const texts = new Map(weekly.map(({ number, markdown }) => [number, markdown]))
  const issues = await listIssues(trx)
  const categories = await listCategories(trx)
  const source: CatalogSource = {
    tables: { categories, tasks, codeHosts, topics, useCases, landingPages },
    tools: await listTools(trx),
    batches: readApprovedProducts(trx),
    cursor: (cursor ?? new Date(0)).toISOString(),
  }
  return {
    source,
    changes: await listNewestChanges(trx, shownChanges),
    removals: await listNewestRemovals(trx, shownRemovals),
    issues: issues.map((issue) => ({ ...issue, markdown: texts.get(issue.number) ?? '' })),
  }
}
