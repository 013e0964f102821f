import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { DayManifest } from '#contract/resources/bulk.ts'
import { restoreListing } from '#editorial/restore.ts'
import { withdrawListing } from '#editorial/withdraw.ts'
import { readDatedFile } from '#service/dated-data.ts'
import { runCronJobs } from '#service/jobs.ts'
import { insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, testService } from '#testing/service-parts.ts'
import { datedData } from './dated-data.ts'

const database = testDatabase()
let service: TestService
beforeAll(async () => {
  for (const slug of ['amber', 'birch', 'cedar'])
    await insertApproved(database.db, { slug, description: `First text of ${slug}.` })
  service = await testService(database.db)
})
beforeEach(() => database.db.deleteFrom('catalog_days').execute())

const correct = (slug: string, description: string) =>
  database.db.updateTable('products').set({ description }).where('slug', '=', slug).execute()
const withdraw = (slug: string) =>
  withdrawListing(database.db, { slug, actor: 'ada', reason: 'It was closed.' }, service.to)
const restore = (slug: string) => restoreListing(database.db, { slug, actor: 'ada' }, service.to)

/** Runs the job, with the catalogue of a new build, and returns how many days it kept. */
async function keepDay(): Promise<number | null> {
  const reports = await runCronJobs(await testService(database.db))
  return reports.find(({ name }) => name === 'days')!.done
}

/** Lets days pass for every kept catalogue. */
const later = (days: number) =>
  sql`update catalog_days set day = day - ${days}::int`.execute(database.db)

async function get(path: string, headers = {}, method = 'GET') {
  const [, , day, file] = path.split('/')
  const request = new Request(`${service.to.site}${path}`, { headers, method })
  const params = file === undefined ? {} : { day: day!, file }
  const response = await datedData(
    service,
    (bytes) => `signed ${bytes.length}`,
  )({
    request,
    params,
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function days(): Promise<string[]> {
  const { text } = await get('/data/days.json')
  return (JSON.parse(text) as { days: { day: string }[] }).days.map(({ day }) => day)
}

const manifestOf = async (day: string) =>
  DayManifest.parse(JSON.parse((await get(`/data/${day}/index.json`)).text))

const slugsIn = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { slug: string }).slug)

describe('the catalogue of a day', () => {
  it('is the first of the day, and no later build, correction or day changes it', async () => {
    expect([await keepDay(), await keepDay()]).toEqual([1, 0])
    const [first] = await days()
    const before = await get(`/data/${first}/catalog.ndjson`)
    expect(slugsIn(before.text)).toEqual(['amber', 'birch', 'cedar'])

    await correct('birch', 'Second text of birch.')
    expect(await keepDay()).toBe(0)
    expect((await get(`/data/${first}/catalog.ndjson`)).text).toBe(before.text)

    await later(1)
    expect(await keepDay()).toBe(1)
    const [second, yesterday] = await days()
    expect((await get(`/data/${yesterday}/catalog.ndjson`)).text).toBe(before.text)
    expect((await get(`/data/${second}/catalog.ndjson`)).text).toContain('Second text of birch.')
    expect(before.text).toContain('First text of birch.')
  })

  it('stays for a year', async () => {
    await keepDay()
    await later(364)
    await keepDay()
    const [, old] = await days()
    expect((await manifestOf(old!)).day).toBe(old)
    await later(3)
    await runCronJobs(service)
    expect(await days()).toHaveLength(2)
    expect((await get(`/data/${old}/index.json`)).status).toBe(404)
  })

  it('loses a withdrawn listing at once and names it, and has it again when it comes back', async () => {
    await keepDay()
    const [day] = await days()
    const whole = await get(`/data/${day}/catalog.ndjson`)
    await withdraw('birch')
    const { text } = await get(`/data/${day}/catalog.ndjson`)
    expect(slugsIn(text)).toEqual(['amber', 'cedar'])
    expect(text).not.toContain('birch')
    const { count, left_out, files } = await manifestOf(day!)
    expect([count, left_out]).toEqual([2, ['birch']])
    expect(files).toMatchObject([{ count: 2, bytes: Buffer.byteLength(text) }])
    await restore('birch')
    expect((await get(`/data/${day}/catalog.ndjson`)).text).toBe(whole.text)
  })

  it('comes in parts when it is too large for one answer, and a withdrawal changes one part', async () => {
    await keepDay()
    const [day = ''] = await days()
    const read = (file: string) =>
      readDatedFile({ day, file }, service, () => '', 1).then(({ text }) => text)
    const names = async () => {
      const manifest = DayManifest.parse(JSON.parse(await read('index.json')))
      return manifest.files.map(({ url, count }) => `${url.split('/').at(-1)} ${count}`)
    }
    expect(await names()).toEqual([
      'catalog-1.ndjson 1',
      'catalog-2.ndjson 1',
      'catalog-3.ndjson 1',
    ])
    const third = await read('catalog-3.ndjson')
    expect(slugsIn(third)).toEqual(['cedar'])
    await expect(read('catalog.ndjson')).rejects.toThrow('index.json names its files')
    await withdraw('amber')
    expect(await names()).toEqual([
      'catalog-1.ndjson 0',
      'catalog-2.ndjson 1',
      'catalog-3.ndjson 1',
    ])
    expect(await read('catalog-3.ndjson')).toBe(third)
    await restore('amber')
  })
})

it.each([
  '/data/2026-02-30/index.json',
  '/data/0000-00-00/index.json',
  '/data/today/index.json',
  "/data/2026-01-01'/index.json",
])('%s is a 404 that says where the days are', async (path) => {
  const { status, headers, text } = await get(path)
  expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
  expect(JSON.parse(text)).toMatchObject({
    error: expect.stringContaining('/data/days.json lists the days.'),
    error_code: 'VALIDATION_ERROR',
  })
})
