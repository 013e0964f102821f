import { expect, inject, it } from 'vitest'
import { listChangelog } from '#contract/operations/list-changelog.ts'
import { call } from '#testing/api.ts'
import { editor, eventually } from '#testing/editor.ts'
import { request } from '#testing/service.ts'

it('a weekly issue is news with its lead product, and a page after the rebuild', async () => {
  expect((await request(`${inject('served').url}/weekly/1`)).status).toBe(404)
  const published = await editor(['weekly', '1', '--yes', '--json', '--as', 'ada'])
  expect(JSON.parse(published.stdout)).toMatchObject({
    outcome: 'published',
    number: 1,
    rebuild: 'asked',
  })
  const { body } = await call(listChangelog, '/changelog?limit=1')
  expect(body).toMatchObject({
    items: [
      {
        type: 'weekly_issue_published',
        product: { slug: 'workers-oauth-provider' },
        issue: {
          number: 1,
          url: expect.stringMatching(/^http:.*\/weekly\/1$/),
          product_slugs: expect.arrayContaining(['vinext', 'browser-use']),
        },
      },
    ],
  })
  const page = await eventually(
    () => request(`${inject('served').url}/weekly/1`),
    ({ status }) => status === 200,
  )
  expect(page.text).toContain('<a href="/product/vinext">vinext</a> builds')
  expect(page.text.match(/<article/g)).toHaveLength(4)
  const twin = (await request(`${inject('served').url}/weekly/1.md`)).text
  expect(twin).toMatch(/^# Software that agents helped to write\n/)
  expect(twin).toMatch(/\[vinext\]\(http[^)]*\/product\/vinext\) builds/)
})
