import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { testDatabase } from '#testing/database.ts'
import { insertPending } from '#testing/builders.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { rejectListing } from './reject.ts'

const database = testDatabase()
const urls = addresses('https://directory.example')
const reason = 'It has no <website> yet.\nCome back when it has.'
const reject = (slug: string) => rejectListing(database.db, { slug, actor: 'ada', reason }, urls)

it('a rejection keeps the reason and tells the submitter, and the changelog says nothing', async () => {
  const { db } = database
  const { id, slug, name, submitter_email } = await insertPending(db)
  const outcome = await reject(slug)
  const mails = await rowsOf(db, 'outbox', { product_id: id })
  expect(outcome).toEqual({ outcome: 'done', slug, name, isPublic: false, mailIds: [mails[0]!.id] })
  expect(mails).toMatchObject([
    {
      kind: 'rejection',
      to_email: submitter_email,
      payload: { name, reason, submit_url: 'https://directory.example/submit' },
    },
  ])
  expect(await rowOf(db, 'products', { id })).toMatchObject({
    status: 'rejected',
    rejection_reason: reason,
    rejected_at: expect.any(Date),
    approved_at: null,
    referral_code: null,
  })
  expect(await rowsOf(db, 'audit', { product_id: id }, ['actor', 'action', 'detail'])).toEqual([
    { actor: 'ada', action: 'reject', detail: { reason } },
  ])
  expect(await rowsOf(db, 'changelog', { product_id: id })).toEqual([])
})

it('the domain is free after a rejection, and the slug is not', async () => {
  const { slug, domain } = await insertPending(database.db)
  await expect(insertPending(database.db, { domain })).rejects.toMatchObject({
    constraint: 'products_domain_key',
  })
  await reject(slug)
  expect((await insertPending(database.db, { domain })).domain).toBe(domain)
  await expect(insertPending(database.db, { slug, domain: `new.${domain}` })).rejects.toMatchObject(
    { constraint: 'products_slug_key' },
  )
})

it('a listing that nobody submitted is rejected without a mail', async () => {
  const { id, slug, name } = await insertPending(database.db, { submitter_email: null })
  expect(await reject(slug)).toEqual({ outcome: 'done', slug, name, isPublic: false, mailIds: [] })
  expect(await rowsOf(database.db, 'outbox', { product_id: id })).toEqual([])
})
