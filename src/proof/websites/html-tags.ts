import { decodeAttribute } from './character-references.ts'

/** A tag as browsers parse it. */
export interface Tag {
  /** In lower case. */
  name: string
  isEnd: boolean
  attribute: (name: string) => string | undefined
}

// These elements hold text without tags: HTML standard, 13.2.5.1 and 13.2.6.4. For `noscript` that is
// true in browsers that run scripts.
const textElements = new Set(
  'iframe noembed noframes noscript script style textarea title xmp'.split(' '),
)

/**
 * The tags of a page in order, by the tokenizer of the HTML standard: without those in comments,
 * attributes and text elements. The time is linear in the length of any page.
 */
export function* tagsOf(html: string): Generator<Tag> {
  let at = 0
  for (;;) {
    at = html.indexOf('<', at)
    if (at === -1) return
    const isEnd = html[at + 1] === '/'
    const start = at + (isEnd ? 2 : 1)
    if (!/[a-zA-Z]/.test(html[start] ?? '')) {
      at = afterMarkup(html, at)
      continue
    }
    const tag = readTag(html, start)
    // The standard drops an unfinished tag at the end.
    if (!tag) return
    at = tag.end
    const { name, attributes } = tag
    const attribute = (key: string) => {
      const value = attributes.get(key)
      return value === undefined ? undefined : decodeAttribute(value)
    }
    yield { name, isEnd, attribute }
    if (isEnd) continue
    // All that follows `plaintext` is text.
    if (name === 'plaintext') return
    if (textElements.has(name)) at = endOfText(html, at, name)
  }
}

/** The position after a `<` that begins no tag: a comment, a doctype or a plain character. */
function afterMarkup(html: string, at: number): number {
  if (html.startsWith('<!-->', at)) return at + 5
  if (html.startsWith('<!--->', at)) return at + 6
  if (html.startsWith('<!--', at)) {
    const end = /--!?>/g
    end.lastIndex = at + 4
    return end.test(html) ? end.lastIndex : html.length
  }
  if (!/[!?/]/.test(html[at + 1] ?? '')) return at + 1
  const end = html.indexOf('>', at)
  return end === -1 ? html.length : end + 1
}

function endOfText(html: string, at: number, name: string): number {
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')
  end.lastIndex = at
  return end.exec(html)?.index ?? html.length
}

const tagName = /[^\t\n\f\r />]*/y
const gap = /[\t\n\f\r /]*/y
// A name may begin with `=` and contain quotes.
const attributeName = /[^\t\n\f\r />][^\t\n\f\r />=]*/y
const equals = /(?:[\t\n\f\r ]*=[\t\n\f\r ]*)?/y
const unquoted = /[^\t\n\f\r >]*/y

/** The tag with a name at `start`, and its end; undefined for an unfinished tag. */
function readTag(html: string, start: number) {
  let at = start
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const [taken] = pattern.exec(html)!
    at += taken.length
    return taken
  }
  const name = take(tagName).toLowerCase()
  const attributes = new Map<string, string>()
  for (;;) {
    take(gap)
    if (at >= html.length) return undefined
    if (html[at] === '>') return { name, attributes, end: at + 1 }
    const key = take(attributeName).toLowerCase()
    let value = ''
    if (take(equals) !== '') {
      const quote = html[at]
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1)
        if (end === -1) return undefined
        value = html.slice(at + 1, end)
        at = end + 1
      } else value = take(unquoted)
    }
    // The first of two attributes with one name counts.
    if (!attributes.has(key)) attributes.set(key, value)
  }
}
