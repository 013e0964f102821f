/**
 * Matches an Accept header with text/markdown at full quality, as agents send it; browsers do not.
 * A client that prefers another type gets HTML. The pattern is anchored and has no lookahead, since the
 * platform does not document its dialect of regular expressions.
 */
export const wantsMarkdownPattern = '^(?:.*[, ])?text/markdown *(?:; *q=1(?:\\.0*)? *)?(?:,.*)?$'

const pattern = new RegExp(wantsMarkdownPattern)

/** Whether the sender of an Accept header prefers Markdown to HTML. */
export function wantsMarkdown(accept: string | null): boolean {
  return accept !== null && pattern.test(accept)
}
