import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import {
  fresh,
  insertApproved,
  insertCategory,
  insertPending,
  insertRejected,
  insertTool,
} from '#testing/builders.ts'
import { emptyTables, insertRow } from '#testing/rows.ts'
import { findNamedTools, listTools, listToolsById } from './tools.ts'

const database = testDatabase()

beforeEach(() => emptyTables(database.db, 'product_tools', 'tools', 'categories'))

describe('listTools', () => {
  it('orders by the position of the category, then by name ignoring case, then by slug', async () => {
    const { db } = database
    const second = await insertCategory(db, { slug: 'a-category', position: 2 })
    const first = await insertCategory(db, { slug: 'z-category', position: 1 })
    const insert = (category: string, name: string, slug = fresh('tool')) =>
      insertTool(db, { category, name, slug })
    await insert(second, 'Alpha')
    await insert(first, 'zebra')
    await insert(first, 'Yak')
    await insert(first, 'next.js')
    await insert(first, 'Next Auth')
    await insert(first, 'Twin', 'twin-b')
    await insert(first, 'twin', 'twin-a')
    const listed = await listTools(db)
    expect(listed.map(({ name }) => name)).toEqual([
      'Next Auth',
      'next.js',
      'twin',
      'Twin',
      'Yak',
      'zebra',
      'Alpha',
    ])
  })

  it('counts the approved listings of each tool, and no other', async () => {
    const { db } = database
    const [popular, quiet] = [await insertTool(db), await insertTool(db)]
    await insertApproved(db, {}, [popular])
    await insertApproved(db, {}, [popular])
    await insertPending(db, {}, [popular, quiet])
    const rejected = await insertRejected(db)
    await insertRow(db, 'product_tools', {
      product_id: rejected.id,
      tool_id: quiet.id,
      position: 0,
    })
    const counts = Object.fromEntries(
      (await listTools(db)).map(({ slug, product_count }) => [slug, product_count]),
    )
    expect(counts).toEqual({ [popular.slug]: 2, [quiet.slug]: 0 })
  })

  it('lists nothing in an empty directory', async () => {
    expect(await listTools(database.db)).toEqual([])
  })
})

describe('listToolsById', () => {
  it('has the named tools in directory order, each once, and leaves unknown ids out', async () => {
    const { db } = database
    const category = await insertCategory(db)
    const [b, a] = [
      await insertTool(db, { category, name: 'b' }),
      await insertTool(db, { category, name: 'A' }),
    ]
    await insertTool(db, { category, name: 'unasked' })
    const listed = await listToolsById(db, [b.id, randomUUID(), a.id, b.id])
    expect(listed.map(({ name }) => name)).toEqual(['A', 'b'])
    expect(listed).toEqual((await listTools(db)).slice(0, 2))
  })

  it('has nothing for no ids', async () => {
    await insertTool(database.db)
    expect(await listToolsById(database.db, [])).toEqual([])
  })
})

describe('findNamedTools', () => {
  it('finds by slug and by id, a tool that is named twice once', async () => {
    const { db } = database
    const [bySlug, byId, twice] = [await insertTool(db), await insertTool(db), await insertTool(db)]
    await insertTool(db)
    const found = await findNamedTools(
      db,
      [bySlug.slug, twice.slug, 'unknown'],
      [byId.id, twice.id, randomUUID()],
    )
    expect(found.sort((a, b) => (a.slug < b.slug ? -1 : 1))).toEqual(
      [bySlug, byId, twice].sort((a, b) => (a.slug < b.slug ? -1 : 1)),
    )
  })

  it('finds nothing for no names', async () => {
    await insertTool(database.db)
    expect(await findNamedTools(database.db, [], [])).toEqual([])
  })
})
