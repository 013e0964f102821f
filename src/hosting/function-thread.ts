import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { redacted } from '#contract/redacted.ts'
import type { FunctionAnswer, FunctionBody, FunctionCall } from './function-worker.ts'
import { problemBody, problemHeaders } from './problem.ts'

/**
 * As on the platform: a function that has not answered by then is given up. The adapter's
 * maxDuration says the same.
 */
const maxDurationMs = 15_000

export type FunctionThread = ReturnType<typeof startFunction>

/** An answer of a function, or of us in its place. */
export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body: Uint8Array
}

/**
 * Starts one function of a build output in a thread. Its environment is its own, and when the next
 * build takes over, the thread ends and gives its memory back, which an imported module never does.
 */
export function startFunction(
  folder: string,
  environment: Record<string, string>,
  maxMs: number = maxDurationMs,
) {
  const { handler } = JSON.parse(readFileSync(path.join(folder, '.vc-config.json'), 'utf8')) as {
    handler: string
  }
  const entry = pathToFileURL(path.join(folder, handler)).href
  const waiting = new Map<number, { resolve: (answer: Answer) => void; until: number }>()
  let lastId = 0
  let worker: Promise<Worker> | undefined
  let isClosed = false

  const settle = (id: number, answer: Answer) => {
    waiting.get(id)?.resolve(answer)
    waiting.delete(id)
  }

  const start = () =>
    new Promise<Worker>((resolve, reject) => {
      const thread = new Worker(new URL('./function-worker.ts', import.meta.url), {
        workerData: { entry },
        env: environment,
      })
      thread.once('message', () => {
        thread.on('message', ([id, status, headers, body, failure]: FunctionAnswer) => {
          if (failure !== undefined) console.error('the function failed:', redacted(failure))
          settle(id, { status, headers: headersOf(headers), body: new Uint8Array(body) })
        })
        resolve(thread)
      })
      thread.once('error', (error) => {
        if (!isClosed)
          console.error(
            'the function thread failed and is started again with the next request:',
            redacted(error),
          )
        reject(error)
      })
      // Whatever it was answering fails, as on the platform; the next call starts a new thread.
      thread.once('exit', () => {
        worker = undefined
        for (const id of waiting.keys()) settle(id, problem(500))
      })
    })

  // One clock for all that wait: a timer for each request costs as much as its message.
  const clock = setInterval(
    () => {
      const now = performance.now()
      for (const [id, { until }] of waiting) {
        if (until > now) break
        settle(id, problem(504))
      }
    },
    Math.min(250, maxMs),
  ).unref()

  return {
    /**
     * Loads the function, so that the first visitor does not wait for it. Throws when it cannot be
     * loaded.
     */
    ready: async () => void (await (worker ??= start())),

    call: async (
      method: string,
      url: string,
      headers: string,
      body: FunctionBody | null,
    ): Promise<Answer> => {
      const thread = await (worker ??= start())
      const id = ++lastId
      return new Promise((resolve) => {
        waiting.set(id, { resolve, until: performance.now() + maxMs })
        thread.postMessage(
          [id, url, method, headers, body] satisfies FunctionCall,
          body === null || typeof body === 'string' ? [] : [body.buffer],
        )
      })
    },

    /** Lets what is under way finish, then ends the thread. */
    close: async () => {
      isClosed = true
      while (waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, 20))
      clearInterval(clock)
      await (await worker?.catch(() => undefined))?.terminate()
    },
  }
}

function problem(status: number): Answer {
  return { status, headers: { ...problemHeaders }, body: Buffer.from(problemBody(status)) }
}

// Only Set-Cookie may come more than once.
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
