// `bench publish`: the time from the commit of an approval until readers see it, without a build.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { submitProduct } from '#contract/operations/submit-product.ts'
import type { Db } from '#db/connect.ts'
import { submission, validSubmission } from '#testing/api.ts'
import { request } from '#testing/service.ts'
import { approve } from '../approve.ts'
import { type Figure, rounded } from '../figures.ts'
import type { Environment } from './environment.ts'

const patienceMs = 10_000

export async function measurePublish(
  { dataDir, settings }: Environment,
  { url, db }: { url: string; db: Db },
): Promise<Figure[]> {
  const body = validSubmission()
  const { path, ...options } = submission(body)
  const submitted = await request(`${url}/api/v1${path}`, options)
  const { slug } = submitProduct.responses[201].schema.parse(submitted.json())
  const addresses = {
    'the list': '/api/v1/products',
    'the listing': `/api/v1/products/${slug}`,
    search: `/api/v1/search?q=${encodeURIComponent(String(body['name']))}`,
    'its page': `/product/${slug}`,
  }
  // Polls while the command runs, because it ends some time after its commit.
  const approved = approve(slug, dataDir, settings)
  let giveUpAt = Number.POSITIVE_INFINITY
  void approved.then(() => (giveUpAt = Date.now() + patienceMs))
  const seen = Object.entries(addresses).map(async ([name, address]) => {
    while (Date.now() < giveUpAt) {
      const { status, text } = await request(url + address)
      if (status === 200 && text.includes(slug)) return [name, Date.now()] as const
      await sleep(20)
    }
    throw new Error(`The approval was not in ${name} within ${patienceMs / 1000} s.`)
  })
  const moments = await Promise.all(seen)
  const { rows } = await sql<{ approved_at: Date }>`
    select approved_at from products where slug = ${slug}`.execute(db)
  const approvedAt = rows[0]!.approved_at.getTime()
  await approved
  return moments.map(([name, at]) => [`approval seen in ${name}`, `${rounded(at - approvedAt)} ms`])
}
