import { Marked, Renderer } from 'marked'

/**
 * Markdown of ours as HTML: headings have ids to link to, and what may be wider than the screen
 * scrolls inside itself, by key too.
 */
export function renderMarkdown(markdown: string): string {
  const ids = new Set<string>()
  const renderer = {
    heading(this: Renderer, { tokens, depth, text }: Parameters<Renderer['heading']>[0]) {
      const id = freeId(text, ids)
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    code(this: Renderer, token: Parameters<Renderer['code']>[0]) {
      const label = labels[token.lang ?? ''] ?? 'Sample'
      return Renderer.prototype.code.call(this, token).replace('<pre>', `<pre ${scrolling(label)}>`)
    },
    table(this: Renderer, token: Parameters<Renderer['table']>[0]) {
      const label = `Table: ${token.header.map(({ text }) => text.replaceAll('`', '')).join(', ')}`
      return `<div class="table-frame" ${scrolling(label)}>${Renderer.prototype.table.call(this, token)}</div>\n`
    },
  }
  return new Marked({ renderer }).parse(markdown, { async: false })
}

const labels: Record<string, string> = { sh: 'Commands', json: 'JSON', http: 'HTTP', text: 'Text' }

function scrolling(label: string): string {
  return `tabindex="0" role="group" aria-label="${label.replace(/[&"<>]/g, '')}"`
}

/** An id as GitHub makes it, so that links written for one place work in the other. */
function freeId(text: string, taken: Set<string>): string {
  const stem = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
  // Some tools refuse an id that begins with a digit.
  const first = /^\p{L}/u.test(stem) ? stem : `section-${stem}`
  let id = first
  for (let count = 1; taken.has(id); count++) id = `${first}-${count}`
  taken.add(id)
  return id
}
