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

/** The adapter's maxDuration says the same: a request that is not answered by then gets 504. */
const maxDurationMs = 15_000

/** How often a thread shows that its event loop runs. */
const beatIntervalMs = 250
/** Without a beat for so long (1 s) a thread gets no requests, and those it has not begun go elsewhere. */
const blockedTicks = 4
/** Without a beat for so long (5 s) a thread is ended: no answer computes for a tenth of that. */
const hungTicks = 20

/** Each thread has the code of the function and connections to the database: 8 are enough of both. */
const mostThreads = 8

export interface ThreadOptions {
  threads?: number
  maxMs?: number
  beatMs?: number
}

export type FunctionThreads = ReturnType<typeof startFunction>

/**
 * Runs one function of a build output in as many threads as there are cores. A request goes to the
 * thread with the fewest under way. A thread that hangs is ended and replaced, and nobody else
 * notices: the requests that it had not begun go to other threads, GET and HEAD that it had begun are
 * repeated once, and other methods get 504, since they may have been carried out.
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
  /** Reads that ended threads had begun: one of them may be what hung. */
  const suspects: Call[] = []
  let refilling: Promise<void> | undefined
  let isClosed = false
  shareWithThreads(count)

  const isOpen = (thread: FunctionThread) =>
    thread.isLoaded && !thread.isOnTrial && thread.quietTicks() < blockedTicks

  const start = (): FunctionThread => {
    const thread = startThread(entry, environment, beatMs, ({ begun, queued, status }) => {
      threads.delete(thread)
      // It could not be loaded: the next request tries again.
      if (!thread.isLoaded) return fail([...begun, ...queued, ...suspects.splice(0)], 500)
      const repeated = begun.filter((call) => isRead(call) && !call.isRepeated)
      suspects.push(...repeated)
      fail(
        begun.filter((call) => !repeated.includes(call)),
        status,
      )
      if (!isClosed) refill()
      // By then there is another thread, also where this was the last.
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
      const isLoaded = await thread.loaded.then(
        () => true,
        () => false,
      )
      if (!isLoaded) return
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

  // Reads first: another request among them may hang, and they would wait for its end again.
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
    /**
     * Loads the function, so that the first visitor does not wait for it. Throws when it cannot be
     * loaded.
     */
    ready: async (): Promise<void> => {
      while (threads.size < count) start()
      await Promise.all([...threads].map(({ loaded }) => loaded))
    },

    call: (method: string, url: string, headers: string, body: Call['body']): Promise<Answer> =>
      new Promise((answer) => {
        const until = performance.now() + maxMs
        give({ method, url, headers, body, until, isRepeated: false, answer })
      }),

    /** Lets what is under way finish, then ends the threads. */
    close: async (): Promise<void> => {
      while (suspects.length > 0 || [...threads].some((thread) => thread.underWay() > 0))
        await new Promise((resolve) => setTimeout(resolve, 20))
      isClosed = true
      clearInterval(clock)
      await Promise.all([...threads].map((thread) => thread.close()))
    },
  }
}

// They change nothing, so that they may be asked twice.
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
 * What the threads of a process have in common: each finds both by getEnvironmentData of
 * node:worker_threads. On the platform, where an instance has no threads, both are undefined.
 */
function shareWithThreads(count: number): void {
  // To sum up metrics, and to share the connections to the database.
  setEnvironmentData('proofstack:threads', count)
  // Reads of all threads are counted together here. The next build's threads go on counting.
  const counts = 'proofstack:read-counts'
  if (getEnvironmentData(counts) === undefined)
    setEnvironmentData(counts, new SharedArrayBuffer(2 ** 20))
}
