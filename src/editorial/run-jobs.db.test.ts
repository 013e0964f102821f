import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { insertMails } from '#db/queries/outbox.ts'
import { askForRebuild, rebuildState } from '#db/queries/rebuilds.ts'
import { mailOf } from '#mail/mails.ts'
import type { Fetched } from '#proof/fetch/guarded-fetch.ts'
import { fresh, insertApproved, insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { testMailer } from '#testing/mailer.ts'
import { emptyTables, insertRow, setRows } from '#testing/rows.ts'
import { type JobName, type JobParts, jobNames, jobs } from './jobs.ts'
import { catchUp, runJobs, keepDoing } from './run-jobs.ts'
import { runDueRebuild } from './rebuilds.ts'

const database = testDatabase()
const bounds = { stopMs: 60_000, endMs: 60_000, lastMs: 60_000, most: 1_000 }
const site = 'https://proofstack.example'

let sent: string[]
let logged: string[]
let built: number
/** What keeps a job waiting until the test lets go. */
let gate: PromiseWithResolvers<void> | undefined

beforeEach(async () => {
  sent = []
  logged = []
  built = 0
  gate = undefined
  await emptyTables(database.db, 'outbox', 'rebuilds', 'limiter_events', 'proofs')
  await emptyTables(database.db, 'claims', 'editor_notices')
  await database.db.updateTable('products').set({ badge_checked_at: new Date() }).execute()
})

function parts(more: Partial<JobParts> = {}): JobParts {
  const log = (message: string) => void logged.push(message)
  const send = async ({ to }: { to: string }) => {
    await gate?.promise
    sent.push(to)
    return true
  }
  const mailer = testMailer(send, { log, template: async () => ({ html: '', text: '' }) })
  return {
    db: database.db,
    mailer: async () => mailer,
    network: { fetch: nobody, site },
    gitHub: { fetch: unchanged, token: undefined },
    claims: { resolveTxt: async () => claimed.map((id) => [id]), urls: addresses(site) },
    rebuild: () =>
      runDueRebuild(database.db, async () => {
        built++
      }),
    clock: () => new Date(),
    log,
    ...more,
  }
}

const nobody = async (): Promise<Fetched> => ({ kind: 'failed', reason: 'Nobody answers.' })

/** A host of repositories that have no commit since they were read. */
const unchanged = async (url: string): Promise<Fetched> => {
  const about = { html_url: 'https://github.com/acme/app', default_branch: 'main', archived: false }
  const newest = { sha: commit, commit: { committer: { date: '2026-11-20T10:00:00Z' } } }
  const body = JSON.stringify(url.includes('/commits/') ? newest : { ...about, license: null })
  return { kind: 'answered', status: 200, url, headers: {}, body, isCut: false }
}
const commit = 'a'.repeat(40)
/** The ids of claims that are in the DNS. */
const claimed: string[] = []

/** One thing to do for each job, and for the mails so many. */
async function giveWork(mails = 1) {
  const fields = { name: 'Acme', reason: 'No.', submit_url: `${site}/submit` }
  const mail = { ...mailOf('withdrawal', fields), product_id: null }
  const all = Array.from({ length: mails }, (_, n) => ({ ...mail, to_email: `a${n}@acme.example` }))
  await insertMails(database.db, all)
  await setRows(database.db, 'outbox', {}, { next_attempt_at: new Date(0) })
  const at = sql`now() - interval '2 days'`
  await insertRow(database.db, 'limiter_events', { bucket: 'b', key: 'k', at })
  await insertPending(database.db)
  const { id: product_id } = await insertApproved(database.db)
  const read = { commit, checked_at: new Date(0), tools: '[]' }
  const repository = 'https://github.com/acme/app'
  await insertRow(database.db, 'proofs', { ...read, product_id, repository })
  const id = fresh('claim')
  claimed.push(id)
  const proof = { where: 'dns:acme.example', commit: null, repository_id: null, on: '2026-11-01' }
  const claim = { id, product_id, email: 'ada@acme.example', way: 'dns', state: 'proved' } as const
  await insertRow(database.db, 'claims', {
    ...claim,
    token_hash: id,
    proof: JSON.stringify(proof),
    next_look_at: new Date(0),
  })
  await askForRebuild(database.db, 'ada')
}

const all = (given = parts(), within = bounds) => runJobs(given, jobNames, within)
const done = (name: string, count = 1) => ({
  name,
  outcome: 'done',
  done: count,
  left: 0,
  failed: 0,
  milliseconds: expect.any(Number),
})

/** Editors are told by mail, which would count as work of the job `mails`: they have a test of their own. */
const dueOf = (name: JobName) => (name === 'notices' ? 0 : 1)

describe('a round of jobs', () => {
  it('does what is due of each, says so, and has nothing to do the next time', async () => {
    await giveWork()
    expect(await all()).toEqual(jobNames.map((name) => done(name, dueOf(name))))
    expect([sent, built]).toEqual([['a0@acme.example'], 1])
    expect(await all()).toEqual(jobNames.map((name) => done(name, 0)))
    expect(logged).toEqual([])
  })

  it('tells editors of new work once', async () => {
    await insertPending(database.db)
    const notices = { mail: 'editors@directory.example', urls: addresses(site) }
    const tell = () => runJobs(parts({ notices }), ['notices'], bounds)
    expect([await tell(), await tell()]).toEqual([[done('notices')], [done('notices', 0)]])
    expect(sent).toEqual(['editors@directory.example'])
  })

  it('twice at once does each thing once', async () => {
    await giveWork(30)
    const rounds = await Promise.all([all(), all(), all()])
    expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted())
    expect([sent.length, built]).toEqual([30, 1])
    for (const name of jobNames) {
      const counts = rounds.map((reports) => reports.find((one) => one.name === name)!.done!)
      const total = counts.reduce((sum, count) => sum + count, 0)
      expect(`${name}: ${total}`).toBe(`${name}: ${name === 'mails' ? 30 : dueOf(name)}`)
    }
  })

  it('does no more than it is asked to, tells what is left, and the next round goes on', async () => {
    await giveWork(7)
    const [mails] = await all(parts(), { ...bounds, most: 5 })
    expect(mails).toMatchObject({ name: 'mails', done: 5, left: 2 })
    expect((await all())[0]).toMatchObject({ done: 2, left: 0 })
  })

  it('logs and reports a failed job without its message, and runs the others', async () => {
    await giveWork()
    const mailer = () => Promise.reject(new Error('ada@acme.example has no templates'))
    const reports = await all(parts({ mailer }))
    expect(reports[0]).toMatchObject({ name: 'mails', outcome: 'failed', done: null, left: null })
    expect(reports.slice(1)).toMatchObject(jobNames.slice(1).map((name) => done(name, dueOf(name))))
    expect(JSON.stringify(reports)).not.toContain('acme')
    expect(logged).toEqual(['the job mails failed'])
  })

  it('one that hangs is not waited for, and its work is taken up when the claim runs out', async () => {
    await giveWork()
    gate = Promise.withResolvers()
    const reports = await all(parts(), { ...bounds, endMs: 300 })
    expect(reports[0]).toMatchObject({ name: 'mails', outcome: 'late', done: null })
    expect(reports.at(-1)).toMatchObject({ name: 'rebuilds', outcome: 'done', done: 1 })
    const free = { locked_until: sql`now() - interval '1 second'`, next_attempt_at: sql`now()` }
    await setRows(database.db, 'outbox', {}, free)
    const stuck = gate
    gate = undefined
    expect((await all())[0]).toMatchObject({ outcome: 'done', done: 1 })
    stuck.resolve()
  })

  it('begins nothing new once its time is over', async () => {
    await giveWork(30)
    const over = await all(parts(), { ...bounds, stopMs: 0 })
    expect(over[0]!.done! + over[0]!.left!).toBe(30)
    expect(over[0]!.done).toBeLessThan(30)
  })

  it('a rebuild comes last, so that it takes up what a badge asked for', async () => {
    const { slug, url } = await insertApproved(database.db)
    const body = `<a href="${site}/product/${slug}"><img src="${site}/badge/${slug}.svg"></a>`
    const fetch = async (): Promise<Fetched> => ({
      kind: 'answered',
      status: 200,
      url,
      headers: { 'content-type': 'text/html' },
      body,
      isCut: false,
    })
    await all(parts({ network: { fetch, site } }))
    expect(built).toBe(1)
    expect((await rebuildState(database.db)).waiting).toBeNull()
  })

  it('reports a failed builder, and keeps the row for the next round', async () => {
    await giveWork()
    const rebuild = () => runDueRebuild(database.db, () => Promise.reject(new Error('500')))
    const reports = await all(parts({ rebuild }))
    expect(reports.at(-1)).toMatchObject({ outcome: 'done', done: 0, failed: 1, left: 1 })
  })

  it('checks no badge for a site without a public address', async () => {
    await giveWork()
    const reports = await all(parts({ network: null }))
    expect(reports.find(({ name }) => name === 'badges')).toMatchObject({ done: 0, left: 0 })
  })
})

