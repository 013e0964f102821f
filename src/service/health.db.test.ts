import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import net from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import {
  askForRebuild,
  setRebuildDone,
  setRebuildFailed,
  takeDueRebuild,
} from '#db/queries/rebuilds.ts'
import { renderMarkdown } from '#components/render-markdown.ts'
import { insertMails } from '#db/queries/outbox.ts'
import { connect } from '#db/connection/connect.ts'
import { testDatabase } from '#testing/database.ts'
import {
  type TestService,
  approve,
  awayDatabase,
  callIn,
  startersService,
} from '#testing/service-parts.ts'
import { validSubmission } from '#testing/api.ts'
import { healthCheck, measureLoopLag } from './health.ts'
import { patience, problemsOf } from './health-problems.ts'

const database = testDatabase()
let service: TestService
beforeAll(async () => {
  service = await startersService(database.db)
})

const look = () => healthCheck(service).health()
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

it('an instance is well when its database answers and nothing waits for long', async () => {
  const health = await look()
  expect(health).toEqual({
    status: 'ok',
    problems: [],
    warnings: [],
    database: 'answers',
    writes: 'accepted',
    last_failed_write: null,
    rate_limit_store: 'none',
    restriction: null,
    changelog_ahead_seconds: 0,
    build: {
      cursor: service.catalog.builtFrom.toISOString(),
      database_cursor: service.catalog.builtFrom.toISOString(),
      behind: 0,
      behind_seconds: 0,
      last_failure: null,
    },
    outbox: { waiting: 0, failed: 0, due_seconds: 0 },
  })
  expect(await healthCheck(service).whyNotReady()).toBeUndefined()
})

const mail = { kind: 'receipt', product_id: null, to_email: 'ada@example.com', payload: {} }

