import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { textOf } from '#proof/manifests/plain-text.ts'

// The content encodings of RFC 9110, 8.4.1, and `x-gzip`, an old name of gzip.
const decoders = new Map([
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
])

/**
 * Reads the beginning of a body as text, and whether the body was cut. `limit` bounds the
 * compressed and the decompressed bytes: some streams decompress to gigabytes, others are endless
 * but decompress to nothing.
 */
export async function readBody(
  response: IncomingMessage,
  limit: number,
): Promise<{ body: string; isCut: boolean }> {
  const wire = { bytes: 0, isCut: false }
  const decoded = decode(response, firstBytes(response, limit, wire))
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of decoded) {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) break
    }
  } catch (error) {
    // Two decoder errors are expected: the body was cut by us, or it is empty although a header
    // names an encoding, as some servers send with an error status.
    const isEmpty = wire.bytes === 0 && response.complete
    if (!wire.isCut && !isEmpty) throw error
  }
  const body = textOf(Buffer.concat(chunks).subarray(0, limit))
  return { body, isCut: wire.isCut || size > limit }
}

function decode(response: IncomingMessage, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return bytes
  const decoder = decoders.get(encoding)
  if (!decoder) throw Object.assign(new Error('not asked for'), { code: 'ERR_CONTENT_ENCODING' })
  // The callback ignores errors, because iterating over the pipeline throws them as well.
  return pipeline(bytes, decoder(), () => undefined)
}

async function* firstBytes(
  response: AsyncIterable<Buffer>,
  limit: number,
  wire: { bytes: number; isCut: boolean },
): AsyncGenerator<Buffer> {
  for await (const chunk of response) {
    const rest = limit - wire.bytes
    wire.bytes += chunk.length
    wire.isCut = chunk.length > rest
    if (rest > 0) yield chunk.subarray(0, rest)
    if (wire.isCut) return
  }
}
