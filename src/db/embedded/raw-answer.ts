import type { PGlite } from '@electric-sql/pglite'

/**
 * Runs messages of the wire protocol and returns the bytes of their answer. PGlite's
 * `execProtocolRaw` also parses each answer and keeps it until another method is called: 1.6 kB a
 * request, without end (https://github.com/electric-sql/pglite/pull/1025). The stream does not.
 */
export async function rawAnswer(db: PGlite, messages: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  // A view into the backend's memory, which the next query overwrites.
  await db.execProtocolRawStream(messages, { onRawData: (bytes) => parts.push(bytes.slice()) })
  return Buffer.concat(parts)
}
