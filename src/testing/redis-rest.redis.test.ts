import { createClient } from '@vercel/kv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestRedis, startRedis } from './redis.ts'
import { startBridge } from './redis-rest.ts'

let redis: TestRedis
let bridge: Awaited<ReturnType<typeof startBridge>>
const token = 'a token of this test alone'
beforeAll(async () => {
  redis = await startRedis()
  bridge = await startBridge({ redisUrl: redis.redisUrl, token, silenceMs: 2_000 })
})
afterAll(async () => {
  await bridge.close()
  await redis.close()
})

const client = () => createClient({ url: bridge.url, token, retry: false })

const ask = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${bridge.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as unknown }
}
const send = (path: string, value: unknown) => ask(path, JSON.stringify(value))

describe('the client of the service', () => {
  it('keeps values of every kind', async () => {
    await client().set('text', 'plain and “not”')
    await client().hset('hash', { number: 1, list: ['a', 'b'] })
    expect(await client().get('text')).toBe('plain and “not”')
    expect(await client().hgetall('hash')).toEqual({ number: 1, list: ['a', 'b'] })
    expect(await client().get('nothing')).toBeNull()
    expect(
      await client().zadd('sorted', { score: 2, member: 'b' }, { score: 1, member: 'a' }),
    ).toBe(2)
    expect(await client().zrange('sorted', 0, -1)).toEqual(['a', 'b'])
  })

  it('asks several at once, and in one transaction', async () => {
    const several = client().pipeline().set('a', 1).incr('a').get('a')
    expect(await several.exec()).toEqual(['OK', 2, 2])
    expect(await client().multi().incr('a').incr('a').exec()).toEqual([3, 4])
  })

  it('runs scripts, those with Upstash’s own first line too, by text and by hash', async () => {
    const script = '#!lua flags=allow-key-locking\nreturn redis.call("INCRBY", KEYS[1], ARGV[1])'
    const made = client().createScript<number>(script)
    expect(await made.exec(['counted'], ['5'])).toBe(5)
    expect(await made.exec(['counted'], ['5'])).toBe(10)
    expect(await client().eval('return {1, "two", false}', [], [])).toEqual([1, 'two', null])
  })

  it('is told what Redis has against a command', async () => {
    await expect(client().incr('text')).rejects.toThrow('not an integer')
  })
})

describe('whoever asks', () => {
  it.each<Record<string, string>>([
    {},
    { authorization: 'Bearer guessed' },
    { authorization: `Basic ${token}` },
  ])('is refused with %o', async (headers) => {
    const answer = await fetch(bridge.url, { method: 'POST', headers, body: '["DBSIZE"]' })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ error: 'Unauthorized' })
  })

  it('gets base64 only when asking for it', async () => {
    await send('/', ['SET', 'ü', 'ß'])
    expect((await send('/', ['GET', 'ü'])).body).toEqual({ result: 'ß' })
    const encoded = await ask('/', '["GET","ü"]', { 'upstash-encoding': 'base64' })
    expect(encoded.body).toEqual({ result: Buffer.from('ß').toString('base64') })
  })

  it('gets the answer of each command of a pipeline, the bad ones too', async () => {
    const { body } = await send('/pipeline', [
      ['SET', 'p', 'x'],
      ['INCR', 'p'],
      ['GET', 'p'],
    ])
    expect(body).toEqual([
      { result: 'OK' },
      { error: expect.stringContaining('not an integer') as string },
      { result: 'x' },
    ])
  })
})

it('says that Redis is away, and finds it again when it is back', async () => {
  await redis.stop()
  const away = await send('/', ['PING'])
  expect(away.status).toBe(503)
  expect(away.body).toEqual({ error: expect.stringContaining('Redis is away') as string })
  await redis.start()
  expect(await send('/', ['PING'])).toEqual({ status: 200, body: { result: 'PONG' } })
})

it('gives up on a Redis that stands still, however many go on asking, and finds it again', async () => {
  await send('/', ['PING'])
  redis.freeze()
  try {
    // Each asks before the one before it is given up.
    const asked: ReturnType<typeof send>[] = []
    for (let times = 0; times < 3; times++) {
      asked.push(send('/', ['PING']))
      await new Promise((resolve) => setTimeout(resolve, 800))
    }
    for (const { status, body } of await Promise.all(asked)) {
      expect(status).toBe(503)
      expect(body).toEqual({ error: expect.stringContaining('Socket timeout') as string })
    }
  } finally {
    redis.thaw()
  }
  expect(await send('/', ['PING'])).toEqual({ status: 200, body: { result: 'PONG' } })
})
