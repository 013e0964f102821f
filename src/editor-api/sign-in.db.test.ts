import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { revokeEditor } from '#db/queries/editors.ts'
import { testDatabase } from '#testing/database.ts'
import {
  type SentToDesk,
  cookieIn,
  insertTestEditor,
  testEditorPages,
  testSecret,
} from '#testing/editor-api.ts'
import { fresh } from '#testing/builders.ts'
import { type TestService, freshClient, testService } from '#testing/service-parts.ts'
import { signInLink } from './sign-in.ts'

const database = testDatabase()
const day = new Date('2026-11-29T08:00:00Z')
let now = day
let service: TestService
let desk: Awaited<ReturnType<typeof testEditorPages>>
beforeAll(async () => {
  service = await testService(database.db, { clock: () => now })
  desk = await testEditorPages(service)
})
beforeEach(() => void (now = day))

const later = (minutes: number) => void (now = new Date(day.getTime() + minutes * 60_000))
const invited = async (role: 'reviewer' | 'publisher' | 'admin' = 'publisher') => {
  const name = fresh('ed')
  return { name, token: await insertTestEditor(service, name, role) }
}
const signInWith = (token: string, sent: SentToDesk = {}) =>
  desk.send(undefined, {
    form: { action: 'sign-in', token: token },
    ...sent,
  })
const whoHas = async (cookie: string, from?: string) =>
  (await desk.send(undefined, { cookie, ...(from ? { from } : {}) })).signedIn?.editor

describe('a token', () => {
  it('becomes a cookie of eight hours, which no script and no other site can use', async () => {
    const { name, token } = await invited('reviewer')
    const page = await signInWith(` ${token}\n`)
    expect([page.location, page.headers['cache-control']]).toEqual(['/editor', 'no-store'])
    expect(page.headers['set-cookie']).toMatch(
      /^editor=[\w.-]+; Path=\/editor; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
    )
    const cookie = cookieIn(page)
    expect(cookie).not.toContain(token)
    expect(await whoHas(cookie)).toEqual({ name, role: 'reviewer' })
    later(8 * 60)
    expect(await whoHas(cookie)).toMatchObject({ name })
    later(8 * 60 + 1)
    expect(await whoHas(cookie)).toBeUndefined()
  })

  it.each([
    ['http://localhost:4321', false],
    ['http://127.0.0.1:4321', false],
    ['http://proofstack.example', true],
  ])('becomes a cookie on %s that is Secure: %j', async (site, isSecure) => {
    const { token } = await invited()
    const there = await testEditorPages({ ...service, urls: { ...service.urls, site } })
    const page = await there.send(undefined, { form: { action: 'sign-in', token } })
    expect(page.headers['set-cookie']!.endsWith('; Secure')).toBe(isSecure)
  })

  it('that is wrong is refused, ten times a minute, and then a right one waits, too', async () => {
    const from = freshClient()
    for (let index = 0; index < 10; index++) {
      const page = await signInWith('b'.repeat(43), { from })
      expect([page.status, page.headers['set-cookie']]).toEqual([401, undefined])
    }
    const { token } = await invited()
    const refused = await signInWith(token, { from })
    expect([refused.status, refused.headers['set-cookie']]).toEqual([429, undefined])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await signInWith(token)).location).toBe('/editor')
  })
})

describe('a cookie', () => {
  it('ends with its token, and that of a new invitation under the same name does not revive it', async () => {
    const { name, token } = await invited()
    const cookie = await desk.signIn(token)
    expect(await whoHas(cookie)).toBeDefined()
    await revokeEditor(database.db, name)
    expect(await whoHas(cookie)).toBeUndefined()
    const again = await desk.signIn(await insertTestEditor(service, name, 'admin'))
    expect(await whoHas(cookie)).toBeUndefined()
    expect(await whoHas(again)).toEqual({ name, role: 'admin' })
  })

  it('that is changed or made elsewhere opens nothing', async () => {
    const { name, token } = await invited()
    const cookie = await desk.signIn(token)
    const [text, mac] = cookie.split('.') as [string, string]
    const seal = JSON.parse(Buffer.from(text, 'base64url').toString()) as { until: number }
    const changed = (change: object) =>
      Buffer.from(JSON.stringify({ ...seal, ...change })).toString('base64url')
    const { name: other } = await invited('admin')
    const forged = [
      [changed({ name: other }), mac],
      [changed({ until: seal.until + 1 }), mac],
      [changed({ bound: 'local' }), mac],
      [text, mac.slice(0, -1)],
      [text, `${mac}x`],
      [text, mac, ''],
      // A printed address is sealed for another purpose.
      signInLink(testSecret, name, now).split('.'),
      signInLink('another secret of at least 32 characters', name, now).split('.'),
      ['', '', '', ''],
    ]
    for (const parts of forged) expect(await whoHas(parts.join('.'), '127.0.0.1')).toBeUndefined()
    expect(await whoHas(cookie)).toMatchObject({ name })
  })

  it('is taken away by signing out', async () => {
    const cookie = await desk.signIn((await invited()).token)
    const page = await desk.send(undefined, { cookie, form: { action: 'sign-out' } })
    expect(page.location).toBe('/editor')
    expect(page.headers['set-cookie']).toMatch(/^editor=; Path=\/editor; Max-Age=0;/)
  })
})

describe('the printed address', () => {
  const here = '127.0.0.1'
  const use = (once: string, from = here) =>
    desk.send(undefined, {
      form: { action: 'sign-in', once: once },
      from,
    })

  it('asks before it signs in, so that no preview of it uses it up; then it works once', async () => {
    const link = signInLink(testSecret, 'ada', now)
    const shown = () => desk.send(undefined, { query: `?once=${link}`, from: here })
    for (let index = 0; index < 2; index++) {
      const { once, headers } = await shown()
      expect([once, headers['set-cookie']]).toEqual([{ link, name: 'ada' }, undefined])
    }
    const first = await use(link)
    expect(first.location).toBe('/editor')
    expect(await whoHas(cookieIn(first), here)).toEqual({ name: 'ada', role: 'admin' })
    const second = await use(link)
    expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined])
  })

  it('is over after ten minutes', async () => {
    const link = signInLink(testSecret, 'ada', now)
    later(11)
    expect(
      (await desk.send(undefined, { query: `?once=${link}`, from: here })).once,
    ).toBeUndefined()
    expect((await use(link)).status).toBe(401)
  })

  it('works at this machine alone, and so does its cookie', async () => {
    const link = signInLink(testSecret, 'bea', now)
    for (const from of [freshClient(), '128.0.0.1', '::2', ''])
      expect((await use(link, from)).status).toBe(401)
    const cookie = cookieIn(await use(link, '::1'))
    expect(await whoHas(cookie, '::ffff:127.0.0.1')).toMatchObject({ name: 'bea' })
    expect(await whoHas(cookie, freshClient())).toBeUndefined()
  })

  it('that is made up or is for another purpose signs nobody in', async () => {
    const { token } = await invited()
    for (const link of ['x', await desk.signIn(token), signInLink('x'.repeat(32), 'ada', now)])
      expect((await use(link)).status).toBe(401)
  })
})
