import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { insertApproved, insertPending, insertRejected } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { awayDatabase, bareService } from '#testing/service-parts.ts'
import { insertRow, rowOf } from '#testing/rows.ts'
import { confirmOwner } from './confirm-owner.ts'

const database = testDatabase()
const sent = new Date('2026-11-01T12:00:00Z')
let now = sent
let name: string

const confirm = (token: string, isConfirmed: boolean) =>
  confirmOwner(
    { token, isConfirmed },
    bareService({ db: database.db, clock: () => now, log: () => {} }),
  )

async function linkFor(token: string, email: string, insert: typeof insertPending = insertPending) {
  const listing = await insert(database.db)
  name = listing.name
  await insertRow(database.db, 'owner_claims', {
    product_id: listing.id,
    email: email.replace('DOMAIN', listing.domain),
    token_hash: createHash('sha256').update(token).digest('base64url'),
    token_expires_at: new Date(sent.getTime() + 7 * 86_400_000),
  })
  return listing
}

const statusOf = async (id: string) =>
  (await rowOf(database.db, 'owner_claims', { product_id: id }, ['status'])).status

beforeAll(() => {
  now = sent
})

it.each([insertPending, insertApproved])(
  'a scanner that reads the link changes nothing; the button confirms, once, this claim alone',
  async (insert) => {
    const [link, { id: other }] = [insert.name, await linkFor(`${insert.name} 2`, 'ada@DOMAIN')]
    const { id } = await linkFor(link, 'ada@DOMAIN', insert)
    for (let times = 0; times < 2; times++)
      expect(await confirm(link, false)).toEqual({ kind: 'open', name })
    expect(await confirm(link, true)).toEqual({ kind: 'confirmed', name })
    expect(await confirm(link, true)).toEqual({ kind: 'unknown' })
    // The address is at the listing's own domain.
    expect([await statusOf(id), await statusOf(other)]).toEqual(['domain_verified', 'unverified'])
    expect(await rowOf(database.db, 'owner_claims', { product_id: id })).toMatchObject({
      verified_at: now,
      token_hash: null,
      token_expires_at: null,
    })
  },
)

it('of ten presses at the same time one counts', async () => {
  await linkFor('ten', 'ada@DOMAIN')
  const presses = await Promise.all(Array.from({ length: 10 }, () => confirm('ten', true)))
  expect(presses.filter(({ kind }) => kind === 'confirmed')).toHaveLength(1)
})

it('a link is unknown once the listing is rejected', async () => {
  const { id } = await linkFor('no', 'ada@DOMAIN', insertRejected)
  for (const isConfirmed of [false, true])
    expect(await confirm('no', isConfirmed)).toEqual({ kind: 'unknown' })
  expect(await statusOf(id)).toBe('unverified')
})

it('an address elsewhere is confirmed as an address alone', async () => {
  const { id } = await linkFor('two', 'ada@elsewhere.example')
  await confirm('two', true)
  expect(await statusOf(id)).toBe('email_verified')
})

it('is open for seven days and not a second longer', async () => {
  const { id } = await linkFor('three', 'ada@elsewhere.example')
  now = new Date(sent.getTime() + 7 * 86_400_000 - 1000)
  expect(await confirm('three', false)).toEqual({ kind: 'open', name })
  now = new Date(sent.getTime() + 7 * 86_400_000)
  expect(await confirm('three', false)).toEqual({ kind: 'unknown' })
  expect(await confirm('three', true)).toEqual({ kind: 'unknown' })
  expect(await statusOf(id)).toBe('unverified')
  now = sent
})

it('a token that nobody was sent is unknown, and a database that is away says so', async () => {
  expect(await confirm('', false)).toEqual({ kind: 'unknown' })
  const logged: string[] = []
  const log = (message: string) => void logged.push(message)
  const state = await confirmOwner(
    { token: 'x', isConfirmed: true },
    bareService({ db: awayDatabase(), clock: () => now, log }),
  )
  expect(state).toEqual({ kind: 'away' })
  expect(logged).toEqual(['a verification link could not be read'])
})
