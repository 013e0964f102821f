import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMails } from '#db/queries/outbox.ts'
import { askForRebuild, rebuildState } from '#db/queries/rebuilds.ts'
import { mailOf } from '#mail/mails.ts'
import { testDatabase } from '#testing/database.ts'
import { testMailer } from '#testing/mailer.ts'
import { type Builder, sideEffects } from './side-effects.ts'
import { buildFirst, runDueRebuild } from './rebuilds.ts'

const database = testDatabase()
const calls: string[] = []
let answer = 202
let url: string
const hook = createServer((request, response) => {
  calls.push(`${request.method} ${request.url}`)
  response.writeHead(answer).end()
})
const mailer = testMailer(async () => true)

beforeAll(async () => {
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/secret-part`
})
afterAll(() => new Promise((resolve) => hook.close(resolve)))
beforeEach(async () => {
  calls.length = 0
  answer = 202
  await database.db.deleteFrom('rebuilds').execute()
})

const follow = (builder: Builder, decided: { mailIds: string[]; isPublic: boolean }) =>
  sideEffects({ db: database.db, mailer: async () => mailer, builder }, decided)
const nothing = { mailIds: [], isPublic: true }

describe('side effects', () => {
  it('send the mails of the decision, and request no build when public data is unchanged', async () => {
    const fields = { name: 'Acme', reason: 'No.', submit_url: 'https://proofstack.example/submit' }
    const mail = { ...mailOf('withdrawal', fields), product_id: null, to_email: 'a@acme.example' }
    const mailIds = await insertMails(database.db, [mail])
    expect(await follow({ kind: 'hook', url }, { mailIds, isPublic: false })).toEqual({
      mails: [{ kind: 'withdrawal', delivered: true, accepted: true }],
      rebuild: null,
    })
    expect(calls).toEqual([])
  })

  it('calls the hook once for the row that waits, and the row is done', async () => {
    await askForRebuild(database.db, 'ada')
    await askForRebuild(database.db, 'grace')
    expect((await follow({ kind: 'hook', url }, nothing)).rebuild).toEqual({ state: 'asked' })
    expect((await follow({ kind: 'hook', url }, nothing)).rebuild).toEqual({ state: 'asked' })
    expect(calls).toEqual(['POST /secret-part'])
    expect(await rebuildState(database.db)).toMatchObject({ waiting: null, running: null })
  })

  it('keep the row for another attempt when the hook fails, and never show its address', async () => {
    await askForRebuild(database.db, 'ada')
    answer = 500
    const { rebuild } = await follow({ kind: 'hook', url }, nothing)
    expect(rebuild).toMatchObject({ state: 'failed', error: expect.stringContaining('500') })
    const state = await rebuildState(database.db)
    expect(state).toMatchObject({ waiting: { attempts: 1 } })
    expect(JSON.stringify([rebuild, state])).not.toContain('secret-part')
  })

  it('notify a running server, which takes the row itself', async () => {
    await askForRebuild(database.db, 'ada')
    expect((await follow({ kind: 'server', url }, nothing)).rebuild).toEqual({ state: 'asked' })
    expect(calls).toHaveLength(1)
    expect((await rebuildState(database.db)).waiting).not.toBeNull()
    expect((await follow({ kind: 'none' }, nothing)).rebuild).toEqual({ state: 'no_server' })
  })
})

describe('a builder', () => {
  it('builds what is due and nothing else', async () => {
    let built = 0
    const build = async () => void built++
    expect(await runDueRebuild(database.db, build)).toEqual({ state: 'none' })
    await askForRebuild(database.db, 'ada')
    expect(await runDueRebuild(database.db, build)).toEqual({ state: 'done' })
    expect(await runDueRebuild(database.db, build)).toEqual({ state: 'none' })
    expect(built).toBe(1)
  })

  it('a build that throws is a failure with its reason, kept beside the row', async () => {
    await askForRebuild(database.db, 'ada')
    const build = () => Promise.reject(new Error('a page is broken'))
    const failed = { state: 'failed', error: 'a page is broken' }
    expect(await runDueRebuild(database.db, build)).toEqual(failed)
    expect((await rebuildState(database.db)).failed?.error).toBe('a page is broken')
  })

  it('the first build of a server settles earlier requests, and is made without any, too', async () => {
    let built = 0
    const build = async () => void built++
    await buildFirst(database.db, build)
    await askForRebuild(database.db, 'ada')
    await buildFirst(database.db, build)
    expect(built).toBe(2)
    expect((await rebuildState(database.db)).waiting).toBeNull()
    await askForRebuild(database.db, 'ada')
    const failing = buildFirst(database.db, () => Promise.reject(new Error('a page is broken')))
    await expect(failing).rejects.toThrow('a page is broken')
  })
})
