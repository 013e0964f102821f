import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ProductDetail } from '#contract/resources/product.ts'
import { addresses } from '#core/addresses.ts'
import type { Db } from '#db/connection/connect.ts'
import { markChanged } from '#db/queries/changelog.ts'
import { insertApproved, insertCategory, insertPending, insertTool } from '#testing/builders.ts'
import { emptyTables } from '#testing/catalog-file.ts'
import { testDatabase } from '#testing/database.ts'
import { insertRow, setRows } from '#testing/rows.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { writeCatalog } from './file/write.ts'
import { freshness } from './follow.ts'
import { type Catalog, openCatalog } from './open.ts'
import { readDirectory } from './read-directory.ts'

const database = testDatabase()
const to = addresses('https://site.example')
const content = { ...emptyTables, weekly: [] }

/** A running instance over a build of this moment, with a clock that the test moves. */
async function startInstance(options: { db?: () => Db; file?: string; waitMs?: number } = {}) {
  const file = options.file ?? (await build())
  const logged: string[] = []
  let now = Date.parse('2026-05-01T00:00:00Z')
  const catalog = openCatalog({
    file,
    db: options.db ?? (() => database.db),
    to,
    clock: () => new Date(now),
    log: (message) => logged.push(message),
    // Long enough for any machine; only the test of a silent database is about the wait.
    waitMs: options.waitMs ?? 60_000,
  })
  return { catalog, file, logged, pass: (milliseconds: number) => void (now += milliseconds) }
}

async function build(): Promise<string> {
  const file = path.join(temporaryFolder(), 'catalog.sqlite')
  await readDirectory(database.db, content, ({ source }) => writeCatalog(file, source, to))
  return file
}

async function changeAs(ids: readonly string[], set: Record<string, unknown>) {
  await database.db.transaction().execute(async (trx) => {
    await trx.updateTable('products').set(set).where('id', 'in', ids).execute()
    await markChanged(trx, ids)
  })
}

const slugsOf = async (catalog: Catalog) => {
  const query = { task: 'all', sort: 'newest', offset: 0, limit: 48 } as const
  const { total, listings } = (await catalog.current()).list(query)
  expect(total).toBe(listings.length)
  return listings.map(({ slug }) => slug)
}

const approve = (id: string) =>
  changeAs([id], { status: 'approved', approved_at: new Date(), referral_code: id })

