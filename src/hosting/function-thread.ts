import { Worker } from 'node:worker_threads'
import { redacted } from '#contract/redacted.ts'
import type { FunctionAnswer, FunctionBody, FunctionCall } from './function-worker.ts'
import { problemBody, problemHeaders } from './problem.ts'
import { type SharedState, beats, begun } from './shared-state.ts'

/** The answer to a request: by the function, or by the server if the function gives none. */
export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body: Uint8Array
}

/** A request to the function. */
export interface Call {
  method: string
  url: string
  headers: string
  body: FunctionBody | null
  /** The deadline on the clock of performance.now(). An unanswered request then gets 504. */
  until: number
  /** Whether this is the second attempt, because the thread of the first one has ended. */
  isRepeated: boolean
  answer: (answer: Answer) => void
}

/** The requests that a thread had not answered when it ended. */
export interface Lost {
  begun: Call[]
  queued: Call[]
  /** 504 if the thread was ended because its event loop was blocked, otherwise 500. */
  status: number
}

export type FunctionThread = ReturnType<typeof startThread>

/**
 * Starts the function of a build in a thread with its own environment. Unlike an imported module, a
 * thread frees its memory when it ends. `tick` has to be called every `beatMs`.
 */
export function startThread(
  entry: string,
  environment: Record<string, string>,
  beatMs: number,
  onEnd: (lost: Lost) => void,
) {
  const state: SharedState = new Int32Array(new SharedArrayBuffer(8))
  const waiting = new Map<number, Call>()
  let lastId = 0
  let beat = 0
  let quietTicks = 0
  let status = 500
  const worker = new Worker(new URL('./function-worker.ts', import.meta.url), {
    workerData: { entry, state, beatMs },
    env: environment,
  })

  const settle = (id: number, answer: Answer) => {
    waiting.get(id)?.answer(answer)
    waiting.delete(id)
  }

  /**
   * Takes back the requests that the thread has not begun. Returns none if the thread begins a
   * request during this call, because the exchange then fails.
   */
  const withdraw = (): Call[] => {
    const last = Atomics.load(state, begun)
    if (Atomics.compareExchange(state, begun, last, lastId) !== last) return []
    const queued = [...waiting].filter(([id]) => id > last)
    for (const [id] of queued) waiting.delete(id)
    return queued.map(([, call]) => call)
  }

  const thread = {
    isLoaded: false,
    hasEnded: false,
    /** True while it only repeats requests that another thread had begun before it ended. */
    isOnTrial: false,
    loaded: new Promise<void>((resolve, reject) => {
      worker.once('message', () => {
        thread.isLoaded = true
        worker.on('message', ([id, code, headers, body, failure]: FunctionAnswer) => {
          if (failure === undefined)
            return settle(id, { status: code, headers: headersOf(headers), body })
          console.error('the function failed:', redacted(failure))
          settle(id, problem(500))
        })
        resolve()
      })
      worker.once('error', (error) => {
        console.error('a function thread failed:', redacted(error))
        reject(error)
      })
      worker.once('exit', () => {
        thread.hasEnded = true
        reject(new Error('the function thread ended before it was loaded'))
        const queued = withdraw()
        onEnd({ begun: [...waiting.values()], queued, status })
        waiting.clear()
      })
    }),

    /** The number of unanswered requests. */
    underWay: () => waiting.size,
    /** The number of `tick` calls since the event loop of the thread last ran. */
    quietTicks: () => quietTicks,

    send: (call: Call): void => {
      const id = ++lastId
      waiting.set(id, call)
      const { url, method, headers, body } = call
      worker.postMessage([id, url, method, headers, body] satisfies FunctionCall)
    },

    /** Checks whether the event loop runs, and answers requests after their deadline by 504. */
    tick: (): void => {
      const now = performance.now()
      for (const [id, { until }] of waiting) if (until <= now) settle(id, problem(504))
      const last = beat
      beat = Atomics.load(state, beats)
      quietTicks = thread.isLoaded && beat === last ? quietTicks + 1 : 0
    },

    withdraw,

    /** Ends the thread because its event loop is blocked. Its requests get 504, not 500. */
    endBlocked: (): void => {
      status = 504
      void worker.terminate()
    },

    close: async (): Promise<void> => void (await worker.terminate()),
  }
  // Nothing awaits a thread that replaces another: its failure must not be unhandled.
  thread.loaded.catch(() => {})
  return thread
}

/** An error of the contract that the server answers in place of the function. */
export function problem(status: number): Answer {
  return { status, headers: { ...problemHeaders }, body: Buffer.from(problemBody(status)) }
}

// Reads headers from names and values on alternating lines. A repeated name, which only Set-Cookie
// may be, gets a list of values.
function headersOf(lines: string): Answer['headers'] {
  const parts = lines.split('\n')
  const headers: Answer['headers'] = {}
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [name, value] = [parts[at]!, parts[at + 1]!]
    const known = headers[name]
    headers[name] = known === undefined ? value : [known, value].flat()
  }
  return headers
}
