import { expect, it } from 'vitest'
import {
  datasetAbout,
  describedPage,
  itemList,
  shortened,
  structuredData,
} from './structured-data.ts'

const canonical = new URL('https://proofstack.example/product/quill')

it('text of owners cannot end its script element', () => {
  const [text = ''] = structuredData({
    title: '</script><script>alert(1)</script>',
    description: 'd',
    canonical,
    crumbs: [],
    about: [{ '@type': 'SoftwareApplication', description: '<!-- </SCRIPT>' }],
  })
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toMatchObject({ name: '</script><script>alert(1)</script>' })
})

it('breadcrumbs have absolute addresses and end with the page itself', () => {
  const crumbs = [{ name: 'Products', href: '/products' }, { name: 'Quill' }]
  const [text = ''] = structuredData({
    title: 'Quill',
    description: 'd',
    canonical,
    crumbs,
    about: [],
  })
  expect(JSON.parse(text)).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, item: 'https://proofstack.example/products' },
      { position: 2, item: 'https://proofstack.example/product/quill' },
    ],
  })
})

it('the description of a numbered page has the names on it', () => {
  expect(describedPage('All.', 2, ['A', 'B', 'C', 'D'])).toBe('Page 2, with A, B, C. All.')
})

it('a description has at most 155 characters and ends with a whole word', () => {
  expect(shortened('Short.')).toBe('Short.')
  const long = shortened('word, '.repeat(60))
  expect(long.length).toBeLessThanOrEqual(155)
  expect(long).toMatch(/word…$/)
})

it('addresses are absolute, and a page without a subject describes itself', () => {
  const page = { title: 'Products', description: 'All.', canonical, crumbs: [] }
  const [list = ''] = structuredData({
    ...page,
    about: [itemList(['/product/quill'])],
  })
  expect(JSON.parse(list)).toMatchObject({
    itemListElement: [{ url: 'https://proofstack.example/product/quill' }],
  })
  const [own = ''] = structuredData({ ...page, about: [] })
  expect(JSON.parse(own)).toMatchObject({ '@type': 'WebPage', url: String(canonical) })
})

it('the files of a data set have their formats', () => {
  const [text = ''] = structuredData({
    title: 'Data',
    description: 'd',
    canonical,
    crumbs: [],
    about: [
      datasetAbout(
        { description: 'All.', asOf: undefined, files: ['/data/catalog.ndjson'] },
        { license: 'https://opensource.org/license/mit' },
      ),
    ],
  })
  const dataset = JSON.parse(text) as Record<string, unknown>
  expect(dataset).not.toHaveProperty('dateModified')
  expect(dataset['distribution']).toEqual([
    {
      '@type': 'DataDownload',
      encodingFormat: 'application/x-ndjson',
      contentUrl: 'https://proofstack.example/data/catalog.ndjson',
    },
  ])
})
