import type { TaskRule } from '#core/browse.ts'
import type { CodeHost } from '#core/domain-name.ts'
import type { UseCaseAliases } from '#core/use-case.ts'
import type { ProductRecord, ToolRecord } from '#core/present.ts'
import type { Db } from '#db/connect.ts'
import { listNewestChanges } from '#db/changelog.ts'
import { listApprovedProducts } from '#db/products.ts'
import { listTools } from '#db/tools.ts'
import { listIssues } from '#db/weekly-issues.ts'

/**
 * Everything that is published: one consistent read of the database, with the tables from content/
 * that go with it.
 */
export interface Snapshot {
  categories: { slug: string; name: string; description: string }[]
  tools: (ToolRecord & { homepage: string; aliases: string[] })[]
  products: ProductRecord[]
  tasks: (TaskRule & { name: string })[]
  codeHosts: CodeHost[]
  useCases: UseCaseAliases[]
}

/**
 * What pages and feeds show of the changelog; the function reads it from the database and need not
 * carry it.
 */
export type PublishedChanges = Awaited<ReturnType<typeof listNewestChanges>>

/** A weekly issue that is published, with its text from content/weekly. */
export type PublishedIssue = Awaited<ReturnType<typeof listIssues>>[number] & { markdown: string }

/** As many as a reader scrolls through; older ones are in the API. */
const shownChanges = 500

/**
 * Reads the published part of the database at one moment. Pages, static JSON and the catalogue
 * inside the function all derive from it.
 */
export function takeSnapshot(
  db: Db,
  content: Pick<Snapshot, 'tasks' | 'codeHosts' | 'useCases'> & {
    weekly: readonly { number: number; markdown: string }[]
  },
): Promise<{
  snapshot: Snapshot
  changes: PublishedChanges
  issues: PublishedIssue[]
}> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const snapshot = {
        categories: await trx
          .selectFrom('categories')
          .select(['slug', 'name', 'description'])
          .orderBy('position')
          .orderBy('slug')
          .execute(),
        tools: await listTools(trx),
        products: await listApprovedProducts(trx),
        tasks: content.tasks,
        codeHosts: content.codeHosts,
        useCases: content.useCases,
      }
      const texts = new Map(content.weekly.map(({ number, markdown }) => [number, markdown]))
      const issues = (await listIssues(trx)).map((issue) => ({
        ...issue,
        markdown: texts.get(issue.number) ?? '',
      }))
      return { snapshot, changes: await listNewestChanges(trx, shownChanges), issues }
    })
}
