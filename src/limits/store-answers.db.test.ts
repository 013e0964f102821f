import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readBuckets } from '#contract/limits.ts'
import { testDatabase } from '#testing/database.ts'
import { processReadLimiter } from './read-limiter.ts'
import { limitStore } from './store.ts'
import { storeReadLimiter } from './store-reads.ts'
import { storeLimiter } from './store-submissions.ts'
import { type SubmissionLimiter, postgresLimiter } from './submission-limiter.ts'

const secret = 'a secret of at least 32 characters, for tests'
const database = testDatabase()

/** Limiters whose store gives this answer. */
async function withStore<T>(
  answer: RequestListener,
  work: (limits: ReturnType<typeof limitsAt>) => Promise<T>,
): Promise<T> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await work(limitsAt(`http://127.0.0.1:${port}`))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function limitsAt(url: string) {
  const logged: string[] = []
  const log = (message: string, error: unknown) => logged.push(`${message}: ${String(error)}`)
  const store = limitStore({ url, token: 'guessed', log, now: () => 0 })
  const postgres = postgresLimiter(() => database.db, secret)
  const here = processReadLimiter({ policies: readBuckets, secret, now: () => 0 })
  return {
    submissions: storeLimiter(store, postgres),
    reads: storeReadLimiter(store, here, readBuckets, secret, () => new Date()),
    logged,
  }
}

const attempt = ({ count, slots }: SubmissionLimiter, block: string) =>
  count(slots.ofAttempt(block))

const base64 = (text: string) => Buffer.from(text).toString('base64')
const nonsense: { title: string; status?: number; body: string }[] = [
  { title: 'a page', body: '<h1>It works!</h1>' },
  { title: 'nothing', body: '' },
  { title: 'null', body: 'null' },
  { title: 'an empty object', body: '{}' },
  { title: 'no result', body: '{"result":null}' },
  { title: 'words', body: `{"result":"${base64('hello')}"}` },
  { title: 'a list of words', body: `{"result":["${base64('a')}","${base64('b')}"]}` },
  { title: 'an empty list', body: '{"result":[]}' },
  { title: 'a number below zero', body: '{"result":-1}' },
  { title: 'a wait of years', body: '{"result":99999999999}' },
  { title: 'half a millisecond', body: '{"result":0.5}' },
  { title: 'a bucket that is full again in years', body: '{"result":[-1,99999999999999,120]}' },
  { title: 'a bucket of long ago', body: '{"result":[-1,0,120]}' },
  { title: 'that the token is wrong', status: 401, body: '{"error":"Unauthorized"}' },
  { title: 'a failure', status: 500, body: 'Internal Server Error' },
  { title: 'that it is overloaded', status: 429, body: '{"error":"ERR max requests limit"}' },
  { title: 'an address elsewhere', status: 302, body: '' },
]

describe('a store that answers', () => {
  it.each(nonsense)(
    '$title is away: the process counts reads, and Postgres submissions',
    async ({ status = 200, body }) => {
      const answer: RequestListener = (_, response) => response.writeHead(status).end(body)
      await withStore(answer, async ({ reads, logged }) => {
        for (let left = 29; left >= 0; left--)
          expect(await reads.take('search_reads', '203.0.113.1')).toMatchObject({
            isRefused: false,
            limit: { remaining: left },
          })
        expect(await reads.take('search_reads', '203.0.113.1')).toMatchObject({ isRefused: true })
        expect(logged).toHaveLength(1)
        expect(logged[0]).not.toMatch(/redis\.call|ARGV/)
      })
      await withStore(answer, async ({ submissions, logged }) => {
        await database.db.deleteFrom('limiter_events').execute()
        const submitter = { addressBlock: '203.0.113.1', email: 'ada@x.example' }
        expect(await attempt(submissions, submitter.addressBlock)).toBe(0)
        const taken = await submissions.take(submitter, database.db)
        expect(taken).toHaveProperty('receipt')
        if ('receipt' in taken) await submissions.keep(taken.receipt)
        expect(await submissions.take(submitter, database.db)).toHaveProperty('wait')
        expect(logged).toHaveLength(1)
      })
    },
  )

  it('an answer of one letter a second counts as unreachable in time', async () => {
    const dripping: RequestListener = (_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 100)
      response.once('close', () => clearInterval(drip))
    }
    await withStore(dripping, async ({ reads, logged }) => {
      for (let times = 0; times < 3; times++) await reads.take('search_reads', '203.0.113.2')
      const start = performance.now()
      expect(await reads.take('search_reads', '203.0.113.2')).toMatchObject({ isRefused: false })
      expect(performance.now() - start).toBeLessThan(2_000)
      expect(logged).toHaveLength(1)
    })
  })
})

it('a call without an answer is repeated once: an idle connection may be dead', async () => {
  let asked = 0
  const answer: RequestListener = (request, response) => {
    asked++
    if (asked === 1) return void request.socket.destroy()
    response.end('{"result":0}')
  }
  await withStore(answer, async ({ submissions, logged }) => {
    expect(await attempt(submissions, '203.0.113.3')).toBe(0)
    expect([asked, logged]).toEqual([2, []])
  })
})
