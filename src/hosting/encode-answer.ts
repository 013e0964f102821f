import type { IncomingMessage } from 'node:http'
import {
  encoded,
  encodedTag,
  isText,
  smallestEncoded,
  varying,
  wantedEncoding,
} from './content-encoding.ts'
import type { Answer } from './function-thread.ts'

/** Compresses the answer of a function if the client accepts it, as the platform's edge does. */
export async function encodeAnswer(request: IncomingMessage, answer: Answer): Promise<Answer> {
  const { status, body } = answer
  const textOf = (name: string) => String(answer.headers[name] ?? '')
  const isFinal = textOf('content-encoding') !== '' || /no-transform/.test(textOf('cache-control'))
  if (isFinal || (status !== 304 && !isText(textOf('content-type')))) return answer

  const headers: Answer['headers'] = { ...answer.headers, vary: varying(textOf('vary')) }
  const encoding = wantedEncoding(request.headers['accept-encoding'])
  const etag = encodedTag(textOf('etag'), encoding)
  const isHead = request.method === 'HEAD'
  const length = isHead ? Number(textOf('content-length')) : body.length
  const isEncoded =
    status === 304
      ? // A 304 has the ETag of the encoding that the client has cached.
        etag !== '' && request.headers['if-none-match']?.includes(etag)
      : encoding !== 'identity' && length >= smallestEncoded
  if (!isEncoded) return { ...answer, headers }
  if (etag !== '') headers['etag'] = etag
  if (status === 304) return { ...answer, headers }
  headers['content-encoding'] = encoding
  delete headers['content-length']
  return { status, headers, body: isHead ? body : await encoded(body, encoding, 'answer') }
}
