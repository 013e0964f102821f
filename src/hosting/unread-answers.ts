import type { ServerResponse } from 'node:http'

/** In bytes, for all connections of this process. */
const mostUnread = 64 * 2 ** 20

/**
 * Bounds the memory of answers that clients have not read. The returned function counts `bytes` for
 * an answer until its connection has taken them; past the bound it cuts the oldest answers.
 */
export function unreadAnswers(
  most = mostUnread,
): (response: ServerResponse, bytes: number) => void {
  const unread = new Map<ServerResponse, number>()
  let total = 0
  const forget = (response: ServerResponse) => {
    total -= unread.get(response) ?? 0
    unread.delete(response)
  }
  return (response, bytes) => {
    if (response.closed) return
    unread.set(response, bytes)
    total += bytes
    response.once('close', () => forget(response))
    for (const oldest of unread.keys()) {
      if (total <= most) return
      forget(oldest)
      oldest.destroy()
    }
  }
}

/** Counts an answer of this process, see `unreadAnswers`. */
export const holdUnread = unreadAnswers()
