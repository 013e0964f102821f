/**
 * Runs `stop` when the parent process has ended. A SIGTERM to `npm start` only ends the shell of
 * npm: the server would go on, with its port and data folder. It has no effect on Windows, where
 * the id of the parent does not change.
 */
export function whenOrphaned(stop: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 250)
  timer.unref()
}
