import { Tokenizer } from 'htmlparser2'

/** A tag of an HTML page, parsed as browsers do. */
export interface Tag {
  /** The name of the element in lower case. */
  name: string
  isEnd: boolean
  attribute: (name: string) => string | undefined
}

const nothing = () => undefined

/**
 * The tags of a page in order, by the tokenizer of the HTML standard. What looks like a tag inside
 * comments, attributes and text elements is skipped. The parser is not used: it also keeps the open
 * elements, in a time that is not linear for deep pages.
 */
export function tagsOf(page: string): Tag[] {
  // In browsers that run scripts, `noscript` contains text, as the old element `noframes` does.
  const html = page.replace(/(<\/?)noscript(?=[\t\n\f\r />])/gi, '$1noframes')
  const tags: Tag[] = []
  let [name, key, value] = ['', '', '']
  let attributes = new Map<string, string>()
  const add = (isEnd: boolean) => {
    const own = attributes
    tags.push({ name, isEnd, attribute: (named) => own.get(named) })
  }
  const begin = (start: number, end: number) => {
    name = html.slice(start, end).toLowerCase()
    attributes = new Map()
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: begin,
      onattribname: (start, end) => {
        key = html.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata: (start, end) => (value += html.slice(start, end)),
      onattribentity: (code) => (value += String.fromCodePoint(code)),
      // If an attribute is repeated, the first one counts.
      onattribend: () => attributes.has(key) || attributes.set(key, value),
      onopentagend: () => add(false),
      onselfclosingtag: () => add(false),
      onclosetag: (start, end) => {
        begin(start, end)
        add(true)
      },
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return tags
}
