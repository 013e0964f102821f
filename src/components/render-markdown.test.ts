import { expect, it } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

it('headings have ids of their own to link to', () => {
  const html = renderMarkdown(
    '## What `since` is\n\n## Errors & limits\n\n## Errors & limits\n\n## 1. Pages\n',
  )
  expect(html).toContain('<h2 id="what-since-is">What <code>since</code> is</h2>')
  expect(html).toContain('<h2 id="errors--limits">Errors &amp; limits</h2>')
  expect(html).toContain('<h2 id="errors--limits-1">')
  expect(html).toContain('<h2 id="section-1-pages">')
})

it('a sample is text, and can be reached and scrolled by key', () => {
  const html = renderMarkdown('```sh\ncurl "https://x.example/?a=1&b=<2>"\n```\n')
  expect(html).toContain(
    '<pre tabindex="0" role="group" aria-label="Commands"><code class="language-sh">',
  )
  expect(html).toContain('&quot;https://x.example/?a=1&amp;b=&lt;2&gt;&quot;')
})

it('of three columns or more a cell names its own, but not that of what the row is about', () => {
  const html = renderMarkdown('| `a` | b | c & d |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n')
  expect(html).toContain('<td>1</td>\n<td data-of="b">2</td>\n<td data-of="c  d">3</td>')
  expect(renderMarkdown('| a | b |\n| --- | --- |\n| 1 | 2 |\n')).not.toContain('data-of')
})

it('a long name in a line may be broken between its words, and stays one text', () => {
  const html = renderMarkdown('`PUBLIC_API_RESTRICTED` of `error_code`\n')
  expect(html).toContain('<code>PUBLIC_<wbr>API_<wbr>RESTRICTED</code> of <code>error_code</code>')
})

it('a table scrolls inside itself and says what it is of', () => {
  const html = renderMarkdown('| `a` | b & c |\n| --- | --- |\n| 1 | 2 |\n')
  expect(html).toContain(
    '<div class="table-frame" tabindex="0" role="group" aria-label="Table: a, b  c"><table>',
  )
})
