import { beforeAll, describe, expect, it } from 'vitest'
import { searchKey } from '#core/search-key.ts'
import { plainGroups } from '#core/word-groups.ts'
import { listMisplaced } from '#db/popularity.ts'
import { findSearchCandidates, setSearchDocuments } from '#db/search.ts'
import { testDatabase } from '#testing/database.ts'
import { searchable } from '#testing/search-documents.ts'
import { rankPopularity } from './rank-popularity.ts'

const database = testDatabase()

/** Every sixth answers letters, the last sixth carries pigeons; the first is viewed most. */
const crowd = Array.from({ length: 4002 }, (_, n) =>
  searchable(`Agent ${n}`, {
    description: `Does something${n % 6 === 0 ? ' with letters' : ''}${n >= 3335 ? ' with pigeons' : ''}.`,
    view_count: 4002 - n,
  }),
)

/** The names of what may answer, in the order of the alphabet. */
async function candidates(query: string): Promise<string[]> {
  const asked = { key: searchKey(query), groups: plainGroups([query]), kind: null, limit: 20 }
  return (await findSearchCandidates(database.db, asked)).map(({ name }) => name).toSorted()
}

const classes = async () => {
  const rows = await database.db
    .selectFrom('search_documents')
    .select((eb) => ['popularity', eb.fn.countAll().as('documents')])
    .groupBy('popularity')
    .orderBy('popularity')
    .execute()
  return rows.map(({ popularity, documents }) => [popularity, Number(documents)])
}

describe('what is viewed most', () => {
  beforeAll(() => setSearchDocuments(database.db, crowd))

  it('is in the first class, and who is left is in no class that would hold most of all', async () => {
    expect(await classes()).toEqual([[3, 4002]])
    await rankPopularity(database.db)
    expect(await classes()).toEqual([
      [0, 2500],
      [3, 1502],
    ])
    expect(await listMisplaced(database.db)).toEqual([])
  })

  it('is looked up first, with the candidates that all of them would give', async () => {
    const ranked = [await candidates('letters'), await candidates('pigeons')]
    await database.db.updateTable('search_documents').set({ popularity: 3 }).execute()
    expect([await candidates('letters'), await candidates('pigeons')]).toEqual(ranked)
    expect(ranked.map((names) => names.length)).toEqual([40, 40])
    expect(ranked[0]).toContain('Agent 0')
    expect(ranked[1]).toContain('Agent 3335')
  })

  it('is who was viewed most when it was ranked last', async () => {
    await rankPopularity(database.db)
    const late = () => database.db.updateTable('search_documents').where('name', '=', 'Agent 3996')
    await late().set({ view_count: 9000 }).execute()
    expect(await candidates('letters')).not.toContain('Agent 3996')
    await rankPopularity(database.db)
    expect(await candidates('letters')).toContain('Agent 3996')
  })

  it('is nobody in a directory that is hardly larger than the first class', async () => {
    await database.db.deleteFrom('search_documents').where('view_count', '<', 900).execute()
    await database.db.updateTable('search_documents').set({ popularity: 3 }).execute()
    expect(await listMisplaced(database.db)).toEqual([])
  })
})
