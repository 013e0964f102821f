import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect, inject, it } from 'vitest'
import { getProduct } from '#contract/operations/get-product.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { updateProduct } from '#contract/operations/update-product.ts'
import { call, submission, validSubmission } from '#testing/api.ts'
import { editor, eventually } from '#testing/editor.ts'
import { freshAddress, request } from '#testing/service.ts'

const site = () => inject('served').url

/** The mails to an address, in the order in which they were written. */
async function mailsTo(address: string): Promise<Email[]> {
  const folder = path.join(inject('served').dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const number = (name: string) => Number(/outbox-(\d+)/.exec(name)?.[1])
  const mails = await Promise.all(
    names
      .sort((a, b) => number(a) - number(b))
      .map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
  )
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address))
}

const linkIn = ({ text = '' }: Email) => /\/manage\/[\w-]+/.exec(text)?.[0]

/** The fields of the first form of a page as a browser without scripts would send them. */
function fieldsOf(html: string): URLSearchParams {
  const form = /<form method="post"[\s\S]*?<\/form>/.exec(
    html.slice(html.indexOf('name="action" value="save"') - 400),
  )![0]
  const decoded = (text: string) =>
    text
      .replace(/&#34;|&quot;/g, '"')
      .replace(/&#38;|&amp;/g, '&')
      .replace(/&#39;/g, "'")
  const fields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1]
    const isTicked = !/type="checkbox"/.test(tag) || /\schecked/.test(tag)
    if (name && isTicked) fields.append(name, decoded(/value="([^"]*)"/.exec(tag)?.[1] ?? ''))
  }
  for (const [, name, text] of form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)</g))
    fields.append(name!, decoded(text!))
  return fields
}

const post = (at: string, fields: URLSearchParams) =>
  request(`${site()}${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fields.toString(),
    from: freshAddress(),
  })

it('an owner goes from the receipt over a revision, an approval and a proposal to a withdrawal', async () => {
  const body = validSubmission()
  const sent = submission(body)
  const { slug } = submitProduct.responses[201].schema.parse(
    (await call(submitProduct, sent.path, sent)).body,
  )
  const [receipt] = await eventually(
    () => mailsTo(body.email),
    (mails) => mails.some(linkIn),
  )

  // An editor asks; the mail and the page have the notes.
  const asked = await editor(['revise', slug, '--notes', 'Say whom it is for.', '--yes'])
  expect(asked).toMatchObject({ code: 0 })
  const revision = (await mailsTo(body.email)).at(-1)!
  expect(revision.text).toContain('Say whom it is for.')
  const page = await request(`${site()}${linkIn(revision)}`)
  expect(page).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
  })
  expect(page.text).toContain('Say whom it is for.')

  // The owner mends it on the page, without JavaScript; the editor sees what changed.
  const fields = fieldsOf(page.text)
  expect(fields.get('name')).toBe(body['name'])
  fields.set('description', 'For those who get more letters than they can read.')
  expect((await post(linkIn(revision)!, fields)).text).toContain('Saved.')
  const shown = await editor(['show', slug])
  expect(shown.stdout).toMatch(/mended since[\s\S]*\+ "For those who get/)

  // Approved, it is public at once; a change by API waits for an editor.
  expect(await editor(['approve', slug, '--yes'])).toMatchObject({ code: 0 })
  await eventually(
    () => call(getProduct, `/products/${slug}`),
    ({ status }) => status === 200,
  )
  const token = linkIn(receipt!)!.split('/').at(-1)!
  const proposed = await call(updateProduct, `/products/${slug}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...body, description: 'Reads the letters of a town hall.' }),
    from: freshAddress(),
  })
  expect(proposed).toMatchObject({ status: 202, body: { changed_fields: ['description'] } })
  expect((await editor(['proposals'])).stdout).toContain(slug)
  expect(await editor(['accept', slug, '--yes'])).toMatchObject({ code: 0 })
  await eventually(
    () => call(getProduct, `/products/${slug}`),
    ({ text }) => text.includes('Reads the letters of a town hall.'),
  )

  // Withdrawn by its owner, it is unknown, and its domain is free.
  const accepted = (await mailsTo(body.email)).at(-1)!
  expect(accepted.text).toContain('Description')
  const gone = await post(
    linkIn(accepted)!,
    new URLSearchParams({ action: 'withdraw', sure: 'yes' }),
  )
  expect(gone.text).toContain('is withdrawn')
  await eventually(
    () => call(getProduct, `/products/${slug}`),
    ({ status }) => status === 404,
  )
  const again = submission(validSubmission({ url: body.url }))
  expect((await call(submitProduct, again.path, again)).status).toBe(201)
  const subjects = (await mailsTo(body.email)).map(({ subject }) => subject)
  expect(subjects).toHaveLength(6)
})

it('asking for a link and for a status tell a stranger nothing', async () => {
  const body = validSubmission()
  const sent = submission(body)
  const { slug } = submitProduct.responses[201].schema.parse(
    (await call(submitProduct, sent.path, sent)).body,
  )
  const ask = (at: string, name: string, email: string) =>
    post(at, new URLSearchParams({ slug: name, email }))
  const strip = (text: string, name: string) => text.replaceAll(name, '…')
  for (const at of ['/manage', '/status']) {
    const [pending, unknown] = [
      await ask(at, slug, 'stranger@else.example'),
      await ask(at, 'nobody-has-this', 'stranger@else.example'),
    ]
    expect(pending.status).toBe(unknown.status)
    expect(strip(pending.text, slug)).toBe(strip(unknown.text, 'nobody-has-this'))
  }
  expect((await ask('/status', slug, body.email)).text).toContain('It is in review.')
})
