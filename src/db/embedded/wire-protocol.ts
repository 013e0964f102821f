/**
 * Messages of the Postgres wire protocol.
 * https://www.postgresql.org/docs/18/protocol-message-formats.html
 */

/** Builds a message: type, length, content. */
function framed(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5, type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

export const sync = framed('S', Buffer.alloc(0))

export function query(sql: string): Buffer {
  return framed('Q', Buffer.from(`${sql}\0`))
}

/** Builds the Close message that deletes a prepared statement. */
export function closeStatement(name: string): Buffer {
  return framed('C', Buffer.from(`S${name}\0`))
}

/** Builds the answer to a batch that could not be run: ErrorResponse (E), ReadyForQuery (Z). */
export function failure(message: string): Buffer {
  return Buffer.concat([
    framed('E', Buffer.from(`SERROR\0CXX000\0M${message}\0\0`)),
    framed('Z', Buffer.from('I')),
  ])
}

export function typeOf(message: Buffer): string {
  return String.fromCharCode(message[0]!)
}

/** The text in a message up to the next zero byte, and the offset after that byte. */
function textAt(message: Buffer, from: number): { text: string; end: number } {
  const end = message.indexOf(0, from)
  return end < 0
    ? { text: '', end: message.length }
    : { text: message.toString('utf8', from, end), end: end + 1 }
}

/** How a message of the extended protocol uses a prepared statement. */
interface StatementUse {
  does: 'prepares' | 'uses' | 'closes'
  name: string
  /** Builds the same message for a prepared statement with another name. */
  renamed: (name: string) => Buffer
}

/** How a message uses a prepared statement; undefined if it uses none. */
export function statementUse(message: Buffer): StatementUse | undefined {
  const type = typeOf(message)
  if (type === 'B') {
    const portal = textAt(message, 5)
    return useAt(message, 'uses', portal.end)
  }
  if (type === 'P') return useAt(message, 'prepares', 5)
  const isOfStatement = message[5] === 0x53
  if (type === 'D' && isOfStatement) return useAt(message, 'uses', 6)
  if (type === 'C' && isOfStatement) return useAt(message, 'closes', 6)
  return undefined
}

function useAt(message: Buffer, does: StatementUse['does'], at: number): StatementUse {
  const { text: name, end } = textAt(message, at)
  const renamed = (other: string) =>
    framed(
      typeOf(message),
      Buffer.concat([message.subarray(5, at), Buffer.from(`${other}\0`), message.subarray(end)]),
    )
  return { does, name, renamed }
}

/** The SQL in a Query (Q) or Parse (P) message. */
export function sqlOf(message: Buffer): string | undefined {
  const type = typeOf(message)
  if (type === 'Q') return textAt(message, 5).text
  if (type === 'P') return textAt(message, textAt(message, 5).end).text
  return undefined
}

/**
 * Whether a transaction is open after an answer. Its last ReadyForQuery message (Z, 0x5a) has the
 * status I (0x49) when idle, and T or E inside a transaction.
 */
export function endsInTransaction(answer: Uint8Array): boolean {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  let isInside = false
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] === 0x5a) isInside = bytes[at + 5] !== 0x49
  }
  return isInside
}
