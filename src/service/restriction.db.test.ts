import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { badge } from '#http/badge.ts'
import { receiveForm } from '#http/receive-form.ts'
import { receiveLinkRequest } from '#http/receive-link-request.ts'
import { receiveStatus } from '#http/receive-status.ts'
import { view } from '#http/view.ts'
import { toolCaller } from '#mcp/call-tool.ts'
import type { ToolResult } from '#mcp/tool-result.ts'
import { type ToolId, isToolId } from '#mcp/tools.ts'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { removeRestriction } from '#db/queries/restriction.ts'
import { restrict } from '#editorial/restrict.ts'
import { exampleRequest } from '#exports/example-request.ts'
import { validSubmission } from '#testing/api.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, awayDatabase, callIn, startersService } from '#testing/service-parts.ts'
import type { OperationId } from './invoke.ts'
import { followRestriction, following } from './restriction.ts'
import type { Service } from './service.ts'

const database = testDatabase()
const start = new Date('2026-12-24T17:00:00.000Z').getTime()
let at = start
const clock = () => new Date(at)
let service: TestService

beforeAll(async () => {
  service = await startersService(database.db)
})
beforeEach(async () => {
  at = start
  await database.db.transaction().execute(removeRestriction)
})

const set = (covers: 'everything' | 'submissions', minutes = 10) =>
  restrict(database.db, { actor: 'ada', until: new Date(start + minutes * 60_000), covers })

/** A Service as another instance would have it, on the clock of the test. */
function instance(parts: Partial<Service> = {}): TestService {
  const logged: TestService['logged'] = []
  const log: Service['log'] = (message, error) => void logged.push({ message, error })
  const restriction = followRestriction({ db: () => database.db, clock, log, waitMs: 60_000 })
  return { ...service, clock, restriction, ...parts, logged }
}

type Dynamic = Exclude<OperationId, 'list_tools'>
// What has no file is answered by code.
const dynamic = Object.values(operations)
  .filter((operation: Operation) => !operation.isStatic)
  .map(({ id }) => id as Dynamic)
const isReading = (id: Dynamic) => operations[id].method === 'GET' || 'isQuestion' in operations[id]
const ask = (of: TestService, id: Dynamic) => {
  const bodies: Partial<Record<string, unknown>> = {
    detect_stack: { purls: [] },
    lookup_urls: { urls: ['n8n.io'] },
  }
  const body = bodies[id] ?? validSubmission()
  const { method, path } = exampleRequest(operations[id])
  return callIn(of, id, path, method === 'GET' ? {} : { body })
}

const refused = { status: 503, body: { error_code: 'PUBLIC_API_TEMPORARILY_RESTRICTED' } }

describe('a restriction of everything', () => {
  it.each(dynamic)('%s answers 503 with the code of the contract and the wait', async (id) => {
    await set('everything')
    const answer = await ask(instance(), id)
    expect(answer).toMatchObject(refused)
    expect(answer.headers.get('retry-after')).toBe('600')
    expect(answer.body['error']).toContain('Try again in 10 minutes.')
  })

  it.each(['list_tools', ...dynamic].filter(isToolId))(
    '%s fails as a tool over MCP',
    async (id) => {
      await set('everything')
      const answer = await toolCaller(instance())(id as ToolId, {}, '2001:db8::1')
      const result = JSON.parse(answer.toString()) as ToolResult
      expect(result.isError).toBe(true)
      expect(result.structuredContent).toMatchObject({
        error_code: 'PUBLIC_API_TEMPORARILY_RESTRICTED',
        retry_after_seconds: 600,
      })
    },
  )

  it('an answer that is kept, and a 304, are refused as well; afterwards both come again', async () => {
    const of = instance()
    const first = await ask(of, 'list_products')
    expect(first.status).toBe(200)
    const headers = { 'if-none-match': first.headers.get('etag')! }
    await set('everything')
    at += following.askAgainMs + following.waitFromMs
    expect(await callIn(of, 'list_products', '/products', { headers })).toMatchObject(refused)
    at = start + 10 * 60_000 + 1
    expect((await ask(of, 'list_products')).text).toBe(first.text)
  })

  it('a refused attempt counts for nobody', async () => {
    await set('everything')
    const of = instance()
    const before = await database.db.selectFrom('limiter_events').select('key').execute()
    await ask(of, 'submit_product')
    const now = await database.db.selectFrom('limiter_events').select('key').execute()
    expect(now).toHaveLength(before.length)
  })
})

describe('a restriction of submissions', () => {
  it.each(dynamic)('%s is refused exactly when it writes', async (id) => {
    await set('submissions')
    const { status, body } = await ask(instance(), id)
    if (isReading(id)) expect(status).toBe(200)
    else expect({ status, body }).toMatchObject(refused)
  })
})

