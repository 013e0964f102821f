import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './service.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A Redis of a test's own, behind the bridge of scripts/deploy that an operator would start. */
export interface TestRedis {
  /** Where plain Redis listens. */
  redisUrl: string
  /** Where the bridge answers, and with which token. */
  url: string
  token: string
  /** Ends Redis, or starts it again with what it had in memory forgotten. */
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Stands still with its connections open, as a machine in trouble does. */
  freeze: () => void
  thaw: () => void
  /** Ends both, and leaves nothing. */
  close: () => Promise<void>
}

/** Starts them on free loopback ports. The server is the one that TEST_REDIS_SERVER names. */
export async function startRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-redis-'))
  const port = await freePort()
  const redisUrl = `redis://127.0.0.1:${port}`
  const token = 'a token of the tests of Proofstack'
  let redis: ChildProcess | undefined
  const start = async () => {
    const program = process.env['TEST_REDIS_SERVER'] ?? 'redis-server'
    const bounds = ['--maxmemory', '64mb', '--save', '', '--appendonly', 'no', '--dir', folder]
    const args = ['--port', String(port), '--bind', '127.0.0.1', ...bounds]
    redis = await started(spawn(program, args), 'Ready to accept connections')
  }
  const stop = async () => {
    if (redis) await ended(redis)
    redis = undefined
  }
  await start()
  const bridge = spawn(process.execPath, [path.join(root, 'scripts/deploy/redis-rest.ts')], {
    env: {
      PATH: process.env['PATH'],
      REDIS_URL: redisUrl,
      KV_REST_API_URL: `http://127.0.0.1:${await freePort()}`,
      KV_REST_API_TOKEN: token,
    },
  })
  let printed = ''
  bridge.stdout.on('data', (text) => (printed += String(text)))
  await started(bridge, 'Redis over REST:')
  return {
    redisUrl,
    url: /http:\S+/.exec(printed)![0],
    token,
    stop,
    start,
    freeze: () => void redis?.kill('SIGSTOP'),
    thaw: () => void redis?.kill('SIGCONT'),
    close: async () => {
      await Promise.all([stop(), ended(bridge)])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function started<C extends ChildProcess>(child: C, words: string): Promise<C> {
  let printed = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        printed += String(text)
        if (printed.includes(words)) resolve(child)
      })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`it ended: ${printed}`)))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  await closed
}
