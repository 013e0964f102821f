import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { BroadcastChannel } from 'node:worker_threads'

type Message<T> = { request: string } | { answered: string; value: T }

/**
 * Returns a function that collects a value from every thread of the process. `own` returns the
 * value of this thread. Values that arrive later than `waitMs` are missing.
 */
export function acrossThreads<T>(
  channelName: string,
  own: () => Promise<T>,
  { threads, waitMs }: { threads: () => number; waitMs: number },
): () => Promise<T[]> {
  const waiting = new Map<string, (value: T) => void>()
  const channel = new BroadcastChannel(channelName)
  const send = (message: Message<T>) => channel.postMessage(message)
  const receive = async (message: Message<T>): Promise<void> => {
    if ('answered' in message) waiting.get(message.answered)?.(message.value)
    else send({ answered: message.request, value: await own() })
  }
  // The cast is safe: only threads of this process can send to the channel, and they run this code.
  channel.addEventListener('message', (event) => {
    void receive((event as MessageEvent<Message<T>>).data)
  })
  channel.unref()

  return async () => {
    const others = threads() - 1
    const mine = own()
    if (others < 1) return [await mine]
    const id = randomUUID()
    const answers: T[] = []
    const all = Promise.withResolvers<void>()
    waiting.set(id, (value) => {
      if (answers.push(value) === others) all.resolve()
    })
    send({ request: id })
    await Promise.race([all.promise, after(waitMs, undefined, { ref: false })])
    waiting.delete(id)
    return [await mine, ...answers]
  }
}
