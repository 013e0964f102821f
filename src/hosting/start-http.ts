import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { callsBetween } from './calls-between.ts'
import type { startLocalHost } from './local-host.ts'

/** The time before another start: a process that cannot run must not use up a core. */
const pauseMs = 500

/**
 * Starts HTTP and the functions in a process of their own: an answer does not wait for the embedded
 * database, jobs and builds. If the process ends, it is started again with the current build.
 */
export async function startHttp({
  onRebuild: rebuild,
  ...options
}: Parameters<typeof startLocalHost>[0]) {
  let { port } = options
  let current: [folder: string, environment: Record<string, string>] | undefined
  let isClosing = false
  let child: ReturnType<typeof fork>
  let call: ReturnType<typeof callsBetween>

  const start = async (): Promise<void> => {
    if (isClosing) return
    child = fork(path.join(import.meta.dirname, 'http-process.ts'))
    call = callsBetween(child, { rebuild })
    child.once('exit', async (code, signal) => {
      if (isClosing) return
      console.error(`The process of HTTP has ended (${signal ?? code}). It is started again.`)
      await after(pauseMs)
      started = start()
      await started.catch((error: Error) => {
        console.error(`It could not be started: ${error.message}`)
        child.kill('SIGKILL')
      })
    })
    // The cast is safe: `listen` returns the port.
    port = (await call('listen', { ...options, port })) as number
    if (current) await call('serve', current)
  }
  const close = async (): Promise<void> => {
    isClosing = true
    await call('close').catch(() => {})
    if (!child.connected) return
    child.disconnect()
    await once(child, 'exit')
  }

  let started = start()
  await started.catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    port,
    isServing: () => current !== undefined,
    /** Loads a build, then serves all further requests from it. */
    serve: async (...build: NonNullable<typeof current>): Promise<void> => {
      await started
      await call('serve', build)
      current = build
    },
    /** Waits until the build that was served before has answered its requests. */
    retire: () => call('retire'),
    close,
  }
}
