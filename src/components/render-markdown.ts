import { Marked, Renderer, type Tokens } from 'marked'
import { highlighted } from './highlight.ts'

/**
 * Renders our own Markdown, from content/ or the contract, as HTML. Never texts of owners: HTML in it
 * is not escaped. Headings get ids. Wide tables and code blocks scroll
 * horizontally, also by keyboard. Table cells contain the name of their column, for narrow screens
 * that hide the table head.
 */
export function renderMarkdown(markdown: string): string {
  const ids = new Set<string>()
  const columns = new Map<Tokens.TableCell, string>()
  const renderer = {
    heading(this: Renderer, { tokens, depth, text }: Parameters<Renderer['heading']>[0]) {
      const id = freeId(text, ids)
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    code({ lang = '', text }: Parameters<Renderer['code']>[0]) {
      const kind = /^\w+$/.test(lang) ? ` class="language-${lang}"` : ''
      const code = highlighted(text, lang)
      return `<pre ${scrolling(labels[lang] ?? 'Sample')}><code${kind}>${code}\n</code></pre>\n`
    },
    // Allows line breaks in long code names after `_` and `/`, so that they do not break within
    // words.
    codespan(this: Renderer, token: Tokens.Codespan) {
      const html = Renderer.prototype.codespan.call(this, token)
      return token.text.length > shortName ? html.replace(/(?<=\w[_/])(?=\w)/g, '<wbr>') : html
    },
    table(this: Renderer, token: Parameters<Renderer['table']>[0]) {
      const names = token.header.map(({ text }) => text.replaceAll('`', ''))
      const label = `Table: ${names.join(', ')}`
      // In a table of two columns, the second cell needs no column name.
      if (names.length > 2)
        for (const row of token.rows)
          for (const [place, cell] of row.entries()) if (place > 0) columns.set(cell, names[place]!)
      return `<div class="table-frame" ${scrolling(label)}>${Renderer.prototype.table.call(this, token)}</div>\n`
    },
    tablecell(this: Renderer, cell: Tokens.TableCell) {
      const html = Renderer.prototype.tablecell.call(this, cell)
      const name = columns.get(cell)
      return name ? html.replace('<td', `<td data-of="${quoted(name)}"`) : html
    },
  }
  return new Marked({ renderer }).parse(markdown, { async: false })
}

/** Code names up to this length, in characters, fit into the narrowest column. */
const shortName = 14

const labels: Record<string, string> = {
  sh: 'Commands',
  json: 'JSON',
  http: 'HTTP',
  text: 'Text',
  toml: 'TOML',
  yaml: 'YAML',
  python: 'Python',
  ts: 'TypeScript',
}

function scrolling(label: string): string {
  return `tabindex="0" role="group" aria-label="${quoted(label)}"`
}

const quoted = (text: string) => text.replace(/[&"<>]/g, '')

/** An id by GitHub's rules, so that links to a heading work both on GitHub and on this site. */
function freeId(text: string, taken: Set<string>): string {
  const stem = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
  // Ids that begin with a digit get a prefix, because some tools refuse them.
  const first = /^\p{L}/u.test(stem) ? stem : `section-${stem}`
  let id = first
  for (let count = 1; taken.has(id); count++) id = `${first}-${count}`
  taken.add(id)
  return id
}
