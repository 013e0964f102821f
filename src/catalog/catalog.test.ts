import { describe, expect, it } from 'vitest'
import { type CodeHost, domainName } from '#core/domain-name.ts'
import { sampleProduct, sampleTool } from '#testing/sample-records.ts'
import { createCatalog } from './catalog.ts'

const codeHosts: CodeHost[] = [{ host: 'github.com', sections: [] }]

const catalog = createCatalog({
  categories: [],
  tools: [
    sampleTool({ slug: 'nextjs' }),
    sampleTool({ slug: 'react' }),
    sampleTool({ slug: 'unused' }),
  ].map((tool) => ({
    ...tool,
    homepage: `https://${tool.slug}.example`,
    aliases: [],
  })),
  products: [
    sampleProduct({ slug: 'acme', domain: 'acme.com', tool_ids: ['tool-nextjs', 'tool-react'] }),
    sampleProduct({ slug: 'acme-app', domain: 'app.acme.com', tool_ids: ['tool-react'] }),
    sampleProduct({ slug: 'pages', domain: 'jane.github.io' }),
    sampleProduct({ slug: 'repo', domain: 'github.com/jane/repo' }),
  ],
  tasks: [],
  codeHosts,
  useCases: [],
})

function lookUp(url: string) {
  const name = domainName(url, codeHosts)
  if (!name.ok) throw new Error(`${url} ${name.reason}`)
  const found = catalog.findByDomain(name)
  return found && { slug: found.product.slug, match: found.match }
}

describe('a lookup', () => {
  it.each([
    ['acme.com', 'acme', 'exact'],
    ['https://www.acme.com/pricing?x=1', 'acme', 'exact'],
    ['ACME.COM.', 'acme', 'exact'],
    ['blog.acme.com', 'acme', 'parent_domain'],
    ['a.b.c.acme.com', 'acme', 'parent_domain'],
    ['app.acme.com', 'acme-app', 'exact'],
    ['eu.app.acme.com', 'acme-app', 'parent_domain'],
    ['jane.github.io', 'pages', 'exact'],
    ['x.jane.github.io', 'pages', 'parent_domain'],
    ['https://github.com/Jane/Repo.git', 'repo', 'exact'],
    ['https://github.com/jane/repo/issues/1', 'repo', 'exact'],
  ])('of %s finds %s, %s', (url, slug, match) => {
    expect(lookUp(url)).toEqual({ slug, match })
  })

  it.each([
    'other.com',
    'notacme.com',
    'acme.com.evil.com',
    'joe.github.io',
    'github.com',
    'github.com/jane',
    'github.com/jane/other',
  ])('of %s finds nothing', (url) => {
    expect(lookUp(url)).toBeUndefined()
  })
})

describe('the catalogue', () => {
  it('finds a product by its slug', () => {
    expect(catalog.findProduct('acme')?.domain).toBe('acme.com')
  })

  it.each(['other', '', 'ACME', '__proto__', 'constructor'])(
    'finds no product by the slug %j',
    (slug) => {
      expect(catalog.findProduct(slug)).toBeUndefined()
    },
  )

  it('knows its tools by id', () => {
    expect(catalog.toolsById.get('tool-react')?.slug).toBe('react')
  })

  it.each([
    { tool: 'tool-react', slugs: ['acme', 'acme-app'] },
    { tool: 'tool-nextjs', slugs: ['acme'] },
    { tool: 'tool-unused', slugs: [] },
    { tool: 'missing', slugs: [] },
  ])('lists what is built with $tool in the order of the snapshot', ({ tool, slugs }) => {
    expect(catalog.productsWith(tool).map(({ slug }) => slug)).toEqual(slugs)
  })

  it('holds the snapshot itself', () => {
    expect(catalog.codeHosts).toBe(codeHosts)
    expect(catalog.products).toHaveLength(4)
  })
})
