import { beforeAll, expect, it } from 'vitest'
import { badgeOf } from '#exports/badge-fact.ts'
import { reviewClaim } from '#editorial/review-claim.ts'
import { withdrawListing } from '#editorial/withdraw.ts'
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

async function read(path: string) {
  const [, slug = ''] = /\/([^/]+)\.\w+/.exec(path)!
  const headers = { 'x-real-ip': freshClient() }
  const request = new Request(`https://proofstack.example${path}`, { headers })
  const answer = await badge(service, badgeOf)({ request, params: { slug } })
  return { status: answer.status, text: await answer.text() }
}

it('a badge says the decision within five seconds, and a pending listing is as unknown as any', async () => {
  const { db } = database
  const { slug } = await insertPending(db, {
    qualification_type: 'agent_native',
    claim_review_status: 'submitted',
  })
  for (const path of ['/badge/S.svg', '/badge/S.json', '/badge/S.svg?kind=claim', '/embed/S.svg']) {
    const [pending, unknown] = [
      await read(path.replace('S', slug)),
      await read(path.replace('S', 'nobody-has-this')),
    ]
    expect(pending.status).toBe(404)
    expect(pending).toEqual(unknown)
  }
  const within5s = async (said: string) => {
    const began = Date.now()
    const path = `/badge/${slug}.json?kind=claim`
    await eventually(
      () => read(path),
      ({ text }) => text.includes(said),
    )
    expect(Date.now() - began).toBeLessThan(5_000)
  }
  await approve(db, slug)
  await within5s('under review')
  const review = { slug, actor: 'ada', verifier: 'Ada', evidence: 'Its docs.', notes: null }
  await reviewClaim(db, { ...review, status: 'verified' }, service.to)
  await within5s('"verified"')
  await withdrawListing(db, { slug, actor: 'ada', reason: 'Gone.' }, service.to)
  await eventually(
    () => read(`/badge/${slug}.svg`),
    ({ status }) => status === 404,
  )
})
