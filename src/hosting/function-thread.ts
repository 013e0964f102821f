import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FunctionAnswer, FunctionCall } from './function-worker.ts'

/**
 * As on the platform: a function that has not answered by then is given up. The adapter's
 * maxDuration says the same.
 */
const maxDurationMs = 15_000

export type FunctionThread = ReturnType<typeof startFunction>

/**
 * Starts one function of a build output in a thread. Its environment is its own, and when the next
 * build takes over, the thread ends and gives its memory back, which an imported module never does.
 */
export function startFunction(folder: string, environment: Record<string, string>) {
  const { handler } = JSON.parse(readFileSync(path.join(folder, '.vc-config.json'), 'utf8')) as {
    handler: string
  }
  const entry = pathToFileURL(path.join(folder, handler)).href
  const waiting = new Map<number, (answer: FunctionAnswer) => void>()
  let lastId = 0
  let worker: Promise<Worker> | undefined
  let isClosed = false

  const settle = (status: number) => {
    for (const [id, resolve] of waiting) resolve(failure(id, status))
    waiting.clear()
  }

  const start = () =>
    new Promise<Worker>((resolve, reject) => {
      const thread = new Worker(new URL('./function-worker.ts', import.meta.url), {
        workerData: { entry },
        env: environment,
      })
      thread.once('message', () => {
        thread.on('message', (answer: FunctionAnswer) => {
          waiting.get(answer.id)?.(answer)
          waiting.delete(answer.id)
        })
        resolve(thread)
      })
      thread.once('error', (error) => {
        if (!isClosed)
          console.error(
            'the function thread failed and is started again with the next request:',
            error,
          )
        reject(error)
      })
      // Whatever it was answering fails, as on the platform; the next call starts a new thread.
      thread.once('exit', () => {
        worker = undefined
        settle(500)
      })
    })

  return {
    /**
     * Loads the function, so that the first visitor does not wait for it. Throws when it cannot be
     * loaded.
     */
    ready: async () => void (await (worker ??= start())),

    call: async (call: Omit<FunctionCall, 'id'>): Promise<FunctionAnswer> => {
      const thread = await (worker ??= start())
      const id = ++lastId
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(id)
          resolve(failure(id, 504))
        }, maxDurationMs)
        waiting.set(id, (answer) => {
          clearTimeout(timer)
          resolve(answer)
        })
        thread.postMessage({ id, ...call } satisfies FunctionCall)
      })
    },

    /** Lets what is under way finish, then ends the thread. */
    close: async () => {
      isClosed = true
      const until = Date.now() + maxDurationMs
      while (waiting.size > 0 && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 20))
      await (await worker?.catch(() => undefined))?.terminate()
    },
  }
}

/** Whether a build output has a function of this name. */
export function hasFunction(folder: string): boolean {
  return existsSync(path.join(folder, '.vc-config.json'))
}

function failure(id: number, status: number): FunctionAnswer {
  return { id, status, headers: [['cache-control', 'no-store']], body: new ArrayBuffer(0) }
}
