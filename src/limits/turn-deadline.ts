const turns = 10

/**
 * Returns a function that creates signals which abort after `ms`. The time is counted in turns of
 * the event loop: while this process is busy, an answer waits unread although its sender was fast.
 * All signals share one timer, which stops when no signal is pending.
 */
export function turnDeadline(ms: number): () => AbortSignal {
  const waiting: { controller: AbortController; until: number }[] = []
  let turn = 0
  let timer: NodeJS.Timeout | undefined
  const tick = () => {
    turn++
    while (waiting[0] && waiting[0].until <= turn)
      waiting.shift()!.controller.abort(new Error(`no answer within ${ms} ms`))
    if (waiting.length > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return () => {
    const controller = new AbortController()
    waiting.push({ controller, until: turn + turns })
    timer ??= setInterval(tick, ms / turns).unref()
    return controller.signal
  }
}
