import { beforeEach, describe, expect, it } from 'vitest'
import { findStaleEvidence } from '#db/queries/proof-checks.ts'
import { listApprovedBySlug } from '#db/queries/products.ts'
import { localGitHub } from '#testing/local-github.ts'
import { recheckInThread } from '#proof/recheck-in-thread.ts'
import { insertApproved, insertTool } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { emptyTables, insertRow, rowOf, rowsOf, setRows } from '#testing/rows.ts'
import { recheckDueProofs } from './recheck-proofs.ts'

const database = testDatabase()
const day = 86_400_000
const [before, after] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string]
let now: Date
let nextjs: { id: string; slug: string }
let redis: { id: string; slug: string }

beforeEach(async () => {
  now = new Date('2027-01-10T12:00:00.000Z')
  await emptyTables(database.db, 'proofs', 'host_waits', 'rebuilds')
  nextjs = await insertTool(database.db, { packages: ['pkg:npm/next'] })
  redis = await insertTool(database.db, { packages: ['pkg:npm/redis'] })
})

/** A public listing whose proof was read so many days ago. */
async function proved(repository: string, days: number) {
  const { id, slug } = await insertApproved(database.db, { source_kind: 'curated' }, [
    nextjs,
    redis,
  ])
  const tools = [nextjs, redis].map((tool, place) => ({
    slug: tool.slug,
    state: 'proved',
    level: 'required',
    path: 'package.json',
    line: place + 3,
  }))
  await insertRow(database.db, 'proofs', {
    product_id: id,
    repository: `https://github.com/${repository}`,
    commit: before,
    licence: 'MIT',
    checked_at: new Date(now.getTime() - days * day),
    tools: JSON.stringify(tools),
  })
  const changedAt = async () =>
    (await rowOf(database.db, 'products', { id })).changed_at?.toISOString()
  const check = async () => (await rowsOf(database.db, 'proof_checks', { product_id: id }))[0]
  return { id, slug, changedAt, check }
}

const manifest = (...names: string[]) => ({
  'package.json': JSON.stringify({
    dependencies: Object.fromEntries(names.map((name) => [name, '1'])),
  }),
})
const same = () => ({ commit: after, files: manifest('next', 'redis') })

type Host = Awaited<ReturnType<typeof localGitHub>>
const round = ({ fetch }: Host, limit = 10, signal?: AbortSignal) =>
  recheckDueProofs(
    database.db,
    { limit, ...(signal ? { signal } : {}) },
    { fetch, token: 'secret', clock: () => now },
  )

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const rebuilds = async () =>
  (await rowsOf(database.db, 'rebuilds', {})).map(({ asked_by }) => asked_by)

