import { expect, it } from 'vitest'
import { validSubmission } from '#testing/api.ts'
import { approve, callIn, freshClient, mailsTo, testStarters } from '#testing/service-parts.ts'
import { withdrawOwn } from './manage.ts'

const service = testStarters()

it('each write is reported once, after its commit, with its slug and nothing of its owner', async () => {
  const body = validSubmission()
  const headers = { 'idempotency-key': 'one' }
  const submit = (query: string) =>
    callIn(service, 'submit_product', `/submit${query}`, { body, headers, from: freshClient() })
  await submit('?dry_run=true')
  const slug = String((await submit('')).body['slug'])
  await submit('')
  const [mail] = await mailsTo(service, body.email)
  const token = /\/manage\/([\w-]+)/.exec(mail!.text!)![1]!
  const put = (change: Record<string, unknown>) =>
    callIn(service, 'update_product', `/products/${slug}`, {
      body: { ...body, ...change },
      headers: { authorization: `Bearer ${token}` },
    })
  const refused = await put({ description: '' })
  expect(refused.status).toBe(400)
  await put({ description: 'Does it better.' })
  await approve(service.db, slug)
  await put({ description: 'Does it best.' })
  await withdrawOwn(token, service)
  expect(service.written).toEqual([
    { write: 'submission', slug },
    { write: 'revision', slug },
    { write: 'proposal', slug },
    { write: 'withdrawal', slug },
  ])
})
