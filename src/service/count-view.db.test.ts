import { Kysely, PostgresDialect, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#db/migrations/schema.ts'
import { insertApproved, insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, awayDatabase, callIn, testService } from '#testing/service-parts.ts'
import { rowOf } from '#testing/rows.ts'
import type { Service } from './service.ts'
import { viewCounter } from './count-view.ts'

const database = testDatabase()
const secret = () => 'a secret of at least 32 characters, for tests'
/** No test is about time: a database in the same process is waited for. */
const patient = 60_000

let slug: string
let service: TestService
let now: Date

beforeEach(async () => {
  for (const table of ['view_seen', 'products'] as const)
    await database.db.deleteFrom(table).execute()
  now = new Date('2026-11-01T12:00:00Z')
  slug = (await insertApproved(database.db)).slug
  service = await testService(database.db, { clock: () => now })
})

/** The same service, which tells how often its database was asked for. */
function watched(parts: Partial<Service> = {}) {
  const asked = { times: 0 }
  const db = parts.db ?? service.db
  const watching = {
    ...service,
    get db() {
      asked.times++
      return db
    },
  }
  return { asked, service: watching }
}

const look = (more: { slug?: string; address?: string } = {}) => ({
  slug,
  address: '203.0.113.7',
  ...more,
})

async function countOf(listing = slug): Promise<number> {
  const { view_count } = await rowOf(database.db, 'products', { slug: listing }, ['view_count'])
  return view_count
}

async function seen(): Promise<string[]> {
  const { rows } = await sql<{ whole: string }>`select v::text as whole from view_seen v`.execute(
    database.db,
  )
  return rows.map(({ whole }) => whole)
}

describe('a visitor', () => {
  it('counts once a day, whatever the instance, and again the next day', async () => {
    const [one, other] = [viewCounter(service, secret), viewCounter(service, secret)]
    for (const count of [one, one, other]) await count(look())
    expect(await countOf()).toBe(1)
    now = new Date('2026-11-01T23:59:59.999Z')
    for (const count of [one, other]) await count(look())
    expect(await countOf()).toBe(1)
    now = new Date('2026-11-02T00:00:00.000Z')
    for (const count of [one, other]) await count(look())
    expect(await countOf()).toBe(2)
  })

  it('is an IPv4 address or an IPv6 /48: an office counts as one visitor', async () => {
    const count = viewCounter(service, secret)
    await count(look({ address: '2001:db8:1:2::1' }))
    await count(look({ address: '2001:db8:1:ffff::9' }))
    expect(await countOf()).toBe(1)
    await count(look({ address: '2001:db8:2:2::1' }))
    await count(look({ address: '203.0.113.9' }))
    await count(look({ address: '203.0.113.10' }))
    expect(await countOf()).toBe(4)
  })

  it('leaves no address, and no two rows that can be tied together', async () => {
    const second = (await insertApproved(database.db)).slug
    service = await testService(database.db, { clock: () => now })
    const count = viewCounter(service, secret)
    const sent = { address: '2001:db8:1:2::1' }
    await count(look(sent))
    await count(look({ ...sent, slug: second }))
    now = new Date('2026-11-02T00:30:00Z')
    await count(look(sent))
    const rows = await seen()
    expect(rows).toHaveLength(3)
    expect(new Set(rows.map((row) => row.split(',')[2])).size).toBe(3)
    for (const part of ['2001', 'db8'])
      expect(rows.filter((row) => row.split(',')[2]!.includes(part))).toEqual([])
  })

  it('is forgotten an hour after the day', async () => {
    const count = viewCounter(service, secret)
    await count(look())
    now = new Date('2026-11-02T00:59:59Z')
    await count(look())
    expect((await seen()).map((row) => row.slice(1, 11)).sort()).toEqual([
      '2026-11-01',
      '2026-11-02',
    ])
    now = new Date('2026-11-02T01:00:00Z')
    await count(look({ address: '203.0.113.8' }))
    expect((await seen()).map((row) => row.slice(1, 11))).toEqual(['2026-11-02', '2026-11-02'])
  })
})

it('a slug that is not listed, pending or unknown, needs no query', async () => {
  const pending = (await insertPending(database.db)).slug
  const { asked, service: watching } = watched()
  const count = viewCounter(watching, secret)
  for (const other of [pending, 'nobody-has-this', '', 'a\0b', '%00', 'x'.repeat(9_000)])
    await count(look({ slug: other }))
  expect(asked.times).toBe(0)
  expect(await seen()).toEqual([])
  expect(service.logged).toEqual([])
})

describe('batches', () => {
  it('a hundred at once are two statements: the first, and those that came meanwhile', async () => {
    const { asked, service: watching } = watched()
    const count = viewCounter(watching, secret, patient)
    await count(look())
    asked.times = 0
    const visitors = Array.from({ length: 100 }, (_, index) => `198.51.100.${index}`)
    await Promise.all(visitors.map((address) => count(look({ address }))))
    expect(asked.times).toBeLessThanOrEqual(2)
    expect(await countOf()).toBe(101)
  })

  it('a repeated view needs no statement', async () => {
    const { asked, service: watching } = watched()
    const count = viewCounter(watching, secret, patient)
    for (let times = 0; times < 50; times++) await count(look())
    expect(asked.times).toBe(1)
  })

  it('one address counts for 200 listings a day and instance, and for none twice', async () => {
    const slugs = [slug]
    while (slugs.length < 205) slugs.push((await insertApproved(database.db)).slug)
    service = await testService(database.db, { clock: () => now })
    const count = viewCounter(service, secret, patient)
    for (const listing of [...slugs, ...slugs]) await count(look({ slug: listing }))
    expect(await seen()).toHaveLength(200)
    await count(look({ slug: slugs[204]!, address: '203.0.113.8' }))
    expect(await countOf(slugs[204])).toBe(1)
    now = new Date('2026-11-02T12:00:00Z')
    await count(look({ slug: slugs[204]! }))
    expect(await countOf(slugs[204])).toBe(2)
  })
})

describe('a database that is away', () => {
  it('is no failure of the view, is logged once, and counts again when it is back', async () => {
    let db = awayDatabase()
    const count = viewCounter(
      {
        ...service,
        get db() {
          return db
        },
      },
      secret,
    )
    const messages = () => service.logged.map(({ message }) => message)
    for (let times = 0; times < 5; times++) await count(look({ address: `198.51.100.${times}` }))
    expect(messages()).toEqual(['views could not be counted'])
    db = database.db
    await count(look())
    expect(await countOf()).toBe(1)
    db = awayDatabase()
    await count(look({ address: '198.51.100.9' }))
    expect(messages()).toHaveLength(2)
  })

  it('that never answers is not waited for', async () => {
    const never = () => new Promise<never>(() => {})
    const pool = { connect: never, end: () => Promise.resolve(), options: {} }
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
    const { asked, service: watching } = watched({ db })
    const count = viewCounter(watching, secret, 1)
    const views = Array.from({ length: 3_000 }, (_, index) =>
      look({ address: `10.${index >> 8}.${index & 255}.1` }),
    )
    await Promise.all(views.map(count))
    expect(asked.times).toBe(1)
  })

  it('and a secret that is not set are no failure either', async () => {
    const count = viewCounter(service, () => {
      throw new Error('SERVICE_SECRET is not set')
    })
    for (let times = 0; times < 3; times++) await count(look())
    expect(service.logged.map(({ message }) => message)).toEqual(['views could not be counted'])
  })
})

it('ten thousand hits from a hundred visitors over two days, on ten instances whose clocks straddle midnight, count each visitor once a listing and day', async () => {
  const slugs = [slug]
  while (slugs.length < 20) slugs.push((await insertApproved(database.db)).slug)
  service = await testService(database.db, { clock: () => now })
  const days = ['2026-11-01T23:', '2026-11-02T00:']
  // The first 5, 10, … 100 visitors look at the first, second, … last listing, on both days.
  const looks = slugs.flatMap((listing, index) =>
    Array.from({ length: 5 * (index + 1) }, (_, visitor) => `192.0.2.${visitor}`).flatMap(
      (address) => days.map((day) => ({ slug: listing, address, day })),
    ),
  )
  expect(looks).toHaveLength(2_100)
  const random = generator(8)
  const again = Array.from({ length: 10_000 - looks.length }, () => looks[random(looks.length)]!)
  const hits = [...looks, ...again]
    .map((hit) => ({ hit, place: random(2 ** 31) }))
    .sort((a, b) => a.place - b.place)
    .map(({ hit: { day, ...hit } }) => ({
      ...hit,
      // Half an hour before and after midnight.
      at: new Date(`${day}${String(random(30) + (day === days[0] ? 30 : 0)).padStart(2, '0')}:00Z`),
    }))
  expect(hits).toHaveLength(10_000)

  const instances = Array.from({ length: 10 }, (_, instance) => {
    let moment = now
    const count = viewCounter({ ...service, clock: () => moment }, secret, patient)
    return async () => {
      const ours = hits.filter((_hit, index) => index % 10 === instance)
      for (let from = 0; from < ours.length; from += 25)
        await Promise.all(
          ours.slice(from, from + 25).map(({ at, ...hit }) => {
            moment = at
            return count(look(hit))
          }),
        )
    }
  })
  await Promise.all(instances.map((run) => run()))

  const expected = Object.fromEntries(slugs.map((listing, index) => [listing, 10 * (index + 1)]))
  const counts = await database.db.selectFrom('products').select(['slug', 'view_count']).execute()
  expect(Object.fromEntries(counts.map((row) => [row.slug, row.view_count]))).toEqual(expected)
  expect(await seen()).toHaveLength(2_100)
  expect(service.logged).toEqual([])

  // No change of any listing: the lists of this build stay as they are, and the next has the counts.
  const popular = async (of: Service) => {
    const { body } = await callIn(of, 'list_products', '/products?sort=popular&limit=20')
    const { products } = body as { products: { slug: string; view_count: number }[] }
    return products.map((product) => [product.slug, product.view_count])
  }
  expect((await popular(service)).map(([, views]) => views)).toEqual(Array(20).fill(0))
  const rebuilt = await testService(database.db, { clock: () => now })
  expect(await popular(rebuilt)).toEqual(Object.entries(expected).reverse())
  const { body } = await callIn(rebuilt, 'get_product', `/products/${slugs[19]}`)
  expect(body).toMatchObject({ product: { view_count: 200 } })
})

/** Numbers that are the same in every run. */
function generator(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
