import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startBridge } from './redis-rest.ts'
import { ended, started } from './server-process.ts'
import { freePort } from './service.ts'

/** A Redis for one test, behind a REST bridge that stands in for Upstash. */
export type TestRedis = Awaited<ReturnType<typeof startRedis>>

/** Starts Redis by TEST_REDIS_SERVER, its command, and the bridge on free loopback ports. */
export async function startRedis() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-redis-'))
  const port = await freePort()
  const redisUrl = `redis://127.0.0.1:${port}`
  const token = 'a token of the tests of Proofstack'
  let redis: ChildProcess | undefined
  const start = async () => {
    const program = process.env['TEST_REDIS_SERVER'] ?? 'redis-server'
    const memoryOnly = ['--maxmemory', '64mb', '--save', '', '--appendonly', 'no', '--dir', folder]
    redis = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', ...memoryOnly])
    await started(redis, 'Ready to accept connections')
  }
  const stop = async () => {
    if (redis) await ended(redis)
    redis = undefined
  }
  await start()
  const bridge = await startBridge({ redisUrl, token })
  return {
    redisUrl,
    /** The URL of the REST bridge. */
    url: bridge.url,
    token,
    stop,
    /** Starts Redis again, without data. */
    start,
    /** Keeps Redis from answering, while its connections stay open. */
    freeze: () => void redis?.kill('SIGSTOP'),
    thaw: () => void redis?.kill('SIGCONT'),
    /** Ends Redis and the bridge, and removes their files. */
    close: async () => {
      await Promise.all([stop(), bridge.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
