import { expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { insertApproved, insertPending } from '#testing/builders.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import type { Fetched, GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { checkDueBadges, checkListingBadge } from './check-badge.ts'

const database = testDatabase()
const site = 'https://proofstack.example'

/** What sites answer, by their address; every other one is not there. */
function sites(pages: Record<string, string>): GuardedFetch & { asked: string[] } {
  const asked: string[] = []
  const fetch = async (url: string): Promise<Fetched> => {
    asked.push(url)
    const body = pages[url]
    if (body === undefined) return { kind: 'failed', reason: 'Nobody answers.' }
    const headers = { 'content-type': 'text/html' }
    return { kind: 'answered', status: 200, url, headers, body, isCut: false }
  }
  return Object.assign(fetch, { asked })
}

function badgeOf(slug: string, rel = '') {
  return `<a href="${site}/product/${slug}"${rel && ` rel="${rel}"`}><img src="${site}/badge/${slug}.svg"></a>`
}

async function listed(more: Parameters<typeof insertApproved>[1] = {}) {
  const { id, slug, url } = await insertApproved(database.db, more)
  const look = (body: string | undefined) =>
    checkListingBadge(
      database.db,
      { slug, actor: 'ada' },
      { fetch: sites(body === undefined ? {} : { [url]: body }), site },
    )
  const row = () =>
    rowOf(database.db, 'products', { id }, ['badge_verified', 'badge_checked_at', 'changed_at'])
  return { id, slug, url, look, row }
}

it('a badge that is found is verified at once for readers, and down again when it is gone', async () => {
  const { slug, look, row } = await listed()
  expect(await look(badgeOf(slug))).toMatchObject({
    outcome: 'changed',
    decided: { outcome: 'done', isPublic: true },
  })
  const found = await row()
  expect(found).toMatchObject({ badge_verified: true, badge_checked_at: expect.any(Date) })
  expect(await look(badgeOf(slug))).toMatchObject({ outcome: 'same' })
  expect((await row()).changed_at).toEqual(found.changed_at)
  expect(await look('<p>No badge.</p>')).toMatchObject({ outcome: 'changed' })
  expect(await row()).toMatchObject({ badge_verified: false })
})

it('a link that search engines must not follow is no badge', async () => {
  const { slug, look, row } = await listed()
  expect(await look(badgeOf(slug, 'nofollow'))).toMatchObject({ outcome: 'same' })
  expect(await row()).toMatchObject({ badge_verified: false })
})

it('a site that does not answer leaves what was known', async () => {
  const { look, row } = await listed({ badge_verified: true })
  expect(await look(undefined)).toMatchObject({ outcome: 'same', badge: { kind: 'unreachable' } })
  expect(await row()).toMatchObject({ badge_verified: true, badge_checked_at: expect.any(Date) })
})

it('the site of a listing that is not public is not requested', async () => {
  const { slug, url } = await insertPending(database.db)
  const fetch = sites({ [url]: badgeOf(slug) })
  const ask = { slug, actor: 'ada' }
  expect(await checkListingBadge(database.db, ask, { fetch, site })).toEqual({
    outcome: 'not_public',
    slug,
  })
  expect(fetch.asked).toEqual([])
})

it('over time each site is asked once a day, those that waited longest first', async () => {
  await database.db.updateTable('products').set({ badge_checked_at: new Date() }).execute()
  const day = 86_400_000
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const [older, old, fresh] = [
    await listed({ badge_checked_at: ago(3) }),
    await listed({ badge_checked_at: ago(2) }),
    await listed({ badge_checked_at: ago(0.5) }),
  ]
  const never = await listed()
  const fetch = sites({ [older.url]: badgeOf(older.slug) })
  const { left } = await checkDueBadges(database.db, { now, limit: 2 }, { fetch, site })
  expect(fetch.asked).toEqual([never.url, older.url])
  const verified = await rowsOf(database.db, 'products', { badge_verified: true }, ['slug'])
  expect(verified).toContainEqual({ slug: older.slug })
  expect(left).toBe(1)
  await checkDueBadges(database.db, { now, limit: 5 }, { fetch, site })
  expect(fetch.asked.slice(2)).toEqual([old.url])
  expect(fetch.asked).not.toContain(fresh.url)
})

it('two who look at the same time never ask the same site', async () => {
  await database.db.updateTable('products').set({ badge_checked_at: new Date() }).execute()
  const listings = [await listed(), await listed(), await listed(), await listed()]
  const fetch = sites({})
  const now = new Date()
  const look = () => checkDueBadges(database.db, { now, limit: 5 }, { fetch, site })
  const rounds = await Promise.all([look(), look()])
  expect(fetch.asked.toSorted()).toEqual(listings.map(({ url }) => url).toSorted())
  expect(rounds.reduce((sum, { done }) => sum + done, 0)).toBe(4)
})
