/**
 * Runs `stop` when the parent process has ended. A SIGTERM to `npm start` only ends the shell of npm, and
 * the server would keep its port and data folder. Has no effect on Windows, where the parent's id stays.
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
