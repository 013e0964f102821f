import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

// RFC 9110, 8.4.1: what we ask for, with the old name of one.
const decoders = new Map([
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
])

/**
 * The beginning of a body as text, and whether more was to come. Neither what is read off the wire
 * nor what is unpacked from it is more than `limit` bytes: some streams unpack to a lot, and some
 * are long and unpack to nothing.
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
    // A decoder minds an end that we made ourselves, and an empty body that is said to be packed,
    // as some servers send with an error.
    const isEmpty = wire.bytes === 0 && response.complete
    if (!wire.isCut && !isEmpty) throw error
  }
  const body = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, limit))
  return { body, isCut: wire.isCut || size > limit }
}

function decode(response: IncomingMessage, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return bytes
  const decoder = decoders.get(encoding)
  if (!decoder) throw Object.assign(new Error('not asked for'), { code: 'ERR_CONTENT_ENCODING' })
  // Whoever reads the end of a pipeline is told of an error anywhere in it.
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
