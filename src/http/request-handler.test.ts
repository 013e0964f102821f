import { expect, it } from 'vitest'
import { functionRoutes } from '#integration/routes.ts'
import { handlerOf } from './request-handler.ts'

it('every address that a function answers has a handler of its own', () => {
  const unnamed = Object.keys(functionRoutes)
    .map((pattern) => pattern.replace('/filtered-products', '/products'))
    .filter((pattern) => handlerOf(pattern) === 'other')
  expect(unnamed).toEqual([])
})

it('what strangers ask for is one handler', () => {
  expect(
    ['/wp-admin', '/', '/api/v1/x', '/api/wp', '/mcp', '/api/health', '/badge/x.svg'].map(
      handlerOf,
    ),
  ).toEqual(['other', 'other', 'rest', 'rest', 'mcp', 'health', 'badge'])
})
