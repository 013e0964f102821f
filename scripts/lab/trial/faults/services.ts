// Faults of other servers that the service uses: the rate-limit store and the mail provider.
import { once } from 'node:events'
import net from 'node:net'
import { SMTPServer } from 'smtp-server'
import { type TestRedis, startRedis } from '#testing/redis.ts'
import { type Client, until } from '../client.ts'
import { type Fault, outage, outcomeOf } from './fault.ts'
import type { Environment } from './test-environment.ts'

/** An outage of Redis. `begin` and `end` are the methods that stop it and start it again. */
function redisOutage(name: string, begin: 'stop' | 'freeze', end: 'start' | 'thaw'): Fault {
  return outage(name, async ({ after }) => {
    const redis = await startRedis()
    after(redis.close)
    return {
      settings: { KV_REST_API_URL: redis.url, KV_REST_API_TOKEN: redis.token },
      begin: redis[begin],
      end: redis[end],
      recovered: async (client) => {
        const before = await countKeys(redis)
        const took = await until('the store counts again', async () => {
          await client.get('search', '/api/v1/search?q=x')
          return (await countKeys(redis)) > before
        })
        return `by itself; the store counts again after ${took}`
      },
    }
  })
}

async function countKeys({ url, token }: TestRedis): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(url, { method: 'POST', headers, body: '["DBSIZE"]' })
  return ((await answer.json()) as { result: number }).result
}

/** Starts a mail provider that accepts every mail. */
async function startProvider(port: number) {
  const provider = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData: (stream, _session, callback) => {
      stream.on('end', () => callback())
      stream.resume()
    },
  })
  provider.on('error', () => {})
  await once(provider.listen(port, '127.0.0.1'), 'listening')
  return () => new Promise<void>((resolve) => provider.close(() => resolve()))
}

/** The mail provider's port first has a server that never answers, then a working provider. */
const mailStalling: Fault = {
  name: 'mail stalling (never answers)',
  run: async ({ serve, after, db }) => {
    const sockets = new Set<net.Socket>()
    const silent = net.createServer((socket) => sockets.add(socket.on('error', () => {})))
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { port } = silent.address() as net.AddressInfo
    const stop = () => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    }
    after(stop)
    const { client } = await serve({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    await client.mixed()
    const waiting = await countUnsent(db, client)
    const wrong = waiting === 6 ? [] : [`${waiting} of 6 mails wait in the outbox`]
    const outcome = outcomeOf(client, '', wrong)
    stop()
    after(await startProvider(port))
    const isSent = async () => (await countUnsent(db, client)) === 0
    const took = await until('every mail is sent', isSent, 120)
    return { ...outcome, recovery: `by itself; the 6 mails that waited are sent after ${took}` }
  },
}

async function countUnsent(db: Environment['db'], { acknowledged }: Client): Promise<number> {
  const emails = acknowledged.map(({ email }) => email)
  const unsent = db.selectFrom('outbox').select('id').where('sent_at', 'is', null)
  return (await unsent.where('to_email', 'in', emails).execute()).length
}

export const serviceFaults: Fault[] = [
  redisOutage('rate-limit store stopped', 'stop', 'start'),
  redisOutage('rate-limit store frozen (SIGSTOP)', 'freeze', 'thaw'),
  mailStalling,
]
