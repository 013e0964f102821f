import { createHash, timingSafeEqual } from 'node:crypto'
import { type IncomingMessage, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RedisConnection, type RedisReply, connectRedis } from './redis-connection.ts'

/**
 * Upstash's REST API for a plain Redis, for a service on your own server. It has POST / with one
 * command as a JSON array, /pipeline and /multi-exec with several commands, a Bearer token, and the
 * header `Upstash-Encoding: base64`. To start it:
 *
 *     REDIS_URL=redis://127.0.0.1:6379 KV_REST_API_URL=http://127.0.0.1:8079 KV_REST_API_TOKEN=… \
 *       node_modules/.bin/node scripts/deploy/redis-rest.ts
 *
 * Give the service the same two KV_REST_API_ settings. As at Upstash, the token allows every
 * command on this Redis, so make the URL reachable only inside your network.
 */

const bodyLimit = 1024 * 1024
const tokenLength = 16

/** Commands that change or block the connection, which all requests share. They are refused. */
const refused = new Set(
  'AUTH BLMOVE BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP BZPOPMAX BZPOPMIN CLIENT DISCARD EXEC HELLO MONITOR MULTI PSUBSCRIBE PUNSUBSCRIBE QUIT RESET SELECT SHUTDOWN SSUBSCRIBE SUBSCRIBE SUNSUBSCRIBE UNSUBSCRIBE UNWATCH WAIT WATCH'.split(
    ' ',
  ),
)

const ok = Buffer.from('OK')

type Command = string[]
type Told = { result: unknown } | { error: string }

/** An error that is sent to the client: a status, and a message in Upstash's format `{error}`. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface BridgeSettings {
  redisUrl: string
  token: string
  host: string
  port: number
  /** After this time without a reply from Redis, a new connection is opened. */
  silenceMs?: number
}

