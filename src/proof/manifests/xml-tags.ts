import { lineCounter } from './line-counter.ts'

/** A tag of an XML text. */
interface XmlTag {
  name: string
  isEnd: boolean
  /** Whether the element has no end tag: `<name/>`. */
  isAlone: boolean
  attributes: ReadonlyMap<string, string>
  /** The text since the tag before, without comments. */
  text: string
  line: number
}

// A comment or a text without its end is read to the end, so that each character is read once. A
// name is followed by what cannot be part of it, and a tag without its end stops at the next `<`.
const piece =
  /<!--[^]*?(?:-->|$)|<!\[CDATA\[(?<data>[^]*?)(?:\]\]>|$)|<(?<end>\/?)(?<name>[\w:.-]+)(?=[\s/>])(?<rest>(?:[^<>"']|"[^"]*"|'[^']*')*)>/g
const attribute = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The tags of an XML text in order. Processing instructions and references are not understood. */
export function* xmlTags(xml: string): Generator<XmlTag> {
  const lineOf = lineCounter(xml)
  let text = ''
  let after = 0
  for (const { 0: found, index, groups = {} } of xml.matchAll(piece)) {
    const { name, end, rest = '', data = '' } = groups
    text += xml.slice(after, index) + data
    after = index + found.length
    if (name === undefined) continue
    const attributes = new Map<string, string>()
    for (const [, key = '', one, other = ''] of rest.matchAll(attribute))
      attributes.set(key, one ?? other)
    const isAlone = rest.endsWith('/')
    yield { name, isEnd: end !== '', isAlone, attributes, text: text.trim(), line: lineOf(index) }
    text = ''
  }
}
