import { expect, it } from 'vitest'
import { slugIn } from './listing-name.ts'

it.each([
  'letterbox',
  ' Letterbox ',
  '/product/letterbox',
  'product/letterbox',
  '/product/letterbox/',
  'https://proofstack.example/product/letterbox',
  'http://localhost:4321/product/letterbox#claim',
  'proofstack.example/product/letterbox?from=mail',
  'https://proofstack.example/product/letterbox.md',
])('%s names letterbox', (typed) => {
  expect(slugIn(typed)).toBe('letterbox')
})

it.each([
  '',
  'Letter box',
  'letter--box',
  'https://letterbox.example',
  '/product/',
  '/product/letterbox/more',
  'l'.repeat(61),
  'letterbox\0',
])('%s names no listing', (typed) => {
  expect(slugIn(typed)).toBeUndefined()
})
