import { beforeAll, expect, it } from 'vitest'
import { insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, freshClient, testService } from '#testing/service-parts.ts'
import { sendManageLink } from './manage.ts'

const database = testDatabase()
let service: TestService

beforeAll(async () => {
  service = await testService(database.db)
})

it('a manage link that is asked for many times at once is sent once', async () => {
  const email = 'ada@many-times.example'
  const { slug } = await insertPending(database.db, { submitter_email: email })
  // The mail is written after the answer: the test waits for it.
  const waiting = { ...service, afterAnswer: async (work: Promise<unknown>) => void (await work) }
  const ask = () => sendManageLink({ slug, email, address: freshClient() }, waiting)
  await Promise.all(Array.from({ length: 8 }, ask))
  const links = database.db.selectFrom('outbox').select('id').where('to_email', '=', email)
  expect(await links.execute()).toHaveLength(1)
})
