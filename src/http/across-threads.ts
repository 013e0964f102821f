import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { BroadcastChannel } from 'node:worker_threads'

type Message<T> = { asked: string } | { answered: string; value: T }

/**
 * Lets threads of one process ask each other. `own` is what this thread answers; the returned
 * function gives that and the answers of the others, as many as come within `waitMs`.
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
    else send({ answered: message.asked, value: await own() })
  }
  // Only threads of this process know the channel, and they run this code.
  channel.addEventListener('message', (event) => {
    void receive((event as MessageEvent<Message<T>>).data)
  })
  // A thread that has nothing else to do ends.
  channel.unref()

  return async () => {
    const others = threads() - 1
    const mine = own()
    if (others < 1) return [await mine]
    const id = randomUUID()
    const answers: T[] = []
    const all = new Promise<void>((resolve) => {
      waiting.set(id, (value) => {
        answers.push(value)
        if (answers.length === others) resolve()
      })
    })
    send({ asked: id })
    await Promise.race([all, after(waitMs, undefined, { ref: false })])
    waiting.delete(id)
    return [await mine, ...answers]
  }
}
