import type { PGlite } from '@electric-sql/pglite'

/**
 * Runs messages of the wire protocol and returns the bytes of their answer. PGlite's own
 * `execProtocolRaw` reads each answer as well, and keeps what it read until somebody asks by another
 * method, which a service never does: 1.6 kB a request, for as long as it lives
 * (https://github.com/electric-sql/pglite/pull/1025). Its stream hands the bytes on unread.
 */
export async function rawAnswer(db: PGlite, messages: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  // They are a view into the memory of the backend, which the next query writes over.
  await db.execProtocolRawStream(messages, { onRawData: (bytes) => parts.push(bytes.slice()) })
  return Buffer.concat(parts)
}