describe('what changed since the build', () => {
  it('an approval, a correction and one that is listed no more show once three seconds have passed', async () => {
    const { db } = database
    const tool = await insertTool(db)
    const kept = await insertApproved(db, {}, [tool])
    const left = await insertApproved(db, {}, [tool])
    const pending = await insertPending(db, {}, [tool])
    const { catalog, pass } = await startInstance()
    expect(await slugsOf(catalog)).not.toContain(pending.slug)

    await approve(pending.id)
    await changeAs([kept.id], { description: 'Corrected.' })
    await changeAs([left.id], { status: 'pending', approved_at: null })
    pass(freshness.askAgainMs)
    await catalog.current()
    pass(freshness.waitFromMs)
    const slugs = await slugsOf(catalog)
    expect(slugs[0]).toBe(pending.slug)
    expect(slugs).not.toContain(left.slug)
    const now = await catalog.current()
    const detail = JSON.parse(now.product(kept.slug)!.detail()) as ProductDetail
    expect(detail.description).toBe('Corrected.')
    expect(now.byDomain([pending.domain])?.listing.slug).toBe(pending.slug)
    expect(now.byDomain([left.domain])).toBeUndefined()
    // The listing came and another left: two are built with the tool, as before.
    expect(detail.tools.map(({ product_count }) => product_count)).toEqual([2])
    expect(now.isStale).toBe(false)
  })

  it('lists as the build has them stay in their places: who left leaves a gap, and nobody is on two pages', async () => {
    const listed = []
    for (let day = 9; day > 4; day--) {
      const approved_at = new Date(`2027-01-0${day}T00:00:00Z`)
      listed.push(await insertApproved(database.db, { approved_at }))
    }
    const [first, left, third, corrected, last] = listed
    const pending = await insertPending(database.db)
    const { catalog, pass } = await startInstance()
    const page = async (offset: number) => {
      const query = { task: 'all', sort: 'newest', offset, limit: 2 } as const
      const { listings } = (await catalog.asBuilt()).list(query)
      return listings.map((one) => [one.slug, one.field('description')])
    }
    const before = [...(await page(0)), ...(await page(2)), ...(await page(4))]
    expect(before.slice(0, 5).map(([slug]) => slug)).toEqual(listed.map(({ slug }) => slug))

    await approve(pending.id)
    await changeAs([corrected!.id], { description: 'Corrected.' })
    await changeAs([left!.id], { status: 'pending', approved_at: null })
    pass(freshness.askAgainMs)
    await catalog.current()
    pass(freshness.waitFromMs)
    const slugs = async (offset: number) => (await page(offset)).map(([slug]) => slug)
    expect(await slugs(0)).toEqual([first!.slug])
    expect(await slugs(2)).toEqual([third!.slug, corrected!.slug])
    expect((await page(2))[1]![1]).toBe('Corrected.')
    expect((await slugs(4))[0]).toBe(last!.slug)
  })

  it('a tool that entered after the build is told with the listing that names it', async () => {
    const pending = await insertPending(database.db)
    const { catalog } = await startInstance()
    const category = await insertCategory(database.db)
    const tool = await insertTool(database.db, { category, name: 'Newcomer' })
    await insertRow(database.db, 'product_tools', {
      product_id: pending.id,
      tool_id: tool.id,
      position: 0,
    })
    await approve(pending.id)
    const now = await catalog.current()
    expect(JSON.parse(now.product(pending.slug)!.toolsJson())).toMatchObject([
      { name: 'Newcomer', product_count: 1 },
    ])
    expect(
      now.list({ task: 'all', sort: 'newest', offset: 0, limit: 9, tool: tool.slug }),
    ).toMatchObject({
      total: 1,
    })
  })

  it('more changes than one question brings are all there', async () => {
    const { catalog } = await startInstance()
    const before = (await catalog.current()).total
    const ids: string[] = []
    for (let index = 0; index < 3; index++) ids.push((await insertPending(database.db)).id)
    await database.db.transaction().execute(async (trx) => {
      for (const id of ids) {
        const approved = { status: 'approved', approved_at: new Date(), referral_code: id } as const
        await setRows(trx, 'products', { id }, approved)
      }
      await markChanged(trx, ids)
    })
    const again = await startInstance({ file: (await startInstance()).file })
    expect((await again.catalog.current()).total).toBe(before + 3)
  })
})

describe('a database that does not answer', () => {
  const away = () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }

  it('a cold instance answers from the build and says so', async () => {
    const { slug } = await insertApproved(database.db)
    const { catalog, logged } = await startInstance({ db: away })
    const now = await catalog.current()
    expect(now.isStale).toBe(true)
    expect(now.product(slug)).toBeDefined()
    expect(logged).toEqual(['what changed since the build could not be read'])
  })

  it('says so five seconds after it was last known to be current, and is current again afterwards', async () => {
    let isAway = false
    const db = () => (isAway ? away() : database.db)
    const { catalog, pass, logged } = await startInstance({ db })
    expect((await catalog.current()).isStale).toBe(false)
    isAway = true
    pass(freshness.staleFromMs)
    expect((await catalog.current()).isStale).toBe(false)
    pass(1)
    expect((await catalog.current()).isStale).toBe(true)
    pass(freshness.askAgainMs)
    await catalog.current()
    expect(logged).toHaveLength(1)
    isAway = false
    pass(freshness.askAgainMs)
    await catalog.current()
    pass(1)
    expect((await catalog.current()).isStale).toBe(false)
  })

  it('one that is silent keeps requests waiting once, and not each of them', async () => {
    let questions = 0
    const silent = () => {
      questions++
      // A query that nobody answers: what a frozen server looks like before its deadline.
      return { selectFrom: () => pendingQuery } as unknown as Db
    }
    const pendingQuery: unknown = new Proxy(() => pendingQuery, {
      get: (_, name) => (name === 'execute' ? () => new Promise(() => {}) : () => pendingQuery),
    })
    const { catalog, pass } = await startInstance({ db: silent, waitMs: 100 })
    const began = performance.now()
    expect((await catalog.current()).isStale).toBe(true)
    const first = performance.now() - began
    for (let index = 0; index < 50; index++) {
      pass(100)
      await catalog.current()
    }
    const others = performance.now() - began - first
    expect(questions).toBe(1)
    // Not a measurement: fifty waits would be five seconds.
    expect(others).toBeLessThan(50 * 100)
  })
})
