import path from 'node:path'
import type { Email } from 'postal-mime'
import { expect, inject, it } from 'vitest'
import { getProduct } from '#contract/operations/get-product.ts'
import { updateProduct } from '#contract/operations/update-product.ts'
import { at, call, postForm, submit, validSubmission } from '#testing/api.ts'
import { editor, eventually } from '#testing/editor.ts'
import { mailsTo } from '#testing/service-parts.ts'
import { freshAddress, request } from '#testing/service.ts'

const linkIn = ({ text = '' }: Email) => /\/manage\/[\w-]+/.exec(text)?.[0]

/** The fields of the edit form of a page, as a browser without scripts sends them. */
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

it('an owner revises a submission, proposes a change to the approved listing, and withdraws it', async () => {
  const body = validSubmission()
  const slug = String((await submit(body)).body['slug'])
  const mails = path.join(inject('served').dataDir, 'mail')
  const ownMails = () => mailsTo({ mails }, body.email)
  const [receipt] = await eventually(ownMails, (sent) => sent.some(linkIn))

  // An editor asks for a revision: the mail and the page show the notes.
  const asked = await editor(['revise', slug, '--notes', 'Say whom it is for.', '--yes'])
  expect(asked).toMatchObject({ code: 0 })
  const revision = (await ownMails()).at(-1)!
  expect(revision.text).toContain('Say whom it is for.')
  const page = await request(at(linkIn(revision)!))
  expect(page).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
  })
  expect(page.text).toContain('Say whom it is for.')

  // The owner edits it on the page, without JavaScript; the editor sees the difference.
  const fields = fieldsOf(page.text)
  expect(fields.get('name')).toBe(body['name'])
  fields.set('description', 'For those who get more letters than they can read.')
  expect((await postForm(linkIn(revision)!, fields)).text).toContain('Saved.')
  const shown = await editor(['show', slug])
  expect(shown.stdout).toMatch(/mended since[\s\S]*\+ "For those who get/)

  // The approved listing is public at once; a change by the API waits for an editor.
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

  // After its withdrawal the slug is unknown, and the domain is free.
  const accepted = (await ownMails()).at(-1)!
  expect(accepted.text).toContain('Description')
  const gone = await postForm(
    linkIn(accepted)!,
    new URLSearchParams({ action: 'withdraw', sure: 'yes' }),
  )
  expect(gone.text).toContain('is withdrawn')
  await eventually(
    () => call(getProduct, `/products/${slug}`),
    ({ status }) => status === 404,
  )
  expect((await submit(validSubmission({ url: body.url }))).status).toBe(201)
  expect(await ownMails()).toHaveLength(6)
})

it('the forms for a link and for a status reveal nothing to a stranger', async () => {
  const body = validSubmission()
  const slug = String((await submit(body)).body['slug'])
  const ask = (path: string, name: string, email: string) => postForm(path, { slug: name, email })
  const strip = (text: string, name: string) => text.replaceAll(name, '…')
  for (const form of ['/manage', '/status']) {
    const [pending, unknown] = [
      await ask(form, slug, 'stranger@else.example'),
      await ask(form, 'nobody-has-this', 'stranger@else.example'),
    ]
    expect(pending.status).toBe(unknown.status)
    expect(strip(pending.text, slug)).toBe(strip(unknown.text, 'nobody-has-this'))
  }
  expect((await ask('/status', slug, body.email)).text).toContain('It is in review.')
})
