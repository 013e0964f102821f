import { decodeAttribute } from './character-references.ts'

/** A tag of an HTML page, parsed as browsers do. */
export interface Tag {
  /** The name of the element in lower case. */
  name: string
  isEnd: boolean
  attribute: (name: string) => string | undefined
}

// Elements that contain text instead of tags (HTML standard, 13.2.5.1 and 13.2.6.4). `noscript` is
// one of them in browsers that run scripts.
const textElements = new Set(
  'iframe noembed noframes noscript script style textarea title xmp'.split(' '),
)

/**
 * The tags of a page in order, by the tokenizer of the HTML standard. What looks like a tag inside
 * comments, attributes and text elements is skipped. The time is linear in the length of the page.
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
    // The page ends inside a tag, which the standard then drops.
    if (!tag) return
    at = tag.end
    const { name, attributes } = tag
    const attribute = (key: string) => {
      const value = attributes.get(key)
      return value === undefined ? undefined : decodeAttribute(value)
    }
    yield { name, isEnd, attribute }
    if (isEnd) continue
    // After a `plaintext` tag the rest of the page is text.
    if (name === 'plaintext') return
    if (textElements.has(name)) at = endOfText(html, at, name)
  }
}

/**
 * The index after a `<` that starts no tag: after a comment or doctype, or after the `<` itself.
 */
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
// An attribute name may begin with `=` and contain quotes.
const attributeName = /[^\t\n\f\r />][^\t\n\f\r />=]*/y
const equals = /(?:[\t\n\f\r ]*=[\t\n\f\r ]*)?/y
const unquoted = /[^\t\n\f\r >]*/y

/**
 * Reads the tag whose name begins at `start`. Returns its name, attributes and end; undefined if
 * the page ends inside the tag.
 */
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
    // If an attribute is repeated, the first one counts.
    if (!attributes.has(key)) attributes.set(key, value)
  }
}
