import { Command, Redis, ReplyError } from 'ioredis'

// By default ioredis turns this reply into an object; Upstash's client expects the list that Redis
// sends.
Command.setReplyTransformer('hgetall', (reply: unknown) => reply)

/** A reply of Redis. An `Error` means that Redis refused this command. */
export type RedisReply = Buffer | number | null | Error | RedisReply[]

export interface RedisConnection {
  /**
   * Sends commands as one pipeline and returns their replies in order. Throws if Redis is
   * unreachable.
   */
  send: (commands: string[][]) => Promise<RedisReply[]>
  close: () => void
}

/**
 * Redis usually replies within microseconds. After this time without a reply, the connection is
 * reopened.
 */
const defaultSilenceMs = 5_000

/** Opens one connection for all requests. Commands are never resent: an INCR would count twice. */
export function connectRedis(url: string, silenceMs = defaultSilenceMs): RedisConnection {
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
  return {
    send: async (commands) => {
      const pipeline = redis.pipeline(commands.map((command) => ['callBuffer', ...command]))
      const results = (await pipeline.exec())!
      return results.map(([error, value]) => {
        if (error && !(error instanceof ReplyError)) throw new Error(reason)
        return error ?? (value as RedisReply)
      })
    },
    close: () => redis.disconnect(),
  }
}
