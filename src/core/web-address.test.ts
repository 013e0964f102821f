import { expect, it } from 'vitest'
import { webAddress } from './web-address.ts'

it.each([
  ['fieldnote.example', 'https://fieldnote.example'],
  [' www.fieldnote.example/start?x=1#top ', 'https://www.fieldnote.example/start?x=1#top'],
  ['fieldnote.example:8443/a', 'https://fieldnote.example:8443/a'],
  ['bücher.example', 'https://bücher.example'],
  ['github.com/ada/fieldnote', 'https://github.com/ada/fieldnote'],
])('a bare domain gets its https://: %s', (typed, address) => {
  expect(webAddress(typed)).toBe(address)
})

it.each([
  'https://fieldnote.example/',
  'http://fieldnote.example',
  'ftp://fieldnote.example',
  'mailto:ada@fieldnote.example',
  'ada@fieldnote.example',
  'javascript:alert(1)',
  '//fieldnote.example',
  'localhost',
  'two words.example',
  '',
])('what names its scheme, or is no domain, stays as it was typed: %s', (typed) => {
  expect(webAddress(typed)).toBe(typed)
})
