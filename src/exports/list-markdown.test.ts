import { type Token, type Tokens, marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { presentChange } from '#present/lists/change.ts'
import { productDetail, productTool } from '#present/present.ts'
import { sampleProduct, sampleTool } from '#testing/sample-records.ts'
import {
  changelogMarkdown,
  docMarkdown,
  productsMarkdown,
  shownInMarkdown,
  shownOfTool,
  stackMarkdown,
  toolMarkdown,
} from './list-markdown.ts'

const to = addresses('https://directory.example')
const attack =
  'x](https://evil.example) <b>\n\n# Forged\n\n- [free](https://evil.example) https://evil.example'
const hostile = productDetail(
  sampleProduct({ slug: 'letterbox', name: attack, description: attack }),
  new Map(),
  to,
)
const record = sampleTool({
  slug: 'quill',
  name: 'Quill',
  product_count: 1,
  description: 'Writes.',
})
const tool = { ...productTool(record, to), homepage: 'https://quill.example/' }
const change = presentChange(
  {
    id: '00000000-0000-4000-8000-000000000001',
    type: 'product_approved',
    timestamp: '2026-01-02T00:00:00.000Z',
    product: { slug: 'letterbox', name: attack, url: 'https://letterbox.example' },
    approved_at: '2026-01-02T00:00:00.000Z',
    claim_review_status: null,
    claim_reviewed_at: null,
    issue: null,
  },
  to,
)

const move = {
  product: { slug: 'letterbox', name: attack, topics: [] },
  month: '2026-01',
  at: '2026-01-02T00:00:00.000Z',
  left: [{ slug: 'quill', name: 'Quill' }],
  came: [],
}

function partsOf(markdown: string) {
  const tokens: Token[] = []
  marked.walkTokens(marked.lexer(markdown), (token) => void tokens.push(token))
  const links = tokens.flatMap((token) =>
    token.type === 'link' ? [(token as Tokens.Link).href] : [],
  )
  return {
    headings: tokens.flatMap((token) =>
      token.type === 'heading' ? [(token as Tokens.Heading).text] : [],
    ),
    foreign: links.filter((href) => !href.startsWith(to.site)),
    links,
    html: tokens.filter(({ type }) => type === 'html'),
  }
}

describe('lists as Markdown', () => {
  it.each([
    ['all products', productsMarkdown([hostile], 1, to), ['Products'], []],
    [
      'a tool',
      toolMarkdown(tool, [hostile], to),
      ['Built with Quill', 'Products'],
      ['https://quill.example/'],
    ],
    [
      'what moved',
      changelogMarkdown([move], [change], to),
      ['What moved', 'Who switched', 'Listed and reviewed'],
      [],
    ],
  ])('%s: text of an owner adds no heading, link or HTML', (_, markdown, headings, foreign) => {
    const parts = partsOf(markdown)
    expect(parts).toMatchObject({ headings, foreign, html: [] })
    expect(parts.links.some((link) => link.startsWith(to.listing('letterbox')))).toBe(true)
  })

  it('name the tools by category, with the number of listings of each', () => {
    const markdown = stackMarkdown(
      [{ name: 'Writing', description: 'With ink.', tools: [tool] }],
      to,
    )
    expect(markdown).toContain(
      '## Writing\n\nWith ink.\n\n- [Quill](https://directory.example/stack/quill.md): 1 listing\n',
    )
  })

  it('are limited to the context of a model, and say where the rest is', () => {
    const many = Array.from({ length: shownInMarkdown + 1 }, () => hostile)
    const all = { ...tool, product_count: many.length }
    for (const [markdown, shown] of [
      [productsMarkdown(many, many.length, to), shownInMarkdown],
      [toolMarkdown(all, many, to), shownOfTool],
    ] as const) {
      expect(markdown.match(/^- \[/gm)).toHaveLength(shown)
      expect(markdown).toContain(`the newest ${shown} are here`)
      expect(markdown).toContain(String(many.length))
      expect(markdown).toContain(to.data('index.json'))
    }
  })
})

it('a page of the documentation has absolute addresses, because it is read away from the site', () => {
  const doc = {
    slug: 'mcp',
    title: 'MCP',
    description: 'For clients.',
    markdown: 'See [the API](/docs/api) and [n8n](https://n8n.io).\n',
  }
  expect(docMarkdown(doc, to)).toBe(
    '# MCP\n\n> For clients.\n\nPage: <https://directory.example/docs/mcp>\n\nSee [the API](https://directory.example/docs/api) and [n8n](https://n8n.io).\n',
  )
})
