import { expect, it } from 'vitest'
import {
  datasetAbout,
  describedPage,
  itemList,
  shortened,
  structuredData,
} from './structured-data.ts'

const canonical = new URL('https://proofstack.example/product/quill')

/** The first script element of a page, as text and as its value. */
function first(page: Partial<Parameters<typeof structuredData>[0]>) {
  const whole = { title: 'Quill', description: 'd', canonical, crumbs: [], about: [], ...page }
  const [text = ''] = structuredData(whole)
  return { text, value: JSON.parse(text) as Record<string, unknown> }
}

it('text of owners cannot end its script element', () => {
  const { text, value } = first({
    title: '</script><script>alert(1)</script>',
    about: [{ '@type': 'SoftwareApplication', description: '<!-- </SCRIPT>' }],
  })
  expect(text).not.toContain('<')
  expect(value).toMatchObject({ name: '</script><script>alert(1)</script>' })
})

it('breadcrumbs have absolute addresses and end with the page itself', () => {
  const crumbs = [{ name: 'Products', href: '/products' }, { name: 'Quill' }]
  expect(first({ crumbs }).value).toMatchObject({
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
  expect(first({ about: [itemList(['/product/quill'])] }).value).toMatchObject({
    itemListElement: [{ url: 'https://proofstack.example/product/quill' }],
  })
  expect(first({}).value).toMatchObject({ '@type': 'WebPage', url: String(canonical) })
})

it('the files of a data set have their formats', () => {
  const file = { url: '/data/catalog.ndjson', media_type: 'application/x-ndjson' }
  const data = { description: 'All.', asOf: undefined, license: '', files: [file] }
  const about = [datasetAbout(data)]
  const dataset = first({ about }).value
  expect(dataset).not.toHaveProperty('dateModified')
  expect(dataset['distribution']).toEqual([
    {
      '@type': 'DataDownload',
      encodingFormat: 'application/x-ndjson',
      contentUrl: 'https://proofstack.example/data/catalog.ndjson',
    },
  ])
})
