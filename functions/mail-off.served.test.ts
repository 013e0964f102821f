import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect, inject, it } from 'vitest'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { call, submission, validSubmission } from '#testing/api.ts'
import { editor } from '#testing/editor.ts'
import { request } from '#testing/service.ts'

async function mailsTo(address: string): Promise<Email[]> {
  const folder = path.join(inject('served').dataDir, 'mail')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'))
  const mails = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(path.join(folder, file)))),
  )
  return mails.filter(({ to }) => to?.[0]?.address === address)
}

it('the off link of a mail ends mails to its address by one click, and brings them back', async () => {
  const body = validSubmission()
  const sent = submission(body)
  const { slug } = (await call(submitProduct, sent.path, sent)).body
  const [mail] = await mailsTo(body.email)
  const header = mail!.headers.find(({ key }) => key === 'list-unsubscribe')!.value
  const link = new URL(header.slice(1, -1))
  expect(link.href).not.toMatch(/@|%40/)
  expect(mail!.text).toContain(link.href)
  const url = `${inject('served').url}${link.pathname}${link.search}`

  // A scanner that fetches the link changes nothing.
  for (let times = 0; times < 2; times++)
    expect((await request(url)).text).toContain('No more mails</button>')
  // RFC 8058.
  const clicked = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(clicked).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
  expect(clicked.text).toContain('Mails to your address are off.')

  const before = (await mailsTo(body.email)).length
  await editor(['reject', String(slug), '--reason', 'No.', '--yes'])
  expect(await mailsTo(body.email)).toHaveLength(before)

  const again = await request(`${url}&mails=on`, { method: 'POST' })
  expect(again.text).toContain('are on again')
  expect((await request(`${url}x`, { method: 'POST' })).status).toBe(404)
})
