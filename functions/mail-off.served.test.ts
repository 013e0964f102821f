import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { at, postForm, submit, validSubmission } from '#testing/api.ts'
import { editor } from '#testing/editor.ts'
import { mailsTo } from '#testing/service-parts.ts'
import { request } from '#testing/service.ts'

it('the unsubscribe link of a mail turns mails to its address off with one click, and on again', async () => {
  const mails = path.join(inject('served').dataDir, 'mail')
  const body = validSubmission()
  const { slug } = (await submit(body)).body
  const [mail] = await mailsTo({ mails }, body.email)
  const header = mail!.headers.find(({ key }) => key === 'list-unsubscribe')!.value
  const link = new URL(header.slice(1, -1))
  expect(link.href).not.toMatch(/@|%40/)
  expect(mail!.text).toContain(link.href)
  const url = at(link.pathname + link.search)

  // A scanner that fetches the link changes nothing.
  for (let times = 0; times < 2; times++)
    expect((await request(url)).text).toContain('No more mails</button>')
  // RFC 8058.
  const oneClick = { 'List-Unsubscribe': 'One-Click' }
  const clicked = await postForm(link.pathname + link.search, oneClick)
  expect(clicked).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
  expect(clicked.text).toContain('Mails to your address are off.')

  const before = (await mailsTo({ mails }, body.email)).length
  await editor(['reject', String(slug), '--reason', 'It is none.', '--yes'])
  expect(await mailsTo({ mails }, body.email)).toHaveLength(before)

  const again = await request(`${url}&mails=on`, { method: 'POST' })
  expect(again.text).toContain('are on again')
  expect((await request(`${url}x`, { method: 'POST' })).status).toBe(404)
})
