// The lines of a README, each with the headings of the sections around it.

/** Longer lines, in characters, are read as empty: they are generated. */
const longest = 4_000
/** Longer headings, in characters, are cut: each line is read with all its headings. */
const longestHeading = 200

interface ReadmeLine {
  /** Without the sign and the indentation of a quotation. */
  text: string
  /** Counted from 1. */
  line: number
  /** The headings around the line, without the title of the document. */
  headings: readonly string[]
  /** The language of the code block that the line is in; empty if the block names none. */
  code: string | undefined
}

/** The lines of a README in order. The fences of code blocks are lines outside of them. */
export function* readmeLines(readme: string): Generator<ReadmeLine> {
  let headings: string[] = []
  let hasTitle = false
  let fence: { mark: string; code: string } | undefined
  for (const [index, raw] of readme.split('\n').entries()) {
    const text = raw.length > longest ? '' : raw.replace(/^\s*(?:> ?)?/, '').trimEnd()
    const isEnd = fence && text.startsWith(fence.mark) && /^[`~]+$/.test(text)
    const code = isEnd ? undefined : fence?.code
    if (isEnd) fence = undefined
    else if (!fence) {
      const [, mark, language = ''] = /^(`{3,}|~{3,})\s*([\w-]*)/.exec(text) ?? []
      const [, signs = '', level] = /^(?:(#{1,6})\s|<h([1-6])\b)/i.exec(text) ?? []
      const depth = signs.length || Number(level)
      if (mark !== undefined) fence = { mark, code: language.toLowerCase() }
      else if (depth > 0) {
        headings = headings.slice(0, depth)
        // The first heading is the title of the document, and no section.
        headings[depth] = hasTitle ? text.slice(0, longestHeading) : ''
        hasTitle = true
      }
    }
    yield { text, line: index + 1, headings, code }
  }
}
