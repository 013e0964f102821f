import { type Socket, connect as connectPlain } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import { RespReader, type RespValue, RedisError, encodeCommand } from './resp.ts'

export { RedisError, type RespValue }

/** Redis answers in microseconds; one that is silent for this long does not answer any more. */
const longestSilenceMs = 5_000

export interface RedisConnection {
  /** Sends commands one right after the other, and gives their answers in order. */
  send: (commands: string[][]) => Promise<RespValue[]>
  close: () => void
}

interface Opened {
  socket: Socket
  waiting: Waiting[]
  /** Whoever waits is not made to wait longer by those who ask after them. */
  awaitAnswer: () => void
}

interface Waiting {
  resolve: (value: RespValue) => void
  reject: (error: Error) => void
}

/**
 * One connection to a Redis, for everybody: opened with the first command, and anew with the next one
 * after it broke.
 */
export function connectRedis(
  address: string,
  silenceMs: number = longestSilenceMs,
): RedisConnection {
  const url = new URL(address)
  let open: Opened | undefined

  const start = () => {
    const waiting: Waiting[] = []
    const reader = new RespReader()
    const at = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 6379) }
    const socket = url.protocol === 'rediss:' ? connectEncrypted(at) : connectPlain(at)
    let silence: NodeJS.Timeout | undefined
    const awaitAnswer = () => {
      silence ??= setTimeout(() => fail(new Error('it does not answer')), silenceMs)
    }
    const stopAwaiting = () => {
      clearTimeout(silence)
      silence = undefined
    }
    const opened = { socket, waiting, awaitAnswer }
    const fail = (error: Error) => {
      stopAwaiting()
      if (open === opened) open = undefined
      for (const one of waiting.splice(0)) one.reject(error)
      socket.destroy()
    }
    socket.setNoDelay(true)
    socket.on('data', (bytes) => {
      stopAwaiting()
      try {
        for (const value of reader.read(bytes)) waiting.shift()?.resolve(value)
        if (waiting.length > 0) awaitAnswer()
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)))
      }
    })
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the connection was closed')))
    open = opened
    // What is wrong with these is told with the next command, by Redis itself.
    for (const command of greeting(url)) void ask(opened, command).catch(() => undefined)
    return opened
  }

  return {
    send: (commands) => {
      const at = open ?? start()
      return Promise.all(commands.map((command) => ask(at, command)))
    },
    close: () => open?.socket.destroy(),
  }
}

function ask({ socket, waiting, awaitAnswer }: Opened, command: string[]) {
  return new Promise<RespValue>((resolve, reject) => {
    waiting.push({ resolve, reject })
    awaitAnswer()
    socket.write(encodeCommand(command))
  })
}

function greeting({ username, password, pathname }: URL): string[][] {
  const [user, word] = [decodeURIComponent(username), decodeURIComponent(password)]
  const database = pathname.slice(1)
  return [
    ...(word === '' ? [] : [user === '' ? ['AUTH', word] : ['AUTH', user, word]]),
    ...(database === '' ? [] : [['SELECT', database]]),
  ]
}
