import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { ProductRecord } from '#present/present.ts'
import { listTools } from '#db/queries/tools.ts'
import {
  insertApproved,
  insertCategory,
  insertPending,
  insertRejected,
  insertTool,
} from '#testing/builders.ts'
import { emptyTables as noTables } from '#testing/catalog-file.ts'
import { testDatabase } from '#testing/database.ts'
import { emptyTables, insertRow, setRows } from '#testing/rows.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { createDownload } from './file/download.ts'
import { openCatalogFile } from './file/read.ts'
import { writeCatalog } from './file/write.ts'
import { openBuiltCatalog } from './built.ts'
import { readDirectory } from './read-directory.ts'

const database = testDatabase()
const to = addresses('https://site.example')
const content = {
  ...noTables,
  codeHosts: [{ host: 'github.com', sections: [] }],
  weekly: [{ number: 3, markdown: 'Three letters.' }],
}
const folder = temporaryFolder()

beforeEach(() =>
  emptyTables(
    database.db,
    'changelog',
    'weekly_issues',
    'audit',
    'outbox',
    'product_tools',
    'products',
    'tools',
    'categories',
  ),
)

let made = 0

/** Both files of this moment, as a build writes them. */
async function writeFiles() {
  made++
  const [catalog, download] = ['catalog', 'download'].map((name) =>
    path.join(folder, `${name}-${made}.sqlite`),
  ) as [string, string]
  await readDirectory(database.db, content, ({ source }) => writeCatalog(catalog, source, to))
  const built = openBuiltCatalog(catalog, to)
  const file = createDownload(download, built, to.listing)
  for (const detail of built.detailsBySlug()) {
    const product = JSON.parse(detail) as ProductDetail
    file.add(product, built.product(product.slug)!.examples())
  }
  file.close()
  built.close()
  return { catalog, download }
}

/** The rows that the download has for a statement. */
const rowsIn = (file: DatabaseSync, statement: string) =>
  file
    .prepare(statement)
    .all()
    .map((row) => ({ ...row }))

function readAll(
  use: (records: ProductRecord[], tools: Awaited<ReturnType<typeof listTools>>) => void,
) {
  return readDirectory(database.db, content, async ({ source }) => {
    const records: ProductRecord[] = []
    for await (const batch of source.batches) records.push(...batch)
    use(records, [...source.tools] as Awaited<ReturnType<typeof listTools>>)
    return source
  })
}

describe('the published directory', () => {
  it('holds the approved listings, newest first, however many are read at a time, and no others', async () => {
    const { db } = database
    const times = ['2026-01-01', '2026-02-01', '2026-02-01', '2026-03-01']
    const listed: Awaited<ReturnType<typeof insertApproved>>[] = []
    for (const day of times)
      listed.push(await insertApproved(db, { approved_at: `${day}T00:00:00.000Z` }))
    await insertPending(db)
    await insertRejected(db)
    const tied = [listed[1]!.slug, listed[2]!.slug].sort((a, b) =>
      listed.find(({ slug }) => slug === a)!.id < listed.find(({ slug }) => slug === b)!.id
        ? -1
        : 1,
    )
    await readAll((records) =>
      expect(records.map(({ slug }) => slug)).toEqual([listed[3]!.slug, ...tied, listed[0]!.slug]),
    )
  })

  it('is one moment: while listings are approved, each tool counts just the listings that are read', async () => {
    const { db } = database
    const tools = [await insertTool(db), await insertTool(db)]
    const pending = []
    for (let number = 0; number < 12; number++) pending.push(await insertPending(db, {}, tools))
    let isDone = false
    const reader = async () => {
      while (!isDone)
        await readAll((records, read) => {
          for (const { id, product_count } of read)
            expect(records.filter(({ tool_ids }) => tool_ids.includes(id))).toHaveLength(
              product_count,
            )
        })
    }
    const readers = Promise.all([reader(), reader()])
    for (const { id } of pending) {
      const approval = { status: 'approved', approved_at: new Date(), referral_code: id } as const
      await setRows(db, 'products', { id }, approval)
    }
    isDone = true
    await readers
    await readAll((records) => expect(records).toHaveLength(12))
  })

  it('has the published weekly issues with their texts, newest first, and none that only stands in content/', async () => {
    const { db } = database
    const { id, slug } = await insertApproved(db)
    for (const number of [2, 7]) {
      const issue = {
        number,
        slug: `issue-${number}`,
        title: 'Letters',
        lead_product_id: id,
        product_ids: [id],
        published_at: new Date(number),
      }
      await db.insertInto('weekly_issues').values(issue).execute()
    }
    const weekly = [...content.weekly, { number: 7, markdown: 'Seven letters.' }]
    await readDirectory(db, { ...content, weekly }, async ({ issues }) =>
      expect(issues).toMatchObject([
        { number: 7, markdown: 'Seven letters.', product_slugs: [slug] },
        { number: 2, markdown: '' },
      ]),
    )
  })
})

