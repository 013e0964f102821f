import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What a body may be sent as, the smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const

export type Encoding = (typeof encodings)[number]

/**
 * The smallest encoding that an Accept-Encoding header takes at its highest weight. RFC 9110,
 * 12.5.3: without the header any is allowed; who did not ask gets the plain bytes.
 */
export function wantedEncoding(accept: string | undefined): Encoding {
  const weights = new Map(
    (accept ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0] as const
    }),
  )
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0.0001 : (weights.get('*') ?? 0))
  const [best = 'identity'] = encodings.toSorted((a, b) => weightOf(b) - weightOf(a))
  return weightOf(best) > 0 ? best : 'identity'
}

/** Below it a header costs more than what compression saves. */
export const smallestEncoded = 1_024

/** Whether bodies of a type are compressed when they are large enough; their answers vary. */
export function isText(type: string): boolean {
  return /^text\/|json|xml|javascript/.test(type)
}

// A higher quality takes twice as long for 5 % fewer bytes of a list.
const compress = {
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 4 }),
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  identity: async (bytes: Uint8Array) => bytes,
}

/** Compresses a body beside the event loop. */
export function encoded(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  return compress[encoding](bytes)
}

/** The strong ETag of a body in an encoding: compressed bytes are another representation. */
export function encodedTag(etag: string, encoding: Encoding): string {
  return encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`)
}

/** An If-None-Match header with the tags of the plain bodies: the content is the same. */
export function plainTags(tags: string): string {
  return tags.replaceAll(/-(?:br|gzip)(?=")/g, '')
}

/** A Vary header that names the encoding, too. */
export function varying(vary: string | undefined): string {
  return vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding'
}
