import { afterAll, beforeAll, expect, it } from 'vitest'
import { validSubmission } from '#testing/api.ts'
import { insertApproved, insertTool } from '#testing/builders.ts'
import { type TestService, callIn, testService } from '#testing/service-parts.ts'
import { type Db, connect, requestDeadlines } from '#db/connection/connect.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { requestMs, withinMs } from '#request-deadline.ts'
import { startPostgres } from './postgres.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let db: Db
let service: TestService
let tool: { slug: string }

beforeAll(async () => {
  postgres = await startPostgres()
  db = connect(postgres.url, { max: 5, onError: () => {}, deadlines: requestDeadlines })
  const maker = connect(postgres.url, { max: 1, onError: () => {} })
  await migrate(maker)
  tool = await insertTool(maker, { slug: 'hammer', name: 'Hammer' })
  await insertApproved(maker, { slug: 'anvil' })
  await maker.destroy()
  service = await testService(db)
})
afterAll(async () => {
  postgres.thaw()
  await db.destroy()
  await postgres.stop()
})

it('with a frozen Postgres every answer comes within ten seconds, and a refused submission can be repeated', async () => {
  const body = validSubmission({ tool_slugs: [tool.slug] })
  const ask: typeof callIn = (...call) => withinMs(requestMs, () => callIn(...call))
  const submit = (sent: object) => ask(service, 'submit_product', '/submit', { body: sent })
  postgres.freeze()
  const began = performance.now()
  const timed = async (answer: ReturnType<typeof callIn>) => {
    const { status, headers } = await answer
    const isSlow = performance.now() - began > 10_500
    return { status, servedFrom: headers.get('x-served-from'), isSlow }
  }
  // More requests than connections, so that some wait for a connection, too.
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => timed(submit(validSubmission({ tool_slugs: [tool.slug] })))),
    timed(submit(body)),
    timed(ask(service, 'search', '/search?q=hammer')),
    timed(ask(service, 'recommend_products', '/recommend?stack=hammer')),
    timed(ask(service, 'get_product', '/products/anvil')),
    timed(ask(service, 'get_product', '/products/nobody')),
    timed(ask(service, 'list_changelog', '/changelog')),
  ])
  postgres.thaw()
  const refused = { status: 503, servedFrom: null, isSlow: false }
  const always = { status: 200, servedFrom: null, isSlow: false }
  expect(answers.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => refused))
  expect(answers.slice(7, 9)).toEqual([always, always])
  expect(answers[9]).toMatchObject({ status: 200, isSlow: false })
  expect(answers.slice(10)).toEqual([refused, refused])
  expect(await submit(body)).toMatchObject({ status: 201 })
})
