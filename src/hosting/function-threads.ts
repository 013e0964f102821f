import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import {
  type Answer,
  type Call,
  type FunctionThread,
  problem,
  startThread,
} from './function-thread.ts'

/** A request without an answer by then gets 504. Equals the adapter's maxDuration. */
const maxDurationMs = 15_000

/** The interval in which a thread shows that its event loop runs. */
const beatIntervalMs = 250
/** After this time without a beat (1 s) a thread gets no requests, and others take those not begun. */
const blockedTicks = 4
/** After this time without a beat (5 s) a thread is ended: no answer computes for a tenth of it. */
const hungTicks = 20

/** Each thread has a copy of the code and connections to the database: 8 are enough. */
const mostThreads = 8

export interface ThreadOptions {
  threads?: number
  maxMs?: number
  beatMs?: number
}

export type FunctionThreads = ReturnType<typeof startFunction>

/**
 * Runs one function of a build output in one thread for each core. A request goes to the thread with the
 * fewest requests under way. A thread that hangs is ended and replaced. Requests that it had not begun go
 * to other threads. Begun GET and HEAD requests are repeated once; other methods get 504, since the thread
 * may have carried them out.
 */
export function startFunction(
  folder: string,
  environment: Record<string, string>,
  {
    threads: count = Math.min(mostThreads, Math.max(2, os.availableParallelism())),
    maxMs = maxDurationMs,
    beatMs = beatIntervalMs,
  }: ThreadOptions = {},
) {
  const { handler } = JSON.parse(readFileSync(path.join(folder, '.vc-config.json'), 'utf8')) as {
    handler: string
  }
  const entry = pathToFileURL(path.join(folder, handler)).href
  const threads = new Set<FunctionThread>()
  /** Reads that ended threads had begun: one of them may be the cause of the hang. */
  const suspects: Call[] = []
  let refilling: Promise<void> | undefined
  let isClosed = false
  shareWithThreads(count)

  const isOpen = (thread: FunctionThread) =>
    thread.isLoaded && !thread.isOnTrial && thread.quietTicks() < blockedTicks

  const start = (): FunctionThread => {
    const thread = startThread(entry, environment, beatMs, ({ begun, queued, status }) => {
      threads.delete(thread)
      // The function could not be loaded: the next request tries again.
      if (!thread.isLoaded) return fail([...begun, ...queued, ...suspects.splice(0)], 500)
      const repeated = begun.filter((call) => isRead(call) && !call.isRepeated)
      suspects.push(...repeated)
      fail(
        begun.filter((call) => !repeated.includes(call)),
        status,
      )
      if (!isClosed) refill()
      // By then there is another thread, also if this was the last.
      setImmediate(() => giveAgain(queued))
    })
    threads.add(thread)
    return thread
  }

  /** Starts the threads that are missing. The first of them repeats the suspects, one at a time. */
  const startMissing = async (): Promise<void> => {
    while (threads.size < count && !isClosed) {
      const thread = start()
      thread.isOnTrial = suspects.length > 0
      for (let call; !thread.hasEnded && (call = suspects.shift());) await repeat(call, thread)
      thread.isOnTrial = false
      await thread.loaded.catch(() => {})
      if (!thread.isLoaded) return
    }
  }
  const refill = () => {
    refilling ??= startMissing().finally(() => (refilling = undefined))
  }

  const give = (call: Call): void => {
    if (threads.size < count) refill()
    const open = [...threads].filter(isOpen)
    const [best] = (open.length > 0 ? open : [...threads]).toSorted(
      (a, b) => a.underWay() - b.underWay(),
    )
    best!.send(call)
  }

  // Reads first: another request may hang, and reads behind it would wait again.
  const giveAgain = (calls: readonly Call[]): void => {
    calls.filter(isRead).forEach(give)
    calls.filter((call) => !isRead(call)).forEach(give)
  }

  const clock = setInterval(() => {
    for (const thread of threads) {
      thread.tick()
      if (thread.quietTicks() === hungTicks) {
        console.error('a function thread hangs; it is ended and replaced')
        thread.endBlocked()
      } else if (thread.quietTicks() >= blockedTicks && [...threads].some(isOpen))
        giveAgain(thread.withdraw())
    }
  }, beatMs).unref()

  return {
    /** Loads the function, so that the first visitor does not wait. Throws if it cannot be loaded. */
    ready: async (): Promise<void> => {
      while (threads.size < count) start()
      await Promise.all([...threads].map(({ loaded }) => loaded))
    },

    call: (method: string, url: string, headers: string, body: Call['body']): Promise<Answer> =>
      new Promise((answer) => {
        const until = performance.now() + maxMs
        give({ method, url, headers, body, until, isRepeated: false, answer })
      }),

    /** Waits for the requests under way, then ends the threads. */
    close: async (): Promise<void> => {
      while (suspects.length > 0 || [...threads].some((thread) => thread.underWay() > 0))
        await new Promise((resolve) => setTimeout(resolve, 20))
      isClosed = true
      clearInterval(clock)
      await Promise.all([...threads].map((thread) => thread.close()))
    },
  }
}

// Reads change nothing, so they may be repeated.
function isRead({ method }: Call): boolean {
  return method === 'GET' || method === 'HEAD'
}

function fail(calls: readonly Call[], status: number): void {
  for (const call of calls) call.answer(problem(status))
}

function repeat(call: Call, thread: FunctionThread): Promise<void> {
  return new Promise((resolve) =>
    thread.send({
      ...call,
      isRepeated: true,
      answer: (answer) => {
        call.answer(answer)
        resolve()
      },
    }),
  )
}

/**
 * Shares values with the threads by getEnvironmentData of node:worker_threads. On the platform, where an
 * instance has no threads, they are undefined.
 */
function shareWithThreads(count: number): void {
  // For the sum of metrics, and the share of a thread in the database connections.
  setEnvironmentData('proofstack:threads', count)
  // Counts the reads of all threads, and goes on with the threads of the next build.
  const counts = 'proofstack:read-counts'
  if (getEnvironmentData(counts) === undefined)
    setEnvironmentData(counts, new SharedArrayBuffer(2 ** 20))
}
