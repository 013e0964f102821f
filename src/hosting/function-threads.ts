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

/** After this time an unanswered request gets 504. It equals `maxDuration` of the adapter. */
const maxDurationMs = 15_000

/** Each thread increments `beats` at this interval, to show that its event loop runs. */
const beatIntervalMs = 250
/**
 * After so many intervals without a beat (1 s) a thread gets no more requests. Those that it has
 * not begun go to other threads.
 */
const blockedTicks = 4
/** After so many intervals without a beat (5 s) a thread is ended. No answer takes even 0.5 s. */
const hungTicks = 20

/**
 * The maximum number of threads. Each one has a copy of the code and its own database connections,
 * so more than 8 would cost too much.
 */
const mostThreads = 8

export interface ThreadOptions {
  threads?: number
  maxMs?: number
  beatMs?: number
}

export type FunctionThreads = ReturnType<typeof startFunction>

/**
 * Runs one function of a build output in as many threads as there are cores. A request goes to the
 * thread with the fewest open requests. A thread that hangs is ended and replaced; requests that it
 * had not begun go to other threads. GET and HEAD requests that it had begun are repeated once.
 * Other methods get 504, since the thread may have carried them out.
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
  /** GET and HEAD requests that ended threads had begun. One of them may have caused the hang. */
  const suspects: Call[] = []
  let refilling: Promise<void> | undefined
  let isClosed = false
  shareWithThreads(count)

  const isOpen = (thread: FunctionThread) =>
    thread.isLoaded && !thread.isOnTrial && thread.quietTicks() < blockedTicks

  const start = (): FunctionThread => {
    const thread = startThread(entry, environment, beatMs, ({ begun, queued, status }) => {
      threads.delete(thread)
      // The function could not be loaded. All its requests fail; the next one loads it again.
      if (!thread.isLoaded) return fail([...begun, ...queued, ...suspects.splice(0)], 500)
      const repeated = begun.filter((call) => isRead(call) && !call.isRepeated)
      suspects.push(...repeated)
      fail(
        begun.filter((call) => !repeated.includes(call)),
        status,
      )
      if (!isClosed) refill()
      // Waits until `refill` has started a thread, in case the ended thread was the only one.
      setImmediate(() => giveAgain(queued))
    })
    threads.add(thread)
    return thread
  }

  /** Starts the missing threads. The first new thread repeats the suspects, one at a time. */
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

  // GET and HEAD come first: one of the others may hang, and requests behind it would wait again.
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
    /** Loads the function into all threads, so that no visitor waits. Throws if it cannot. */
    ready: async (): Promise<void> => {
      while (threads.size < count) start()
      await Promise.all([...threads].map(({ loaded }) => loaded))
    },

    call: (method: string, url: string, headers: string, body: Call['body']): Promise<Answer> =>
      new Promise((answer) => {
        const until = performance.now() + maxMs
        give({ method, url, headers, body, until, isRepeated: false, answer })
      }),

    /** Waits until open requests are answered, then ends the threads. */
    close: async (): Promise<void> => {
      while (suspects.length > 0 || [...threads].some((thread) => thread.underWay() > 0))
        await new Promise((resolve) => setTimeout(resolve, 20))
      isClosed = true
      clearInterval(clock)
      await Promise.all([...threads].map((thread) => thread.close()))
    },
  }
}

// GET and HEAD change nothing, so they may be sent to a second thread.
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
 * Passes values to the threads, which read them by getEnvironmentData of node:worker_threads. On
 * the platform there are no threads, and the values are undefined.
 */
function shareWithThreads(count: number): void {
  // Threads need their number to add up metrics and to share the database connections.
  setEnvironmentData('proofstack:threads', count)
  // Memory in which all threads count reads for rate limits. The threads of the next build get the
  // same memory, so the counts go on.
  const counts = 'proofstack:read-counts'
  if (getEnvironmentData(counts) === undefined)
    setEnvironmentData(counts, new SharedArrayBuffer(2 ** 20))
}
