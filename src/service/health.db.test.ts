import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { askForRebuild, setRebuildDone, setRebuildFailed, takeDueRebuild } from '#db/rebuilds.ts'
import { insertMails } from '#db/outbox.ts'
import { connect } from '#db/connect.ts'
import { testDatabase } from '#testing/database.ts'
import {
  type TestService,
  approve,
  awayDatabase,
  callIn,
  startersService,
} from '#testing/service-parts.ts'
import { validSubmission } from '#testing/api.ts'
import { healthCheck, patience } from './health.ts'

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
    database: 'answers',
    build: {
      cursor: service.catalog.builtFrom.toISOString(),
      database_cursor: service.catalog.builtFrom.toISOString(),
      behind: 0,
      last_failure: null,
    },
    outbox: { waiting: 0, failed: 0, due_seconds: 0 },
  })
  expect(await healthCheck(service).isReady()).toBe(true)
})

it('mails that are due for too long are told, and to nobody whose', async () => {
  const mail = { kind: 'receipt', product_id: null, to_email: 'ada@example.com', payload: {} }
  const [id] = await insertMails(database.db, [mail])
  const due = (seconds: number) =>
    sql`update outbox set next_attempt_at = now() - make_interval(secs => ${seconds}) where id = ${id}`.execute(
      database.db,
    )
  await due(patience.mail - 60)
  expect(await look()).toMatchObject({ status: 'ok', outbox: { waiting: 1 } })
  await due(patience.mail + 60)
  const health = await look()
  expect(health).toMatchObject({
    status: 'degraded',
    problems: ['Mails that are due are not sent.'],
  })
  expect(health.outbox!.due_seconds).toBeGreaterThan(patience.mail)
  expect(JSON.stringify(health)).not.toContain('ada')
  await sql`delete from outbox`.execute(database.db)
})

it('a build that failed is told until one was made, without the text of the failure', async () => {
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

it('a build that does not follow what changed is told', async () => {
  const { body } = await callIn(service, 'submit_product', '/submit', { body: validSubmission() })
  await approve(database.db, String(body['slug']))
  await sql`delete from outbox`.execute(database.db)
  expect(await look()).toMatchObject({ status: 'ok', build: { behind: 1 } })
  const later = { ...service, clock: () => hours(1) }
  expect(await healthCheck(later).health()).toMatchObject({
    status: 'degraded',
    problems: ['The build does not follow the changes.'],
  })
})

it('with the database away an instance is alive, degraded and not ready, and says so once in its log', async () => {
  const logged: string[] = []
  const away = { ...service, db: awayDatabase(), log: (message: string) => logged.push(message) }
  let now = Date.now()
  const check = healthCheck({ ...away, clock: () => new Date((now += 2_000)) })
  expect(await check.health()).toEqual({
    status: 'degraded',
    problems: ['The database does not answer.'],
    database: 'away',
    build: { cursor: service.catalog.builtFrom.toISOString() },
  })
  expect(await check.isReady()).toBe(false)
  expect(logged).toHaveLength(1)
})

it('a silent database is told within the deadline, and is asked one question at a time', async () => {
  let connections = 0
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => {
    connections++
    sockets.push(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as net.AddressInfo
  const db = connect(`postgres://u:p@127.0.0.1:${port}/x`, { max: 5, onError: () => {} })
  const check = healthCheck({ ...service, db }, 50)
  const before = performance.now()
  expect(await check.isReady()).toBe(false)
  const first = connections
  expect(await check.health()).toMatchObject({ database: 'away' })
  expect(await check.isReady()).toBe(false)
  expect(performance.now() - before).toBeLessThan(900)
  expect(connections).toBe(first)
  for (const socket of sockets) socket.destroy()
  server.close()
})

it('what was found is kept for a second', async () => {
  const now = Date.now()
  let at = now
  const check = healthCheck({ ...service, clock: () => new Date(at) })
  const waiting = async () => (await check.health()).outbox!.waiting
  expect(await waiting()).toBe(0)
  await insertMails(database.db, [
    { kind: 'receipt', product_id: null, to_email: 'a@b.example', payload: {} },
  ])
  at = now + 900
  expect(await waiting()).toBe(0)
  at = now + 1_100
  expect(await waiting()).toBe(1)
})
