import { expect, it } from 'vitest'
import { mostListingsNamed, namesIndex } from './names-index.ts'

const mark = '/icons/product-'
const tools = [
  { slug: 'redis', name: 'Redis', product_count: 1 },
  { slug: 'react', name: 'React', product_count: 7 },
]
const ended = [{ slug: 'old', name: 'Old', successor: 'New' }]
const pages = [{ href: '/products', name: 'All products' }]
const docs = [{ href: '/docs', name: 'Documentation', text: 'Where to begin.' }]

it('up to a thousand listings the file names them all, and no question is needed', () => {
  const products = () => [{ slug: 'n8n', name: 'n8n' }]
  expect(namesIndex({ total: 1, products, ended, tools, pages, docs })).toEqual({
    groups: [
      { kind: 'Product', at: '/product/', mark, names: [['n8n', 'n8n']] },
      {
        kind: 'Shut down, succeeded by New',
        at: '/product/',
        mark,
        names: [['old', 'Old', 'New']],
      },
      {
        kind: 'Tool',
        at: '/stack/',
        mark: '/icons/',
        names: [
          ['react', 'React'],
          ['redis', 'Redis'],
        ],
      },
      { kind: 'Page', at: '', names: [['/products', 'All products']] },
      { kind: 'Docs', at: '', names: [['/docs', 'Documentation', 'Where to begin.']] },
    ],
    productSearch: null,
  })
})

it('above that it names none of them, reads none, and says where to ask', () => {
  const products = () => {
    throw new Error('read')
  }
  const index = namesIndex({ total: mostListingsNamed + 1, products, ended, tools, pages, docs })
  expect(index.groups[0]).toEqual({ kind: 'Product', at: '/product/', mark, names: [] })
  expect(index.productSearch).toBe('/api/v1/search')
})