describe('the files that leave', () => {
  it('hold no e-mail, no referral code, no custom tool and nothing of a listing that is not approved', async () => {
    const { db } = database
    const approved = await insertApproved(db, { submitter_email: 'secret@example.com' })
    await insertRow(db, 'product_custom_tools', {
      product_id: approved.id,
      position: 0,
      name: 'Quill',
    })
    const hidden = [
      await insertPending(db, { description: 'Hidden words.' }),
      await insertRejected(db),
    ]
    const files = await writeFiles()
    for (const file of Object.values(files)) {
      const bytes = readFileSync(file).toString('latin1')
      expect(bytes).toContain(approved.slug)
      for (const secret of ['secret@example.com', approved.referral_code!, 'Quill', 'Hidden'])
        expect(bytes).not.toContain(secret)
      for (const { slug, domain } of hidden) {
        expect(bytes).not.toContain(`${slug}"`)
        expect(bytes).not.toContain(`${domain}`)
      }
    }
  })

  it('say up to which change they go, and know the tables of content/', async () => {
    const moment = new Date('2026-04-01T00:00:00.000Z')
    await insertApproved(database.db, { changed_at: moment })
    const category = await insertCategory(database.db, { slug: 'z' })
    await insertTool(database.db, { category })
    const { catalog } = await writeFiles()
    const file = openCatalogFile(catalog)
    expect(file.cursor).toBe(moment.toISOString())
    expect(file.tables.codeHosts).toEqual(content.codeHosts)
    expect(file.tables.categories.map(({ slug }) => slug)).toEqual(['z'])
    expect(file.built().tools.map(({ id }) => id)).toEqual(
      (await listTools(database.db)).map(({ id }) => id),
    )
    file.close()
  })

  it('the download joins products, tools and texts with plain SQL', async () => {
    const { db } = database
    const tool = await insertTool(db, {
      name: 'PostgreSQL',
      packages: ['pkg:npm/pg'],
      images: ['pkg:docker/postgres'],
    })
    const { slug } = await insertApproved(
      db,
      { overview: 'It answers letters.', audience_tags: ['b2b'] },
      [tool],
    )
    const { download } = await writeFiles()
    const file = new DatabaseSync(download, { readOnly: true })
    const joined = `select p.slug, p.listing_url, t.name as tool, a.audience_tag from products_text x
         join products p on p.rowid = x.rowid join product_tools pt on pt.product_id = p.id
         join tools t on t.id = pt.tool_id join product_audience_tags a on a.product_id = p.id
         where products_text match 'answering'`
    expect(rowsIn(file, joined)).toEqual([
      { slug, listing_url: to.listing(slug), tool: 'PostgreSQL', audience_tag: 'b2b' },
    ])
    expect(rowsIn(file, 'select field, package from tool_packages')).toEqual([
      { field: 'packages', package: 'pkg:npm/pg' },
      { field: 'images', package: 'pkg:docker/postgres' },
    ])
    file.close()
  })

  it('the download has proofs and example phrases, and a view of stacks; SQLite finds no fault in it', async () => {
    const { db } = database
    const tools = [
      await insertTool(db, { slug: 'postgresql' }),
      await insertTool(db, { slug: 'redis' }),
    ]
    const { slug, id } = await insertApproved(db, { examples: ['answer letters'] }, tools)
    const proved = {
      slug: 'postgresql',
      state: 'proved',
      level: 'required',
      path: 'go.mod',
      line: 7,
    }
    const proof = {
      product_id: id,
      repository: 'https://github.com/acme/letters',
      commit: 'a'.repeat(40),
      licence: 'MIT',
      checked_at: '2026-11-01T00:00:00.000Z',
      tools: JSON.stringify([proved]),
    }
    await db.insertInto('proofs').values(proof).execute()
    const { download } = await writeFiles()
    const file = new DatabaseSync(download, { readOnly: true })
    const rows = (statement: string) => rowsIn(file, statement)
    expect(rows('select product, tool, state, level from stacks order by tool')).toEqual([
      { product: slug, tool: 'postgresql', state: 'proved', level: 'required' },
      { product: slug, tool: 'redis', state: 'not_checked', level: null },
    ])
    expect(rows('select repository, licence from product_proof')).toEqual([
      { repository: 'https://github.com/acme/letters', licence: 'MIT' },
    ])
    expect(rows('select phrase from product_examples')).toEqual([{ phrase: 'answer letters' }])
    expect(rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    file.close()
  })
})
