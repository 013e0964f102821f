import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { Command, Redis, ReplyError } from 'ioredis'
import { listening } from './server-process.ts'

// Upstash's REST API for a plain Redis, as far as the service and its tests use it: POST / with one
// command as a JSON array, /pipeline with several, a Bearer token, and answers in base64.

// By default ioredis turns this reply into an object; Upstash's client expects the list that Redis
// sends.
Command.setReplyTransformer('hgetall', (reply: unknown) => reply)

/** A reply of Redis. An `Error` means that Redis refused this command. */
type RedisReply = Buffer | number | null | Error | RedisReply[]

/** An error that is sent to the client: a status, and a message in Upstash's format `{error}`. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Starts the bridge on a free port. After `silenceMs` without a reply, Redis counts as away. */
export async function startBridge({
  redisUrl,
  token,
  silenceMs = 5_000,
}: {
  redisUrl: string
  token: string
  silenceMs?: number
}) {
  const { send, close } = connectRedis(redisUrl, silenceMs)
  // The SHA-1 of each script that a client sent, with that of the script that Redis got instead.
  const scripts = new Map<string, string>()
  const server = createServer((request, response) => {
    const tell = (status: number, body: unknown) => {
      if (response.destroyed) return
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    answer(request, { send, token, scripts }).then(
      (body) => tell(200, body),
      (error: Error) =>
        error instanceof Refusal
          ? tell(error.status, { error: error.message })
          : tell(503, { error: `Redis is away: ${error.message}` }),
    )
  })
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    close: async () => {
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      close()
      await closed
    },
  }
}

/** Opens one connection for all requests. Commands are never resent: an INCR would count twice. */
function connectRedis(url: string, silenceMs: number) {
  const redis = new Redis(url, {
    socketTimeout: silenceMs,
    connectTimeout: silenceMs,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => 200,
    disableClientInfo: true,
  })
  // The error of a command only says that the connection was closed. This event has the cause.
  const closed = 'the connection was closed'
  let reason = closed
  redis.on('ready', () => (reason = closed))
  redis.on('error', ({ message }: Error) => (reason = message))
  /** Sends commands as one pipeline. Throws if Redis is away. */
  const send = async (commands: string[][]): Promise<RedisReply[]> => {
    const pipeline = redis.pipeline(commands.map((command) => ['callBuffer', ...command]))
    const results = (await pipeline.exec())!
    return results.map(([error, value]) => {
      if (error && !(error instanceof ReplyError)) throw new Error(reason)
      return error ?? (value as RedisReply)
    })
  }
  return { send, close: () => redis.disconnect() }
}

interface Behind {
  send: ReturnType<typeof connectRedis>['send']
  token: string
  scripts: Map<string, string>
}

async function answer(request: IncomingMessage, behind: Behind): Promise<unknown> {
  const { send, token, scripts } = behind
  if (request.headers.authorization !== `Bearer ${token}`) throw new Refusal(401, 'Unauthorized')
  const sent = (await json(request)) as unknown[]
  const told = (value: RedisReply) =>
    value instanceof Error ? { error: value.message } : { result: inBase64(value) }
  if (request.url === '/pipeline')
    return (await send(sent.map((one) => plain(commandOf(one), scripts)))).map(told)
  const [value] = await send([plain(commandOf(sent), scripts)])
  if (value instanceof Error) throw new Refusal(400, value.message)
  return told(value!)
}

function commandOf(sent: unknown): string[] {
  return (sent as unknown[]).map((part) =>
    typeof part === 'object' ? JSON.stringify(part) : String(part),
  )
}

/**
 * Removes the first line of Upstash's own scripts, `#!lua flags=allow-key-locking`, which plain
 * Redis refuses. This changes the script's hash, so later EVALSHA commands are mapped to the new
 * hash.
 */
function plain(command: string[], scripts: Map<string, string>): string[] {
  const [name = '', script = '', ...rest] = command
  if (/^evalsha$/i.test(name)) return [name, scripts.get(script.toLowerCase()) ?? script, ...rest]
  const isScript = /^eval(?:_ro)?$/i.test(name)
  const line = isScript ? /^#!lua flags=allow-key-locking[^\n]*\n/.exec(script)?.[0] : undefined
  if (line === undefined) return command
  const stripped = script.slice(line.length)
  scripts.set(sha1(script), sha1(stripped))
  return [name, stripped, ...rest]
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

// Encodes a reply in base64, except OK: Upstash's client expects it unencoded.
function inBase64(value: RedisReply): unknown {
  if (value instanceof Error) return Buffer.from(value.message).toString('base64')
  if (Buffer.isBuffer(value)) return value.equals(ok) ? 'OK' : value.toString('base64')
  return Array.isArray(value) ? value.map(inBase64) : value
}

const ok = Buffer.from('OK')
