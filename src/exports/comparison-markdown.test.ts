import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { productDetail } from '#present/present.ts'
import { sideBySide } from '#present/product/side-by-side.ts'
import { sampleProduct, sampleTool } from '#testing/sample-records.ts'
import { comparisonMarkdown } from './comparison-markdown.ts'

const to = addresses('https://proofstack.example')
const tools = new Map(
  [...'abc'].map((slug) => {
    const tool = sampleTool({ slug, name: slug.toUpperCase(), category: 'data' })
    return [tool.id, tool]
  }),
)
const product = (slug: string, built: string, description: string) =>
  productDetail(
    sampleProduct({
      slug,
      name: slug,
      description,
      tool_ids: [...built].map((letter) => `tool-${letter}`),
    }),
    tools,
    to,
  )
const lines = comparisonMarkdown(
  sideBySide(
    [product('ada', 'ab', 'One | two'), product('bob', 'ac', '# Heading')],
    [{ slug: 'data', name: 'Data' }],
  ),
  to,
).split('\n')

it('each row has a cell for each product, whatever owners wrote', () => {
  const rows = lines.filter((line) => line.startsWith('|'))
  for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(5)
  expect(rows[2]).toBe('| What it does | One \\| two | \\# Heading |')
})

it('names the products as links, the tools of all and of each, and where it is from', () => {
  expect(lines).toContain(
    '|  | [ada](https://proofstack.example/product/ada) | [bob](https://proofstack.example/product/bob) |',
  )
  expect(lines).toContain('| Built with | A | A |')
  expect(lines).toContain('| Data | B | C |')
  expect(lines.at(-2)).toBe(
    'Compared by Proofstack: https://proofstack.example/compare?slugs=ada,bob',
  )
})
