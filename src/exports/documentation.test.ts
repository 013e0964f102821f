import { describe, expect, it } from 'vitest'
import { errors } from '#contract/errors.ts'
import { operations } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { addresses } from '#core/addresses.ts'
import { documentation } from './documentation.ts'
import { fieldTables } from './field-rows.ts'

const to = addresses('https://directory.example')
const written = (markdown: string) => [
  { slug: 'index', title: 'Docs', description: 'All.', markdown },
]
const all = Object.values(operations) as Operation[]

it('the written pages come first, then one page for each operation at its documented address', () => {
  const pages = documentation(written(''), to)
  expect(pages.map(({ path }) => path)).toEqual([
    '/docs',
    ...all.map(({ id }) => addresses('').operationDoc(id)),
  ])
})

it('a name in braces becomes the table or number of the contract, and an unknown one stops the build', () => {
  const [page] = documentation(
    written(
      '{{errors}}\n\n{{limits}}\n\n{{rates}}\n\n{{readRates}}\n\nAsk once in {{limits.polling_interval_seconds}} s.',
    ),
    to,
  )
  for (const { status, error_code, meaning } of Object.values(errors))
    expect(page!.markdown).toContain(`| ${status} | \`${error_code}\` | ${meaning}`)
  expect(page!.markdown).toContain(
    `| \`GET /products\` | \`limit\` | 1 to ${limits.products.max}, default ${limits.products.default} |`,
  )
  expect(page!.markdown).toContain('| Submissions | one e-mail | 3 in 24 hours |')
  expect(page!.markdown).toContain(
    '| `search_reads` | `GET /search`, `GET /recommend`, `POST /detect` | `search`, `recommend_products`, `detect_stack` | `/search`, `/recommend`, `/detect` | 30 in a minute |',
  )
  expect(page!.markdown).toContain('Ask once in 300 s.')
  expect(() => documentation(written('{{toString}}'), to)).toThrow(
    'content/docs/index.md names {{toString}}',
  )
})

it('the table of operations names the MCP tool of an operation, or none', () => {
  const [page] = documentation(written('{{operations}}'), to)
  for (const { id, isTool, path, method } of all)
    expect(page!.markdown).toContain(
      `| \`${method} /api/v1${path}\` | ${isTool ? `\`${id}\`` : 'none'} |`,
    )
})

describe.each(all)('the page of $id', (operation) => {
  const { markdown } = documentation([], to).find(
    ({ slug }) => slug === `api/${operation.id.replaceAll('_', '-')}`,
  )!

  it('lists every parameter, every field of the body and of each answer, and every error', () => {
    const taken = [operation.params, operation.query, operation.headers].flatMap((part) =>
      Object.keys(part?.shape ?? {}),
    )
    const fields = [
      ...(operation.body ? fieldTables(operation.body, 'input') : []),
      ...Object.values(operation.responses).flatMap(({ schema }) => fieldTables(schema, 'output')),
    ].flatMap(({ rows }) => rows.map(({ name }) => name))
    expect(fields.length).toBeGreaterThan(0)
    for (const name of [...taken, ...fields]) expect(markdown).toContain(`\n| \`${name}\` |`)
    for (const kind of operation.errors) expect(markdown).toContain(`${errors[kind].status} \``)
  })

  it('has samples with the address of this site only, and valid JSON', () => {
    expect(markdown).toContain('https://directory.example/api/v1')
    expect(markdown).not.toContain('proofstack.example')
    for (const [, json] of markdown.matchAll(/```json\n([\s\S]+?)\n```/g))
      expect(() => JSON.parse(json!) as unknown).not.toThrow()
  })
})

it('a union has one table for each variant, and the objects in an answer follow it', () => {
  const tables = fieldTables(operations.lookup_by_url.responses[200].schema, 'output')
  expect(tables.map(({ path, title }) => path || title)).toEqual([
    'The website has an approved listing.',
    'product',
    'product.lifecycle',
    'product.tools[]',
    'stack[]',
    'The website has no approved listing. This is not an error.',
    'repository_of',
  ])
})

it('a list with entries of two forms has a table for each', () => {
  const tables = fieldTables(operations.list_products.responses[200].schema, 'output')
  const forms = tables.filter(({ path }) => path === 'products[]')
  expect(forms.map(({ title }) => title)).toEqual([
    'An approved product, as lists show it.',
    'An approved product in short.',
  ])
})
