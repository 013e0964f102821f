/**
 * Matches an Accept header with text/markdown at full quality (q=1), which agents send and browsers
 * do not. It is anchored and has no lookahead, because the platform uses the pattern in a route and
 * does not document its dialect of regular expressions.
 */
export const wantsMarkdownPattern = '^(?:.*[, ])?text/markdown *(?:; *q=1(?:\\.0*)? *)?(?:,.*)?$'

const pattern = new RegExp(wantsMarkdownPattern)

/** Whether an Accept header accepts Markdown at full quality, as agents do. */
export function wantsMarkdown(accept: string | null): boolean {
  return accept !== null && pattern.test(accept)
}
