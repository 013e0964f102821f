import { guard } from './guard.ts'

// Node's error codes, explained for the owner of a website. The first matching pattern is used.
const meanings: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOTFOUND|ENODATA|ENONAME)$/, 'has no address'],
  [/^(?:EAI_|ESERVFAIL|ETIMEOUT|EREFUSED|EBADNAME)/, 'could not be looked up'],
  [/^ECONNREFUSED$/, 'refuses connections'],
  [/^(?:ECONNRESET|EPIPE)$/, 'closed the connection before its answer was whole'],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'cannot be reached'],
  [/^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/, 'has no valid certificate'],
  [/^(?:EPROTO|ERR_SSL_|ERR_TLS_)/, 'does not speak TLS as it should'],
  [/^HPE_/, 'does not speak HTTP as it should'],
  [/^ERR_CONTENT_ENCODING$/, 'answered in an encoding that we did not ask for'],
  [/^(?:Z_|ERR_BROTLI|ERR__ERROR)/, 'answered with a body that is not encoded as it says'],
]

/** Explains why a request failed, in a sentence for the person who entered the URL. */
export function failureSentence(host: string, error: unknown, deadline: AbortSignal): string {
  if (deadline.aborted) return `${host} did not answer within ${guard.deadlineMs / 1_000} seconds.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  const meaning = meanings.find(([pattern]) => pattern.test(code))?.[1]
  return `${host} ${meaning ?? `could not be asked (${code})`}.`
}
