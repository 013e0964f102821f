import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { testDatabase } from '#testing/database.ts'
import { insertApproved, insertPending } from '#testing/builders.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { rejectListing } from './reject.ts'

const database = testDatabase()
const urls = addresses('https://directory.example')
const reason = 'It has no <website> yet.\nCome back when it has.'
const reject = (slug: string, actor = 'ada') =>
  rejectListing(database.db, { slug, actor, reason }, urls)

it('a rejection keeps the reason and tells the submitter, and the changelog says nothing', async () => {
  const { db } = database
  const { id, slug, name, submitter_email } = await insertPending(db)
  const outcome = await reject(slug)
  const mails = await rowsOf(db, 'outbox', { product_id: id }, [
    'id',
    'kind',
    'to_email',
    'payload',
  ])
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

it('a second rejection changes nothing and names the first editor', async () => {
  const { slug } = await insertPending(database.db)
  await reject(slug, 'ada')
  expect(await reject(slug, 'grace')).toEqual({
    outcome: 'not_allowed',
    slug,
    status: 'rejected',
    by: 'ada',
  })
})

it('an approved listing is not rejected, and neither is an unknown one', async () => {
  const { slug } = await insertApproved(database.db)
  expect(await reject(slug)).toMatchObject({ outcome: 'not_allowed', status: 'approved' })
  expect(await reject('nobody-has-this')).toEqual({ outcome: 'unknown', slug: 'nobody-has-this' })
})
