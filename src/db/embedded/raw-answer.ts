import type { PGlite } from '@electric-sql/pglite'

/**
 * Sends messages of the wire protocol to PGlite and returns the bytes of the answer. PGlite's
 * `execProtocolRaw` would also parse each answer and hold it in memory, 1.6 kB for each request
 * (https://github.com/electric-sql/pglite/pull/1025).
 */
export async function rawAnswer(db: PGlite, messages: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  // Copied: `bytes` is a view into the backend's memory, which the next query overwrites.
  await db.execProtocolRawStream(messages, { onRawData: (bytes) => parts.push(bytes.slice()) })
  return Buffer.concat(parts)
}
