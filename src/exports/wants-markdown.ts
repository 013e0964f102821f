/**
 * An Accept header that names text/markdown at full quality, as agents send it. No browser names
 * it. A client that likes Markdown less than something else gets HTML. There is no lookahead in it,
 * and it is anchored: the platform says only that it is a regular expression.
 */
export const wantsMarkdownPattern = '^(?:.*[, ])?text/markdown *(?:; *q=1(?:\\.0*)? *)?(?:,.*)?$'

const pattern = new RegExp(wantsMarkdownPattern)

/** Whether who sent this Accept header reads Markdown rather than HTML. */
export function wantsMarkdown(accept: string | null): boolean {
  return accept !== null && pattern.test(accept)
}