it('mails that are due for too long are a warning, without their addresses', async () => {
  const [id] = await insertMails(database.db, [mail])
  const due = (seconds: number) =>
    sql`update outbox set next_attempt_at = now() - make_interval(secs => ${seconds}) where id = ${id}`.execute(
      database.db,
    )
  await due(patience.mailSeconds - 60)
  expect(await look()).toMatchObject({ status: 'ok', outbox: { waiting: 1 } })
  await due(patience.mailSeconds + 60)
  const health = await look()
  expect(health).toMatchObject({
    status: 'degraded',
    problems: [expect.stringMatching(/^Mails that are due for 16 minutes .+operate#mails-wait$/)],
  })
  expect(health.outbox!.due_seconds).toBeGreaterThan(patience.mailSeconds)
  expect(JSON.stringify(health)).not.toContain('ada')
  await sql`delete from outbox`.execute(database.db)
})

it('a failed build is reported until one succeeds, without its message', async () => {
  await askForRebuild(database.db, 'test')
  const taken = await takeDueRebuild(database.db)
  await setRebuildFailed(database.db, taken!.id, 'password of the hook')
  const health = await look()
  expect(health).toMatchObject({
    status: 'degraded',
    build: { last_failure: expect.stringMatching(/Z$/) },
  })
  expect(JSON.stringify(health)).not.toContain('password')
  const next = await takeDueRebuild(database.db, { evenEarly: true })
  await setRebuildDone(database.db, next!.id)
  expect(await look()).toMatchObject({ status: 'ok', build: { last_failure: null } })
})

it('a change that waits too long for its build is a warning', async () => {
  const { body } = await callIn(service, 'submit_product', '/submit', { body: validSubmission() })
  await approve(database.db, String(body['slug']))
  await sql`delete from outbox`.execute(database.db)
  expect(await look()).toMatchObject({ status: 'ok', build: { behind: 1 } })
  const later = { ...service, clock: () => hours(1) }
  expect(await healthCheck(later).health()).toMatchObject({
    status: 'degraded',
    problems: [expect.stringMatching(/^The build does not follow the changes: .+ 60 minutes/)],
  })
})

it('with the database away an instance is alive, degraded and not ready, and says so once in its log', async () => {
  const logged: string[] = []
  const away = { ...service, db: awayDatabase(), log: (message: string) => logged.push(message) }
  let now = Date.now()
  const check = healthCheck({
    ...away,
    restriction: () => undefined,
    clock: () => new Date((now += 2_000)),
  })
  expect(await check.health()).toEqual({
    status: 'degraded',
    problems: [
      expect.stringMatching(
        /^The database does not answer: .+operate#the-database-does-not-answer$/,
      ),
    ],
    warnings: [],
    database: 'away',
    writes: 'unknown',
    last_failed_write: null,
    rate_limit_store: 'none',
    restriction: null,
    build: { cursor: service.catalog.builtFrom.toISOString() },
  })
  expect(await check.whyNotReady()).toMatch(/^The database does not answer/)
  expect(logged).toHaveLength(1)
})

// A busy machine may need a retry: connections are counted within 50 ms.
it(
  'a database that never answers is reported within the deadline, and gets one query at a time',
  { retry: 2 },
  async () => {
    let connections = 0
    const sockets: net.Socket[] = []
    const server = net.createServer((socket) => {
      connections++
      sockets.push(socket)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as net.AddressInfo
    const db = connect(`postgres://u:p@127.0.0.1:${port}/x`, { max: 5, onError: () => {} })
    const check = healthCheck({ ...service, db }, { waitMs: 50 })
    const before = performance.now()
    expect(await check.whyNotReady()).toMatch(/^The database does not answer/)
    const first = connections
    expect(await check.health()).toMatchObject({ database: 'away' })
    expect(await check.whyNotReady()).toMatch(/^The database does not answer/)
    expect(performance.now() - before).toBeLessThan(900)
    expect(connections).toBe(first)
    for (const socket of sockets) socket.destroy()
    server.close()
  },
)

it('what was found is kept for a second', async () => {
  const now = Date.now()
  let at = now
  const check = healthCheck({ ...service, clock: () => new Date(at) })
  const waiting = async () => (await check.health()).outbox!.waiting
  expect(await waiting()).toBe(0)
  await insertMails(database.db, [mail])
  at = now + 900
  expect(await waiting()).toBe(0)
  at = now + 1_100
  expect(await waiting()).toBe(1)
})

it('a database that only reads is not ready: health says since when, and all is well once it writes', async () => {
  const db = connect(database.url, { max: 1, idleMs: 60_000, onError: () => {} })
  let at = Date.now()
  const failedAt = new Date(at).toISOString()
  const check = healthCheck({ ...service, db, clock: () => new Date(at) })
  await sql`set default_transaction_read_only = on`.execute(db)
  expect(await check.health()).toMatchObject({
    status: 'degraded',
    database: 'answers',
    writes: 'refused',
    last_failed_write: { at: failedAt, kind: 'read_only' },
    problems: [expect.stringMatching(/read-only.+operate#nothing-can-be-written$/)],
  })
  expect(await check.whyNotReady()).toMatch(/^The database refuses writes because it is read-only/)
  await sql`set default_transaction_read_only = off`.execute(db)
  // Monitors that look often do not write often.
  at += 9_000
  expect(await check.health()).toMatchObject({ writes: 'refused' })
  at += 2_000
  expect(await check.health()).toMatchObject({
    status: 'ok',
    writes: 'accepted',
    last_failed_write: { at: failedAt },
  })
  expect(await check.whyNotReady()).toBeUndefined()
  await db.destroy()
})

it('a write of a request that failed counts for a minute or until one is committed, though a small probe fits', async () => {
  let at = Date.now()
  const check = healthCheck({ ...service, clock: () => new Date(at) })
  check.failed(new Error('something else'))
  expect(await check.whyNotReady()).toBeUndefined()
  check.failed(Object.assign(new Error('could not extend file'), { code: '53100' }))
  expect(await check.whyNotReady()).toMatch(/because its disk is full/)
  const failedAt = new Date(at).toISOString()
  expect((await check.health()).last_failed_write).toEqual({ at: failedAt, kind: 'disk_full' })
  check.wrote()
  expect(await check.whyNotReady()).toBeUndefined()
  check.failed(Object.assign(new Error('could not extend file'), { code: '53100' }))
  at += 59_000
  expect(await check.whyNotReady()).toMatch(/because its disk is full/)
  at += 2_000
  expect(await check.whyNotReady()).toBeUndefined()
  expect((await check.health()).last_failed_write).toEqual({ at: failedAt, kind: 'disk_full' })
})

it('a catalogue that cannot be opened is a problem that health tells, and readiness is red', async () => {
  const logged: string[] = []
  const broken = {
    ...service,
    log: (message: string) => logged.push(message),
    get catalog(): never {
      throw new Error('file is not a database')
    },
  }
  const check = healthCheck(broken)
  expect(await check.health()).toMatchObject({
    status: 'degraded',
    database: 'answers',
    build: null,
    problems: [expect.stringMatching(/^The catalogue of this build cannot be opened/)],
  })
  expect(await check.whyNotReady()).toMatch(/operate#the-catalogue-cannot-be-opened$/)
  expect(logged).toEqual(['the health check did not reach the catalogue'])
})

it('the free space of the disk is reported when the service has a data folder', async () => {
  const { disk } = await healthCheck(service, { dataDir: service.mails }).health()
  expect(disk!.free_mb).toBeGreaterThan(0)
  expect(await look()).not.toHaveProperty('disk')
})

it('an unreachable rate-limit store and a restriction are warnings', async () => {
  const until = hours(1)
  const restricted = { ...service, restriction: () => ({ until, covers: 'everything' as const }) }
  const away = await healthCheck(restricted, { store: { ask: async () => undefined } }).health()
  expect(away).toMatchObject({
    status: 'degraded',
    rate_limit_store: 'away',
    restriction: { covers: 'everything', until: until.toISOString() },
  })
  expect(await healthCheck(service, { store: { ask: async () => undefined } }).whyNotReady()).toBe(
    undefined,
  )
})

it('a changelog item in the future is a warning until its time has come', async () => {
  await sql`update changelog set "timestamp" = now() + interval '30 days'
    where id = (select id from changelog order by "timestamp" desc limit 1)`.execute(database.db)
  const health = await look()
  expect(health.changelog_ahead_seconds).toBeGreaterThan(29 * 86_400)
  expect(health.problems.join(' ')).toMatch(/operate#the-changelog-is-ahead-of-the-clock/)
  await sql`update changelog set "timestamp" = now() where "timestamp" > now()`.execute(database.db)
  expect((await look()).changelog_ahead_seconds).toBe(0)
})

it('every problem leads to a section of the runbook', async () => {
  const runbook = renderMarkdown(await readFile('content/docs/operate.md', 'utf8'))
  const state = {
    outbox: { waiting: 1, failed: 0, due_since: new Date(0) },
    lag: { cursor: null, behind: 1, behind_since: new Date(0), failed_at: new Date(0) },
    ahead: 100,
    writeFailure: 'other' as const,
  }
  const now = new Date()
  const loop = { p99_ms: 10_000 }
  const problems = [
    {
      found: undefined,
      rateLimitStore: 'away' as const,
      freeMb: 1,
      builtFrom: undefined,
      loop,
      now,
    },
    { found: state, rateLimitStore: 'none' as const, freeMb: 99, builtFrom: now, loop, now },
  ].flatMap(problemsOf)
  expect(new Set(problems.map(({ section }) => section)).size).toBe(9)
  for (const { section } of problems) expect(runbook).toContain(`<h3 id="${section}">`)
})

it('the event loop is measured from the first look on', async () => {
  const lag = measureLoopLag()
  expect(lag()).toEqual({ p99_ms: 0, max_ms: 0 })
  await new Promise((resolve) => setTimeout(resolve, 60))
  const until = performance.now() + 200
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(lag().max_ms).toBeGreaterThan(100)
})

it.each([
  { freeMb: patience.fullDiskMb - 1, red: true, says: /less than the 32 MB/ },
  { freeMb: patience.fullDiskMb, red: false, says: /below 512 MB a build may not fit/ },
  { freeMb: patience.lowDiskMb, red: undefined, says: undefined },
])('$freeMb MB of room: red is $red', ({ freeMb, red, says }) => {
  const seen = { found: undefined, rateLimitStore: 'none' as const, builtFrom: new Date(0) }
  const problems = problemsOf({ ...seen, freeMb, now: new Date() }).filter(
    ({ section }) => section === 'the-disk-is-nearly-full',
  )
  expect(problems).toEqual(
    says ? [expect.objectContaining({ isRed: red, sentence: expect.stringMatching(says) })] : [],
  )
})