describe('after an answer', () => {
  it('a few mails and the rebuild that waits are done, and nothing that takes long', async () => {
    await giveWork(7)
    await catchUp(parts())
    expect([sent.length, built]).toEqual([5, 1])
    const due = await database.db.selectFrom('limiter_events').select('key').execute()
    expect(due).toHaveLength(1)
  })
})

describe('by timers', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('each job comes in its time, not while it runs, and none after the end', async () => {
    await giveWork()
    gate = Promise.withResolvers()
    const stop = keepDoing(parts())
    vi.advanceTimersByTime(jobs.mails.everyMs - 1)
    expect(built).toBe(0)
    vi.advanceTimersByTime(1)
    await vi.waitFor(() => expect(built).toBe(1))
    // The mail of the first round hangs: no second sender begins beside it.
    await insertMails(database.db, [
      { kind: 'withdrawal', product_id: null, to_email: 'b@acme.example', payload: {} },
    ])
    vi.advanceTimersByTime(jobs.mails.everyMs * 3)
    gate.resolve()
    await vi.waitFor(() => expect(sent).toEqual(['a0@acme.example']))
    stop()
    await askForRebuild(database.db, 'ada')
    vi.advanceTimersByTime(jobs.badges.everyMs)
    expect(vi.getTimerCount()).toBe(0)
    expect(built).toBe(1)
  })
})
