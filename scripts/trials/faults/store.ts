import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestRedis, startRedis } from '#testing/redis.ts'
import { type Fault, outcomeOf, sleep, until } from './fault.ts'

const settings = ({ url, token }: { url: string; token: string }) => ({
  KV_REST_API_URL: url,
  KV_REST_API_TOKEN: token,
})

/** How many keys Redis holds: more than none once the service counts there again. */
async function keysIn({ url, token }: TestRedis): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(['DBSIZE']),
  })
  return ((await answer.json()) as { result?: number }).result ?? 0
}

/** A fault of Redis: what is done to it, and how that is mended. */
function redisFault(
  name: string,
  breakIt: (redis: TestRedis) => unknown,
  mend: (redis: TestRedis) => unknown,
): Fault {
  return {
    name,
    run: async ({ serve, after }) => {
      const redis = await startRedis()
      after(redis.close)
      const { caller } = await serve(settings(redis))
      await caller.mixed()
      caller.forget()
      await breakIt(redis)
      await caller.mixed()
      await caller.mixed()
      const whole = outcomeOf(caller, { back: '' })
      await mend(redis)
      return {
        ...whole,
        back: await countsAgain(redis, () => caller.ask('', '/api/v1/search?q=x')),
      }
    },
  }
}

async function countsAgain(redis: TestRedis, ask: () => Promise<unknown>): Promise<string> {
  const before = await keysIn(redis)
  const took = await until(
    'the store counts again',
    async () => {
      await ask()
      return (await keysIn(redis)) > before
    },
    20,
  )
  return `by itself; Redis counts again after ${took}`
}

/** What can happen to the store of the limits: submissions and reads are answered all the same. */
export const storeFaults: Fault[] = [
  redisFault(
    'Redis stopped',
    (redis) => redis.stop(),
    (redis) => redis.start(),
  ),
  redisFault(
    'Redis frozen (SIGSTOP)',
    (redis) => redis.freeze(),
    (redis) => redis.thaw(),
  ),
  {
    name: 'Redis lying (answers nonsense)',
    run: async ({ serve, after }) => {
      const redis = await startRedis()
      after(redis.close)
      const lies = [
        '{"result":["yes",null,{"a":1}]}',
        '{"result":[1,-5,999999999999]}',
        '<html>A page of somebody</html>',
        '',
        '{"result":"T0s="}',
      ]
      let isHonest = false
      let told = 0
      const between = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          if (!isHonest) return void response.end(lies[told++ % lies.length])
          const headers = {
            authorization: `Bearer ${redis.token}`,
            'upstash-encoding': String(request.headers['upstash-encoding'] ?? ''),
          }
          void fetch(`${redis.url}${request.url}`, {
            method: 'POST',
            headers,
            body: Buffer.concat(chunks),
          })
            .then((answer) => answer.text())
            .then((text) => response.end(text))
        })
      })
      await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
      after(() => {
        between.closeAllConnections()
        between.close()
      })
      const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
      const { caller } = await serve(settings({ url, token: redis.token }))
      // After a lie it is left alone for five seconds, and the next question hears the next lie.
      for (let round = 0; round < 3; round++) {
        await caller.mixed()
        await sleep(5_200)
      }
      const whole = outcomeOf(caller, { back: '' })
      isHonest = true
      const back = await countsAgain(redis, () => caller.ask('', '/api/v1/search?q=x'))
      return { ...whole, back: `${back} (${told} lies were told)` }
    },
  },
]
