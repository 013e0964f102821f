import { Worker } from 'node:worker_threads'
import type { GitHub } from './repositories/ask-github.ts'
import type { GuardedFetch } from './fetch/guarded-fetch.ts'
import type { Rechecked, ToRecheck } from './recheck.ts'
import type { KnownTool } from './tool-index.ts'

/** What the thread is given. */
export interface RecheckTask {
  token: string | undefined
  now: Date
  tools: readonly KnownTool[]
  what: ToRecheck
}

/** What the thread says: an address to fetch, or what came of it all. */
export type RecheckMessage =
  { id: number; url: string; request: Parameters<GuardedFetch>[1] } | { outcome: Rechecked }

const longestMs = 120_000

/**
 * As `recheck`, in a thread that is ended when it takes too long: the files are their owner's, and
 * reading them must not stop the process that serves the site. On the platform the time of a function
 * ends it.
 */
export async function recheckInThread(
  { fetch, token, clock }: GitHub,
  tools: readonly KnownTool[],
  what: ToRecheck,
  mostMs: number = longestMs,
): Promise<Rechecked> {
  const worker = new Worker(new URL('./recheck-worker.ts', import.meta.url), {
    workerData: { token, now: clock(), tools, what } satisfies RecheckTask,
  })
  worker.unref()
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Rechecked>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`reading ${what.name} took longer than ${mostMs / 1000} s`)),
        mostMs,
      ).unref()
      worker.on('error', reject)
      worker.on('message', (message: RecheckMessage) => {
        if ('outcome' in message) return resolve(message.outcome)
        const { id, url, request } = message
        fetch(url, request).then((fetched) => worker.postMessage([id, fetched]), reject)
      })
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
