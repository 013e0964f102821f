/**
 * A pattern for Accept headers with a media type at full quality (q=1), which programs send and
 * browsers do not. It is anchored and has no lookahead, because the platform uses it in a route and
 * does not document its dialect of regular expressions.
 */
const atFullQuality = (type: string) => `^(?:.*[, ])?${type} *(?:; *q=1(?:\\.0*)? *)?(?:,.*)?$`

export const wantsMarkdownPattern = atFullQuality('text/markdown')
export const wantsJsonPattern = atFullQuality('application/json')

const markdown = new RegExp(wantsMarkdownPattern)
const json = new RegExp(wantsJsonPattern)

/** The media type that a program prefers; undefined for browsers, which are answered with HTML. */
export function wantedType(
  accept: string | null,
): 'text/markdown' | 'application/json' | undefined {
  if (accept === null) return undefined
  if (markdown.test(accept)) return 'text/markdown'
  return json.test(accept) ? 'application/json' : undefined
}
