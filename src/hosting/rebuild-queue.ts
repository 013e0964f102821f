/**
 * Runs rebuilds one after the other. Whatever is asked for while one runs is picked up by one
 * further build.
 */
export function rebuildQueue(build: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isAskedAgain = false

  const run = async () => {
    try {
      do {
        isAskedAgain = false
        await build()
      } while (isAskedAgain)
    } finally {
      running = undefined
    }
  }

  return {
    /**
     * Asks for a build that begins after this call. Says whether it starts now or waits for the one
     * that runs.
     */
    ask: (): 'started' | 'queued' => {
      if (running) {
        isAskedAgain = true
        return 'queued'
      }
      running = run()
      return 'started'
    },
    /** Resolves when nothing runs and nothing waits. */
    idle: async () => running,
  }
}
