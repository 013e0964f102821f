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
