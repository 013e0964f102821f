import type { ChildProcess } from 'node:child_process'

/** A call of a function. Without a name it is the result of the call with this id. */
type Message = [id: number, name: string | null, value?: unknown, error?: string]

/**
 * Lets two processes call functions of each other. `own` are the functions of this process; the
 * returned function calls one of the other process. Of an error only the message arrives.
 */
export function callsBetween(
  other: ChildProcess | NodeJS.Process,
  own: Record<string, (given: never) => unknown>,
) {
  const open = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  const send = (message: Message) => other.send?.(message, undefined, undefined, () => {})
  const fail = () => open.forEach(({ reject }) => reject(new Error('The other process has ended.')))

  other.on('message', async ([id, name, value, error]: Message) => {
    if (name !== null)
      // The cast is safe: both processes run this code, and call a function with what it takes.
      return Promise.try(own[name]!, value as never).then(
        (result) => send([id, null, result]),
        (failure: Error) => send([id, null, null, failure.message]),
      )
    if (error === undefined) open.get(id)?.resolve(value)
    else open.get(id)?.reject(new Error(error))
    return open.delete(id)
  })
  other.once('disconnect', fail)

  return (name: string, value?: unknown): Promise<unknown> => {
    const call = Promise.withResolvers<unknown>()
    open.set(++last, call)
    send([last, name, value])
    if (!other.connected) fail()
    return call.promise
  }
}
