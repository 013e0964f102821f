import * as fc from 'fast-check'
import { type Token, marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { link, plain, quotation } from './markdown.ts'

/** The kinds of tokens in a text, from a parser of GitHub's Markdown. */
function kindsIn(text: string): string[] {
  const kinds: string[] = []
  marked.walkTokens(marked.lexer(text), (token: Token) => void kinds.push(token.type))
  return [...new Set(kinds)].sort()
}

const attacks = [
  '# Heading',
  'Heading\n===',
  'text\n\n---\n\n# Heading',
  '[free money](https://evil.example)',
  '![pixel](https://evil.example/p.png)',
  '[x]: https://evil.example',
  '<script>alert(1)</script>',
  '<https://evil.example>',
  'https://evil.example and HTTP://evil.example and www.evil.example and WWW.evil.example',
  'ada@evil.example mailto:ada@evil.example',
  '```\ncode',
  '`code` **bold** _slant_ ~~gone~~',
  '- list',
  '1. list',
  '> quotation',
  '| a | b |\n|---|---|\n| c | d |',
  '    indented code',
  'line\u2028# Heading\u2029# Heading\u0085# Heading\r# Heading',
  '\\# \\[x\\](https://evil.example)',
  '&#35; &#91;x&#93;(https://evil.example) &lt;b&gt;',
  '* * *',
]

const foreignKinds = (markdown: string, allowed: readonly string[] = []) =>
  kindsIn(markdown).filter((kind) => !['escape', 'paragraph', 'text', ...allowed].includes(kind))

describe('foreign text in Markdown', () => {
  it.each(attacks)('%j is one paragraph of text', (text) => {
    expect(foreignKinds(plain(text))).toEqual([])
  })

  it('is a paragraph of text for any text', () => {
    const signs = fc.constantFrom(
      ...'#*_`[]()<>!|~-+=:/.&;@\\ \n\t1aw"\''.split(''),
      'http://',
      'www.',
      '&amp;',
      'a@b.example',
    )
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 40 }), (parts) => {
        expect(foreignKinds(plain(parts.join('')), ['space'])).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('is the original text once it is rendered', () => {
    const rendered = marked.parse(plain('R&D <b> [x](y) &lt; #1 a_b 2_ C:\\x "q"'), {
      async: false,
    })
    const shown = rendered
      .replace(/<\/?p>|\n/g, '')
      .replace(/&(#?\w+);/g, (entity, name: string) => {
        const known: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
        return (
          known[name] ??
          (name.startsWith('#') ? String.fromCharCode(Number(name.slice(1))) : entity)
        )
      })
    expect(shown).toBe('R&D <b> [x](y) &lt; #1 a_b 2_ C:\\x "q"')
  })

  it.each(attacks)('%j in a quotation stays in it, as text', (text) => {
    const tokens = marked.lexer(`${quotation(`before\n\n${text}`)}\n\nafter\n`)
    expect(tokens.map(({ type }) => type)).toEqual(['blockquote', 'space', 'paragraph'])
    expect(foreignKinds(quotation(text), ['blockquote', 'space'])).toEqual([])
  })
})

describe('a link', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'mailto:a@b.example',
    'not an address',
    '',
  ])('to %j is text alone', (address) => expect(link('A name', address)).toBe('A name'))

  it.each([
    'https://a.example/x) [evil](https://evil.example',
    'https://a.example/?q=<b>"\'`&x=[1]\\',
    'https://a.example/# heading\n# heading',
  ])('to %j is one link to that host', (address) => {
    const links: string[] = []
    marked.walkTokens(marked.lexer(link('A ](https://evil.example) name', address)), (token) => {
      if (token.type === 'link') links.push(new URL((token as { href: string }).href).hostname)
    })
    expect(links).toEqual(['a.example'])
  })
})
