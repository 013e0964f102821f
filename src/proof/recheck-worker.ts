import { parentPort, workerData } from 'node:worker_threads'
import type { Fetched, GuardedFetch } from './fetch/guarded-fetch.ts'
import type { RecheckMessage, RecheckTask } from './recheck-in-thread.ts'
import { recheck } from './recheck.ts'

// The worker thread of ./recheck-in-thread.ts. It parses files; the main thread makes the requests.
const { token, now, tools, repository } = workerData as RecheckTask
const waiting = new Map<number, (fetched: Fetched) => void>()
let lastId = 0

const send = (message: RecheckMessage) => parentPort!.postMessage(message)
const fetch: GuardedFetch = (url, request) =>
  new Promise((resolve) => {
    waiting.set(++lastId, resolve)
    send({ id: lastId, url, request })
  })
parentPort!.on('message', ([id, fetched]: [number, Fetched]) => waiting.get(id)!(fetched))
send({ outcome: await recheck({ fetch, token, clock: () => now }, tools, repository) })
