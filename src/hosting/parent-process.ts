/**
 * Runs `stop` when the process that started this one is gone. npm ends the shell it started and
 * nothing below it, so a SIGTERM to `npm start` would leave the server behind, with its port and
 * data folder. Windows does not tell.
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
