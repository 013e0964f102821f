import { Worker } from 'node:worker_threads'
import type { GitHub } from './repositories/ask-github.ts'
import type { GuardedFetch } from './fetch/guarded-fetch.ts'
import type { Rechecked, ToRecheck } from './recheck.ts'
import type { KnownTool } from './tool-index.ts'

/** The input of the worker thread. */
export interface RecheckTask {
  token: string | undefined
  now: Date
  tools: readonly KnownTool[]
  repository: ToRecheck
}

/** A message from the worker thread: an HTTP request to make, or the result. */
export type RecheckMessage =
  { id: number; url: string; request: Parameters<GuardedFetch>[1] } | { outcome: Rechecked }

/**
 * Runs `recheck` in a worker thread with a time limit, because parsing a stranger's files must not
 * block the process that serves the site. On Vercel, the time limit of the function is enough.
 */
export async function recheckInThread(
  { fetch, token, clock }: GitHub,
  tools: readonly KnownTool[],
  repository: ToRecheck,
  limitMs = 120_000,
): Promise<Rechecked> {
  const worker = new Worker(new URL('./recheck-worker.ts', import.meta.url), {
    workerData: { token, now: clock(), tools, repository } satisfies RecheckTask,
  })
  worker.unref()
  const { promise, resolve, reject } = Promise.withResolvers<Rechecked>()
  const late = new Error(`reading ${repository.name} took longer than ${limitMs / 1000} s`)
  const timer = setTimeout(reject, limitMs, late).unref()
  worker.on('error', reject)
  worker.on('message', (message: RecheckMessage) => {
    if ('outcome' in message) return resolve(message.outcome)
    const { id, url, request } = message
    fetch(url, request).then((fetched) => worker.postMessage([id, fetched]), reject)
  })
  return promise.finally(async () => {
    clearTimeout(timer)
    await worker.terminate()
  })
}