describe('a round of looking again', () => {
  it('takes what was looked at longest ago, no more than it may, and says what is left', async () => {
    await proved('acme/third', 31)
    await proved('acme/first', 90)
    await proved('acme/fresh', 29)
    await proved('acme/second', 60)
    const host = await localGitHub(
      Object.fromEntries(['first', 'second', 'third'].map((name) => [`acme/${name}`, same()])),
    )
    expect(await round(host, 2)).toEqual({ done: 2, failed: 0, left: 1 })
    const repositories = host.asked().flatMap((line) => /repos\/acme\/(\w+) /.exec(line)?.[1] ?? [])
    expect(repositories).toEqual(['first', 'second'])
    expect(await round(host)).toEqual({ done: 1, failed: 0, left: 0 })
    expect(await round(host)).toEqual({ done: 0, failed: 0, left: 0 })
  })

  it('twice at once reads each repository once', async () => {
    const names = Array.from({ length: 8 }, (_, place) => `acme/app${place}`)
    for (const name of names) await proved(name, 40)
    const host = await localGitHub(Object.fromEntries(names.map((name) => [name, same()])))
    const rounds = await Promise.all([round(host), round(host), round(host)])
    expect(rounds.reduce((sum, { done }) => sum + done, 0)).toBe(8)
    const asked = host.asked().filter((line) => /repos\/acme\/app\d 200$/.test(line))
    expect(asked.toSorted()).toEqual(
      names.map((name) => `GET api.github.com/repos/${name} 200`).toSorted(),
    )
  })

  it('that was ended before it wrote is taken up after a quarter of an hour', async () => {
    const { check } = await proved('acme/app', 40)
    const host = await localGitHub({ 'acme/app': same() })
    const frozen = recheckDueProofs(
      database.db,
      { limit: 1 },
      { fetch: () => new Promise(() => {}), token: undefined, clock: () => now },
    )
    void frozen
    await expect.poll(check).toBeDefined()
    expect(await round(host)).toEqual({ done: 0, failed: 0, left: 0 })
    later(15 * 60_000)
    expect(await round(host)).toEqual({ done: 1, failed: 0, left: 0 })
  })

  it('in a thread of its own comes to the same', async () => {
    const { check } = await proved('acme/app', 40)
    const { fetch } = await localGitHub({ 'acme/app': { commit: after, files: manifest('next') } })
    const gitHub = { fetch, token: 'secret', clock: () => now }
    const round = await recheckDueProofs(database.db, { limit: 1 }, gitHub, recheckInThread)
    expect(round).toEqual({ done: 1, failed: 0, left: 0 })
    expect(await check()).toMatchObject({ commit: after, lost: [redis.slug] })
  })

  it('ends the thread that takes too long; that repository waits for a week, the others do not', async () => {
    const { check } = await proved('acme/app', 40)
    await proved('acme/next', 35)
    const gitHub = { fetch: () => new Promise<never>(() => {}), token: undefined, clock: () => now }
    const slow: typeof recheckInThread = (...all) => recheckInThread(all[0], all[1], all[2], 1)
    const failing = recheckDueProofs(database.db, { limit: 9 }, gitHub, slow)
    await expect(failing).rejects.toThrow('reading acme/app took longer than 0.001 s')
    expect(await check()).toMatchObject({
      failure: expect.stringContaining('took too long'),
      next_at: new Date(now.getTime() + 7 * day),
    })
    const host = await localGitHub({ 'acme/next': same() })
    expect(await round(host)).toEqual({ done: 1, failed: 0, left: 0 })
  })

  it('begins nothing once its time is over', async () => {
    await proved('acme/app', 40)
    const host = await localGitHub({ 'acme/app': same() })
    expect(await round(host, 10, AbortSignal.abort())).toEqual({ done: 0, failed: 0, left: 1 })
    expect(host.asked()).toEqual([])
  })

  it('does not ask for listings that are not public, and not for other hosts', async () => {
    const { id } = await proved('acme/app', 40)
    await setRows(database.db, 'products', { id }, { status: 'pending', approved_at: null })
    const other = await proved('acme/other', 40)
    const elsewhere = { repository: 'https://gitlab.com/acme/other' }
    await setRows(database.db, 'proofs', { product_id: other.id }, elsewhere)
    expect(await round(await localGitHub({}))).toEqual({ done: 0, failed: 0, left: 0 })
  })
})

