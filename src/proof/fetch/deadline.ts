/** Waits for `work`, but rejects once the deadline has passed. */
export function beforeDeadline<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(deadline.reason as Error)
    if (deadline.aborted) end()
    deadline.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', end))
  })
}
