import { onceFor } from '#core/once.ts'
import { type CatalogFile, type Snapshot, openCatalogFile } from './file/read.ts'
import { followChanges } from './follow.ts'
import { type ListQuery, publishedState } from './published-state.ts'
import { CatalogUnreadable, unchangedFile } from './unreadable.ts'

/** The published directory. Each server instance makes one; its queries do not need a database. */
export type Catalog = ReturnType<typeof openCatalog>

/**
 * Opens the catalogue of a server instance: the file of its build, plus later changes from the
 * database. Queries throw `CatalogUnreadable` if the file is damaged.
 */
export function openCatalog(
  parts: Omit<Parameters<typeof followChanges>[0], 'file'> & { file: string },
) {
  const checkFile = unchangedFile(parts.file)
  const file = opened(parts.file)
  const follow = followChanges({ ...parts, file })
  const stateOf = onceFor((snapshot: Snapshot) => publishedState(file, snapshot, parts.to))
  /**
   * The current snapshot: the file of the build with later changes. Never fails, and never waits
   * longer than 150 ms. `evenEarly` polls the database now, because the caller knows of a change
   * since the last poll.
   */
  const current = async (options?: { evenEarly?: boolean }) => {
    checkFile()
    const { snapshot, isStale } = await follow(options)
    return { ...stateOf(snapshot), isStale }
  }
  return {
    ...file.tables,
    trends: file.trends,
    moves: file.moves,
    /** The time of the latest publicly visible change that the file of the build contains. */
    get builtFrom() {
      checkFile()
      return new Date(file.cursor)
    },
    current,
    /**
     * The lists in the order of the build, with current listings and without withdrawn ones. Page 3,
     * rendered by a function, must continue where page 2, a file of the build, ends.
     */
    asBuilt: async () => {
      const now = await current()
      const { list, ...others } = stateOf(file.built())
      return {
        ...others,
        list: (query: ListQuery) => {
          const page = list(query)
          return { ...page, listings: page.listings.flatMap(({ slug }) => now.product(slug) ?? []) }
        },
      }
    },
  }
}

function opened(file: string): CatalogFile {
  try {
    return openCatalogFile(file)
  } catch (error) {
    throw new CatalogUnreadable(file, error)
  }
}
