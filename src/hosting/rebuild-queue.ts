/** Runs one rebuild at a time. All requests during a build are served by one further build. */
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
    /** Requests a build that begins after this call: at once, or after the running build. */
    ask: (): 'started' | 'queued' => {
      if (running) {
        isAskedAgain = true
        return 'queued'
      }
      running = run()
      return 'started'
    },
    /** Resolves when no build runs or is queued. */
    idle: async () => running,
  }
}
