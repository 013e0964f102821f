import { beforeAll, expect, it } from 'vitest'
import { withdrawListing } from '#editorial/withdraw.ts'
import { badgeImage, badgeLook, badgePolicy } from '#exports/badge-image.ts'
import { insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { eventually } from '#testing/editor.ts'
import { type TestService, approve, freshClient, testService } from '#testing/service-parts.ts'
import { badge } from './badge.ts'

const database = testDatabase()
let service: TestService
beforeAll(async () => {
  service = await testService(database.db)
})

async function read(slug: string) {
  const headers = { 'x-real-ip': freshClient() }
  const request = new Request(`https://proofstack.example/badge/${slug}.svg`, { headers })
  const draw = (query: URLSearchParams) => badgeImage(badgeLook(query))
  const answer = await badge(service, draw, badgePolicy)({ request, params: { slug } })
  return { status: answer.status, text: await answer.text() }
}

it('a badge follows the decision within five seconds, and a pending listing is as unknown as any', async () => {
  const { db } = database
  const { slug } = await insertPending(db)
  const pending = await read(slug)
  expect(pending.status).toBe(404)
  expect(pending).toEqual(await read('nobody-has-this'))
  const within5s = async (wanted: number) => {
    const began = Date.now()
    await eventually(
      () => read(slug),
      ({ status }) => status === wanted,
    )
    expect(Date.now() - began).toBeLessThan(5_000)
  }
  await approve(db, slug)
  await within5s(200)
  await withdrawListing(db, { slug, actor: 'ada', reason: 'Gone.' }, service.urls)
  await within5s(404)
})