describe('the pages', () => {
  const to = (path: string, typed?: Record<string, string>) =>
    new Request(`https://proofstack.example${path}`, {
      headers: { 'x-real-ip': '2001:db8::1' },
      ...(typed ? { method: 'POST', body: new URLSearchParams(typed) } : {}),
    })
  const words = /restricted at the moment.*Try again in 10 minutes\./

  it('the form says it before it is filled in and keeps what was typed', async () => {
    await set('everything')
    for (const typed of [undefined, { name: 'Letterbox' }]) {
      const page = await receiveForm(to('/submit', typed), instance())
      expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '600' } })
      expect(page.problem?.sentence).toMatch(words)
      expect(page.typed.get('name')).toBe(typed?.name ?? null)
    }
  })

  it('the status page and the request for a manage link say it', async () => {
    await set('everything')
    const typed = { slug: 'n8n', email: 'ada@acme.example' }
    const status = await receiveStatus(to('/status', typed), instance())
    expect(status).toMatchObject({
      status: 503,
      problem: { sentence: expect.stringMatching(words) },
    })
    const link = await receiveLinkRequest(to('/manage', typed), instance())
    expect(link).toMatchObject({ status: 503, isSent: false })
    expect(link.problem?.sentence).toMatch(words)
  })

  it('with submissions closed, a status is still answered', async () => {
    await set('submissions')
    const typed = { slug: 'n8n', email: 'ada@acme.example' }
    expect((await receiveStatus(to('/status', typed), instance())).status).toBe(200)
  })

  it('what pages and other sites show is answered as a file is: the badge, and the picture of a view', async () => {
    await set('everything')
    const of = instance()
    const body = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const params = { slug: 'n8n' }
    const shown = await badge(of, () => body, '')({ request: to('/badge/n8n.svg'), params })
    expect({ status: shown.status, text: await shown.text() }).toEqual({
      status: 200,
      text: body,
    })
    const counted: string[] = []
    const count = async ({ slug }: { slug: string }) => void counted.push(slug)
    const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Firefox/143.0' }
    const request = new Request(to('/view/n8n.gif'), { headers: person })
    const seen = await view(of, count)({ request, params })
    expect({ status: seen.status, type: seen.headers.get('content-type'), counted }).toEqual({
      status: 200,
      type: 'image/gif',
      counted: ['n8n'],
    })
    expect(await of.restriction()).toMatchObject({ covers: 'everything' })
  })
})

describe('following', () => {
  /** What an instance knows, with the questions that it asked. */
  function follower(db = database.db, waitMs = 60_000) {
    const logged: string[] = []
    const asked = vi.fn(() => db)
    const log = (message: string) => void logged.push(message)
    return { asked, logged, follow: followRestriction({ db: asked, clock, log, waitMs }) }
  }

  it('an instance follows within ten seconds in both directions, with a query at most every five', async () => {
    const { follow, asked } = follower()
    expect(await follow()).toBeUndefined()
    await set('everything')
    for (const ms of [1_000, 2_000, 4_999]) {
      at = start + ms
      // Known, so not even a promise.
      expect(follow()).toBeUndefined()
    }
    expect(asked).toHaveBeenCalledTimes(1)
    at = start + 9_999
    expect(await follow()).toMatchObject({ covers: 'everything' })
    expect(asked).toHaveBeenCalledTimes(2)
    await database.db.transaction().execute(removeRestriction)
    at += 5_000
    follow()
    await vi.waitFor(() => expect(follow()).toBeUndefined())
    expect(asked).toHaveBeenCalledTimes(3)
  })

  it('it ends by itself at its time', async () => {
    await set('everything', 1)
    const { follow } = follower()
    at = start + 59_999
    expect(await follow()).toBeDefined()
    at = start + 60_000
    expect(await follow()).toBeUndefined()
  })

  it('with the database away nothing is restricted by accident; what is known stays; it is logged once', async () => {
    const away = awayDatabase()
    const cold = follower(away)
    for (let round = 0; round < 4; round++, at += 10_000)
      expect(await cold.follow()).toBeUndefined()
    expect(cold.logged).toEqual(['whether access is restricted could not be read'])

    at = start
    await set('everything')
    let db = database.db
    const warm = followRestriction({ db: () => db, clock, log: () => {} })
    expect(await warm()).toBeDefined()
    db = away
    for (at += 10_000; at < start + 600_000; at += 60_000) expect(await warm()).toBeDefined()
    at = start + 600_000
    expect(await warm()).toBeUndefined()
  })

  it('a database that is silent is waited for once, and then by nobody until it answers', async () => {
    const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = database.db.transaction().execute(async (trx) => {
      await sql`lock table restriction in access exclusive mode`.execute(trx)
      held.resolve()
      await letGo.promise
    })
    await held.promise
    const { follow, asked } = follower(database.db, 20)
    expect(await follow()).toBeUndefined()
    for (at += 10_000; at < start + 60_000; at += 10_000) expect(follow()).toBeUndefined()
    expect(asked).toHaveBeenCalledTimes(1)
    letGo.resolve()
    await holding
    await set('everything')
    await vi.waitFor(async () => {
      at += 5_000
      expect(await follow()).toBeDefined()
    })
  })
})
