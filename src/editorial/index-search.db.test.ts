import { beforeEach, describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { documentVersion } from '#core/search-document.ts'
import { searchKey, searchWords } from '#core/search-key.ts'
import { noPackages } from '#core/tool-packages.ts'
import { plainGroups } from '#core/word-groups.ts'
import { rankSearch } from '#core/search-ranking.ts'
import { findSearchCandidates } from '#db/search.ts'
import { findUnindexed } from '#db/search-documents.ts'
import { insertApproved, insertPending, insertRejected, insertTool } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { approveListing } from './approve.ts'
import { indexProducts, indexTools } from './index-search.ts'
import { publishListing } from './publish-listing.ts'
import { rejectListing } from './reject.ts'
import { reviewClaim } from './review-claim.ts'
import { type SyncedContent, syncContent } from './sync-content.ts'

const database = testDatabase()
const to = addresses('https://directory.example')

beforeEach(async () => {
  const tables = [
    'search_documents',
    'changelog',
    'audit',
    'outbox',
    'product_tools',
    'products',
    'tools',
    'categories',
  ] as const
  for (const table of tables) await database.db.deleteFrom(table).execute()
})

const inTransaction = <T>(work: (trx: Parameters<typeof findUnindexed>[0]) => Promise<T>) =>
  database.db.transaction().execute(work)

const index = (tools: readonly string[], products: readonly string[]) =>
  inTransaction(async (trx) => {
    await indexTools(trx, tools)
    await indexProducts(trx, products)
  })

const documents = () =>
  database.db.selectFrom('search_documents').select(['kind', 'id']).orderBy('slug').execute()

async function search(query: string): Promise<string[]> {
  const asked = {
    key: searchKey(query),
    groups: plainGroups(searchWords(query)),
    kind: null,
    limit: 50,
  }
  const found = await findSearchCandidates(database.db, asked)
  return rankSearch(
    asked,
    found.map((one) => ({ ...one, alike: 0 })),
  ).map(({ kind, slug }) => `${kind} ${slug}`)
}

describe('an approval', () => {
  it('writes the search document, with the tools of the listing', async () => {
    const tool = await insertTool(database.db, { name: 'Neon', aliases: ['serverless elephant'] })
    const { slug } = await insertPending(
      database.db,
      { slug: 'acme', name: 'Acme Désk', description: 'Answers letters.' },
      [tool],
    )
    expect(await search('acme desk')).toEqual([])
    await approveListing(database.db, { slug, actor: 'ada' }, to)
    for (const query of ['acme desk', 'acme', 'neon', 'elephants', 'letters'])
      expect(await search(query)).toEqual(['product acme'])
  })

  it('writes how much the listing is trusted, and a review of its claim writes it again', async () => {
    const tool = await insertTool(database.db)
    const claim = {
      qualification_type: 'agent_native',
      claim_review_status: 'submitted',
      agent_use_case: 'support',
    } as const
    const { slug } = await insertPending(database.db, { ...claim, is_featured: true }, [tool])
    const standing = () =>
      database.db.selectFrom('product_tools').select('standing').executeTakeFirst()
    expect(await standing()).toEqual({ standing: 0 })
    await approveListing(database.db, { slug, actor: 'ada' }, to)
    expect(await standing()).toEqual({ standing: 2 })
    await reviewClaim(
      database.db,
      {
        slug,
        status: 'verified',
        actor: 'ada',
        verifier: 'Ada',
        evidence: 'Its documentation.',
        notes: null,
      },
      to,
    )
    expect(await standing()).toEqual({ standing: 12 })
  })

  it('that is rolled back leaves none', async () => {
    const { id, slug } = await insertPending(database.db)
    const failing = inTransaction(async (trx) => {
      await publishListing(trx, { id, founder_name: null })
      expect(await trx.selectFrom('search_documents').select('id').execute()).toEqual([{ id }])
      throw new Error('The mail could not be written.')
    })
    await expect(failing).rejects.toThrow('The mail could not be written.')
    expect(await documents()).toEqual([])
    expect(await search(slug)).toEqual([])
  })

  it('is not a rejection, which writes none', async () => {
    const { slug } = await insertPending(database.db)
    await rejectListing(database.db, { slug, actor: 'ada', reason: 'It has no website yet.' }, to)
    expect(await documents()).toEqual([])
  })
})

describe('indexing', () => {
  it('has approved products only', async () => {
    const approved = await insertApproved(database.db)
    const others = [await insertPending(database.db), await insertRejected(database.db)]
    await index(
      [],
      [approved, ...others].map(({ id }) => id),
    )
    expect(await documents()).toEqual([{ kind: 'product', id: approved.id }])
  })

  it('of nothing writes nothing', async () => {
    await insertApproved(database.db, {}, [await insertTool(database.db)])
    await index([], [])
    expect(await documents()).toEqual([])
  })

  it('writes what the row says now, and twice is once', async () => {
    const { id } = await insertApproved(database.db, { slug: 'acme', name: 'Acme' })
    await index([], [id])
    await database.db
      .updateTable('products')
      .set({ name: 'Zulu', view_count: 7 })
      .where('id', '=', id)
      .execute()
    await index([], [id])
    await index([], [id])
    const written = await database.db
      .selectFrom('search_documents')
      .select(['name', 'slug', 'view_count', 'keys'])
      .execute()
    expect(written).toEqual([{ name: 'Zulu', slug: 'acme', view_count: 7, keys: ['zulu', 'acme'] }])
  })
})

describe('findUnindexed', () => {
  const unindexed = () => inTransaction((trx) => findUnindexed(trx, documentVersion, 100))

  it('has the tools and the approved products without a document, and no others', async () => {
    const { db } = database
    const tools = [await insertTool(db), await insertTool(db)] as const
    const products = [await insertApproved(db), await insertApproved(db)] as const
    await insertPending(db)
    await insertRejected(db)
    await index([tools[0].id], [products[0].id])
    expect(await unindexed()).toEqual({ tools: [tools[1].id], products: [products[1].id] })
  })

  it('has nothing when everything is indexed, or nothing is there', async () => {
    expect(await unindexed()).toEqual({ tools: [], products: [] })
    const tool = await insertTool(database.db)
    const { id } = await insertApproved(database.db, {}, [tool])
    await index([tool.id], [id])
    expect(await unindexed()).toEqual({ tools: [], products: [] })
  })

  it('tells a tool from a product of the same id', async () => {
    const tool = await insertTool(database.db)
    await insertApproved(database.db, { id: tool.id })
    await index([tool.id], [])
    expect(await unindexed()).toEqual({ tools: [], products: [tool.id] })
  })
})

describe('syncContent', () => {
  function content(
    ...tools: {
      slug: string
      name: string
      description?: string
      aliases?: string[]
      asks?: string[]
    }[]
  ): SyncedContent {
    const filled = tools.map(({ slug, ...value }) => ({
      slug,
      file: `content/tools/${slug}.yaml`,
      value: {
        description: 'A tool.',
        category: 'models',
        homepage: `https://${slug}.example/`,
        aliases: [],
        asks: [],
        ...noPackages,
        shared: [],
        ...value,
      },
    }))
    return {
      categories: [{ slug: 'models', name: 'Models', description: 'They think.' }],
      tools: filled,
      codeHosts: [],
      listings: [],
      topics: [],
      proofs: [],
    }
  }

  async function syncedWithProduct() {
    await syncContent(
      database.db,
      content({ slug: 'alpha', name: 'Alpha' }, { slug: 'beta', name: 'Beta' }),
    )
    const tool = await database.db
      .selectFrom('tools')
      .select('id')
      .where('slug', '=', 'alpha')
      .executeTakeFirstOrThrow()
    const { slug } = await insertPending(database.db, { slug: 'acme', name: 'Acme' }, [tool])
    await approveListing(database.db, { slug, actor: 'ada' }, to)
  }

  it('has new tools found', async () => {
    await syncContent(
      database.db,
      content({ slug: 'alpha', name: 'Alpha', aliases: ['First Letter'] }),
    )
    expect(await search('alpha')).toEqual(['tool alpha'])
    expect(await search('first-letter')).toEqual(['tool alpha'])
  })

  it('has a renamed tool found under its new name, and the products built with it', async () => {
    await syncedWithProduct()
    expect(await search('omegatron')).toEqual([])
    await syncContent(
      database.db,
      content({ slug: 'alpha', name: 'Omegatron' }, { slug: 'beta', name: 'Beta' }),
    )
    expect(await search('omegatron')).toEqual(['tool alpha', 'product acme'])
    // Its slug stays, so the tool is still found by it; the product is not.
    expect(await search('alpha')).toEqual(['tool alpha'])
  })

  it.each([
    {
      title: 'a new alias',
      change: { aliases: ['pigeons'] },
      results: ['tool alpha', 'product acme'],
    },
    {
      title: 'a new description',
      change: { description: 'Carries pigeons.' },
      results: ['tool alpha'],
    },
  ])('has $title found', async ({ change, results }) => {
    await syncedWithProduct()
    await syncContent(
      database.db,
      content({ slug: 'alpha', name: 'Alpha', ...change }, { slug: 'beta', name: 'Beta' }),
    )
    expect(await search('pigeons')).toEqual(results)
  })

  it('indexes what was there before there was a search', async () => {
    await syncedWithProduct()
    await database.db.deleteFrom('search_documents').execute()
    await syncContent(
      database.db,
      content({ slug: 'alpha', name: 'Alpha' }, { slug: 'beta', name: 'Beta' }),
    )
    expect(await documents()).toHaveLength(3)
    expect(await search('alpha')).toEqual(['tool alpha', 'product acme'])
  })

  it('that fails leaves no document behind', async () => {
    const { tools, ...rest } = content({ slug: 'alpha', name: 'Alpha' })
    const stray = {
      ...tools[0]!,
      slug: 'stray',
      value: { ...tools[0]!.value, category: 'unknown' },
    }
    await expect(syncContent(database.db, { ...rest, tools: [...tools, stray] })).rejects.toThrow()
    expect(await documents()).toEqual([])
  })
})