describe('a proof', () => {
  it('that still holds is a newer look, and no change for readers until the next build', async () => {
    const { check, changedAt, slug } = await proved('acme/app', 40)
    const first = await changedAt()
    await round(await localGitHub({ 'acme/app': same() }))
    expect(await check()).toMatchObject({
      checked_at: now,
      commit: after,
      last_activity: new Date('2026-11-20T10:00:00Z'),
      archived: false,
      lost: [],
      changes: [],
      failure: null,
      next_at: new Date(now.getTime() + 30 * day),
    })
    expect([await changedAt(), await rebuilds()]).toEqual([first, []])
    expect(await findStaleEvidence(database.db, slug)).toMatchObject({ changes: [], failure: null })
  })

  it('with a missing line is marked for readers at once, requests a build, and is reported to editors', async () => {
    const { check, changedAt, slug } = await proved('acme/app', 40)
    const repository = { commit: after, files: manifest('next') }
    const host = await localGitHub({ 'acme/app': repository })
    const first = await changedAt()
    await round(host)
    expect(await check()).toMatchObject({
      lost: [redis.slug],
      changes: [{ what: 'tool', slug: redis.slug, path: 'package.json', line: 4 }],
    })
    const [record] = await listApprovedBySlug(database.db, [slug])
    expect(record!.proof).toMatchObject({
      commit: before,
      archived: false,
      checked_at: expect.stringMatching(/^2027-01-10T/) as string,
      last_activity: expect.stringMatching(/^2026-11-20T/) as string,
      lost: [redis.slug],
    })
    const marked = await changedAt()
    expect([marked === first, await rebuilds()]).toEqual([false, ['recheck']])
    // A second look that finds the same is no news.
    later(30 * day)
    expect(await round(host)).toMatchObject({ done: 1 })
    expect(await changedAt()).toBe(marked)
    // It is back.
    repository.files = manifest('next', 'redis')
    later(30 * day)
    await round(host)
    expect(await check()).toMatchObject({ lost: [], changes: [] })
    expect(await changedAt()).not.toBe(marked)
  })

  it('is looked for no more where the listing has dropped the tool', async () => {
    const { check, id } = await proved('acme/app', 40)
    await database.db
      .deleteFrom('product_tools')
      .where('product_id', '=', id)
      .where('tool_id', '=', redis.id)
      .execute()
    await round(await localGitHub({ 'acme/app': { commit: after, files: manifest('next') } }))
    expect(await check()).toMatchObject({ lost: [], changes: [] })
  })

  it('of a repository that moved, was archived and has another licence tells editors of each', async () => {
    const { check } = await proved('acme/app', 40)
    const moved = { ...same(), archived: true, licence: 'AGPL-3.0' }
    await round(
      await localGitHub({ 'acme/app': { ...same(), movedTo: 'new/app' }, 'new/app': moved }),
    )
    expect(await check()).toMatchObject({
      archived: true,
      lost: [],
      changes: [
        { what: 'moved', to: 'https://github.com/new/app' },
        { what: 'archived' },
        { what: 'licence', from: 'MIT', to: 'AGPL-3.0' },
      ],
    })
  })

  it('of a repository that is gone holds no more, and holds again when it is back', async () => {
    const { check } = await proved('acme/app', 40)
    await round(await localGitHub({}))
    expect(await check()).toMatchObject({
      lost: [nextjs.slug, redis.slug],
      changes: [{ what: 'gone' }],
    })
    later(30 * day)
    await round(await localGitHub({ 'acme/app': { ...same(), commit: before } }))
    expect(await check()).toMatchObject({ lost: [], changes: [] })
  })

  it('of a host that lies stays what it was, and is looked at again in a week', async () => {
    const { check, slug } = await proved('acme/app', 40)
    const host = await localGitHub({ 'acme/app': same() })
    host.instead.set('api.github.com/repos/acme/app', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    })
    expect(await round(host)).toEqual({ done: 0, failed: 1, left: 0 })
    expect(await check()).toMatchObject({
      checked_at: null,
      lost: [],
      next_at: new Date(now.getTime() + 7 * day),
    })
    expect(await findStaleEvidence(database.db, slug)).toMatchObject({
      failure: expect.stringContaining('something else') as string,
    })
    host.instead.clear()
    later(7 * day)
    expect(await round(host)).toMatchObject({ done: 1 })
  })
})

describe('a host that limits', () => {
  it('ends the round, is left alone as long as it says, and is asked again after it', async () => {
    for (const name of ['one', 'two', 'three']) await proved(`acme/${name}`, 40)
    const host = await localGitHub({ 'acme/two': same(), 'acme/three': same() })
    for (const name of ['one', 'two', 'three'])
      host.instead.set(`api.github.com/repos/acme/${name}`, (_, response) => {
        response.writeHead(429, { 'retry-after': '600' }).end()
      })
    expect(await round(host)).toEqual({ done: 0, failed: 1, left: 2 })
    later(599_000)
    expect(await round(host)).toEqual({ done: 0, failed: 0, left: 2 })
    expect(host.asked()).toHaveLength(1)
    host.instead.clear()
    later(1_000)
    expect(await round(host)).toEqual({ done: 2, failed: 0, left: 0 })
    expect(await database.db.selectFrom('host_waits').selectAll().execute()).toEqual([])
  })

  it('and says no time is left alone for a minute, then two, and so on up to a day', async () => {
    await proved('acme/app', 40)
    const host = await localGitHub({})
    host.stall('api.github.com/repos/acme/app')
    const waits: number[] = []
    for (let count = 0; count < 13; count++) {
      expect(await round(host)).toMatchObject({ failed: 1 })
      const { until } = await rowOf(database.db, 'host_waits', {}, ['until'])
      waits.push((until.getTime() - now.getTime()) / 60_000)
      later(day)
    }
    expect([...waits.slice(0, 4), waits.at(-1)]).toEqual([1, 2, 4, 8, 1_440])
  })
})