/** Starts the bridge. `url` of the result is the URL that it listens on. */
export async function startBridge({ redisUrl, token, host, port, silenceMs }: BridgeSettings) {
  const redis = connectRedis(redisUrl, silenceMs)
  const scripts = new Map<string, string>()
  const server: Server = createServer((request, response) => {
    const send = (status: number, body: unknown) => {
      if (response.destroyed) return
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    answer(request, { redis, token, scripts }).then(
      (body) => send(200, body),
      (error: unknown) => {
        if (error instanceof Refusal) return send(error.status, { error: error.message })
        send(503, { error: `Redis is away: ${error instanceof Error ? error.message : 'unknown'}` })
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  // The cast is safe: `address()` is a string only for servers on a pipe.
  const { port: listening } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      redis.close()
      await closed
    },
  }
}

interface Behind {
  redis: RedisConnection
  token: string
  /**
   * The SHA-1 of each script that a client sent, with the SHA-1 of the script that Redis got
   * instead.
   */
  scripts: Map<string, string>
}

async function answer(request: IncomingMessage, behind: Behind): Promise<unknown> {
  if (!isAllowed(request, behind.token)) throw new Refusal(401, 'Unauthorized')
  if (request.method !== 'POST') throw new Refusal(405, 'Send commands with POST.')
  const path = new URL(request.url ?? '/', 'http://bridge').pathname
  const sent = await readJson(request)
  const encode = request.headers['upstash-encoding'] === 'base64' ? inBase64 : asIs
  const told = (value: RedisReply): Told =>
    value instanceof Error ? { error: value.message } : { result: encode(value) }
  if (path === '/') {
    const [value] = await behind.redis.send([plain(commandOf(sent), behind.scripts)])
    if (value instanceof Error) throw new Refusal(400, value.message)
    return told(value!)
  }
  if (path !== '/pipeline' && path !== '/multi-exec')
    throw new Refusal(404, 'There are /, /pipeline and /multi-exec.')
  if (!Array.isArray(sent) || sent.length === 0)
    throw new Refusal(400, 'Send an array of commands.')
  const commands = sent.map((one) => plain(commandOf(one), behind.scripts))
  if (path === '/pipeline') return (await behind.redis.send(commands)).map(told)
  const values = (await behind.redis.send([['MULTI'], ...commands, ['EXEC']])).at(-1)!
  // `values` is an error if a queued command was invalid: EXEC then runs none of them.
  if (values instanceof Error) throw new Refusal(400, values.message)
  return (values as RedisReply[]).map(told)
}

function isAllowed(request: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    // The cast is safe: without `setEncoding`, the chunks of a request are buffers.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > bodyLimit) throw new Refusal(413, 'The body is larger than 1 MiB.')
    chunks.push(bytes)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.')
  }
}

function commandOf(sent: unknown): Command {
  if (!Array.isArray(sent) || sent.length === 0)
    throw new Refusal(400, 'A command is an array of its name and arguments.')
  const command = sent.map((part: unknown) => {
    if (typeof part === 'string') return part
    if (typeof part === 'number' || typeof part === 'boolean') return String(part)
    return JSON.stringify(part)
  })
  const name = command[0]!.toUpperCase()
  if (refused.has(name)) throw new Refusal(400, `${name} does not work over REST.`)
  return command
}

/**
 * Removes the first line of Upstash's own scripts, `#!lua flags=allow-key-locking`, which plain
 * Redis refuses. This changes the script's hash, so later EVALSHA commands are mapped to the new
 * hash.
 */
function plain(command: Command, scripts: Map<string, string>): Command {
  const [name = '', script = '', ...rest] = command
  if (/^evalsha$/i.test(name)) return [name, scripts.get(script.toLowerCase()) ?? script, ...rest]
  const isScript = /^eval(?:_ro)?$/i.test(name)
  const line = isScript ? /^#!lua flags=allow-key-locking[^\n]*\n/.exec(script)?.[0] : undefined
  if (line === undefined) return command
  const stripped = script.slice(line.length)
  scripts.set(sha1(script), sha1(stripped))
  // Forgets the oldest script, so that a client with many scripts cannot fill the memory.
  if (scripts.size > 1000) scripts.delete(scripts.keys().next().value!)
  return [name, stripped, ...rest]
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

function asIs(value: RedisReply): unknown {
  if (value instanceof Error) return value.message
  if (Buffer.isBuffer(value)) return value.toString()
  return Array.isArray(value) ? value.map(asIs) : value
}

// Encodes a reply in base64, except OK: Upstash's client expects it unencoded.
function inBase64(value: RedisReply): unknown {
  if (value instanceof Error) return Buffer.from(value.message).toString('base64')
  if (Buffer.isBuffer(value)) return value.equals(ok) ? 'OK' : value.toString('base64')
  return Array.isArray(value) ? value.map(inBase64) : value
}

/** Reads the settings, or returns a sentence about what is wrong with them. */
export function bridgeSettings(
  environment: Record<string, string | undefined>,
): BridgeSettings | string {
  const redisUrl = environment['REDIS_URL'] || 'redis://127.0.0.1:6379'
  if (!/^rediss?:$/.test(URL.parse(redisUrl)?.protocol ?? ''))
    return 'REDIS_URL must be a redis:// or rediss:// URL.'
  const at = URL.parse(environment['KV_REST_API_URL'] || 'http://127.0.0.1:8079')
  if (at?.protocol !== 'http:')
    return 'KV_REST_API_URL must be the http:// address to answer at, such as http://127.0.0.1:8079.'
  const token = environment['KV_REST_API_TOKEN'] ?? ''
  if (token.length < tokenLength)
    return `KV_REST_API_TOKEN must have at least ${tokenLength} characters; \`openssl rand -hex 32\` makes one.`
  const host = at.hostname.replace(/^\[|\]$/g, '')
  return { redisUrl, token, host, port: Number(at.port || 80) }
}

if (import.meta.main) {
  const settings = bridgeSettings(process.env)
  if (typeof settings === 'string') {
    console.error(settings)
    process.exitCode = 2
  } else {
    const bridge = await startBridge(settings)
    console.log(`Redis over REST: ${bridge.url}`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void bridge.close())
  }
}
