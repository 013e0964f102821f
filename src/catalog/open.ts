import { onceFor } from '#core/once.ts'
import { type CatalogFile, type Snapshot, openCatalogFile } from './file/read.ts'
import { followChanges } from './follow.ts'
import { publishedState } from './published-state.ts'
import type { Catalog } from './questions.ts'
import { CatalogUnreadable, unchangedFile } from './unreadable.ts'

/**
 * Opens the catalogue of a server instance: the file of its build, plus later changes from the
 * database. Queries throw `CatalogUnreadable` if the file is damaged.
 */
export function openCatalog(
  parts: Omit<Parameters<typeof followChanges>[0], 'file'> & { file: string },
): Catalog {
  const checkFile = unchangedFile(parts.file)
  const file = opened(parts.file)
  const follow = followChanges({ ...parts, file })
  const stateOf = onceFor((snapshot: Snapshot) => publishedState(file, snapshot, parts.to))
  const current: Catalog['current'] = async (options) => {
    checkFile()
    const { snapshot, isStale } = await follow(options)
    return { ...stateOf(snapshot), isStale }
  }
  return {
    ...file.tables,
    trends: file.trends,
    moves: file.moves,
    get builtFrom() {
      checkFile()
      return new Date(file.cursor)
    },
    current,
    asBuilt: async () => {
      const now = await current()
      const { list, ...others } = stateOf(file.built())
      return {
        ...others,
        list: (query) => {
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
