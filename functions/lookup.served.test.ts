import { expect, it } from 'vitest'
import { lookupByUrl } from '#contract/operations/lookup-by-url.ts'
import { api, call } from '#testing/api.ts'
import { request } from '#testing/service.ts'

it('the answer for an unlisted domain links to the submission docs, and the link works', async () => {
  const { body } = await call(lookupByUrl, '/lookup?url=nobody-lists-this.example')
  const { pathname } = new URL(String(body['submit_docs_url']))
  expect((await request(api().replace('/api/v1', pathname))).text).toContain('<h1>Submit')
})
