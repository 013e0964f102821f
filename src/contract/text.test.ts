import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanBody, cleanText } from './text.ts'

describe('cleanText', () => {
  it.each([
    ['surrounding white space goes', ' \t\n Proof \u3000', 'Proof'],
    ['inner spaces, tabs and line breaks stay', 'a  b\tc\nd', 'a  b\tc\nd'],
    ['Windows and old Mac line ends become line feeds', 'a\r\nb\rc', 'a\nb\nc'],
    ['a letter with a separate mark becomes one character', 'Cafe\u0301', 'Caf\u00e9'],
    [
      'a letter and its mark are joined across what stood invisibly between them',
      'Cafe\u200b\u0301',
      'Caf\u00e9',
    ],
    ['compatibility letters stay as they were written', '\ufb01 \uff21', '\ufb01 \uff21'],
    ['NUL is removed', 'a\u0000b', 'ab'],
    ['C0 and C1 controls and DEL are removed', 'a\u0007\u001b\u007f\u0085\u009fb', 'ab'],
    ['bidirectional overrides are removed', 'a\u202e\u202d\u202a\u202b\u202cb', 'ab'],
    [
      'bidirectional isolates and marks are removed',
      'a\u2066\u2067\u2068\u2069\u200e\u200f\u061cb',
      'ab',
    ],
    [
      'zero-width spaces, word joiners and byte order marks are removed',
      '\ufeffa\u200b\u2060\ufeffb',
      'ab',
    ],
    ['soft hyphens are removed', 'co\u00adde', 'code'],
    ['line and paragraph separators are removed', 'a\u2028\u2029b', 'ab'],
    ['tag characters are removed', 'a\u{e0041}\u{e007f}b', 'ab'],
    ['Hangul fillers are removed', 'a\u3164\u115f\uffa0b', 'ab'],
    ['interlinear anchors are removed', 'a\ufff9\ufffa\ufffbb', 'ab'],
    ['lone surrogates are removed', 'a\ud800b\udc00', 'ab'],
    [
      'an emoji sequence keeps its joiners and selectors',
      '👩\u200d💻 ❤\ufe0f',
      '👩\u200d💻 ❤\ufe0f',
    ],
    ['a Persian word keeps its non-joiner', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['text that is only joiners is nothing', '\u200d\u200c', ''],
    ['text that is only joiners, selectors and spaces is nothing', ' \u200d \ufe0f\n\u200c ', ''],
    ['text that is only invisible characters is nothing', '\u200b\u2060\u00ad\u0000', ''],
    ['white space of any kind alone is nothing', ' \u00a0\u2003\t', ''],
  ])('%s', (_, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned)
  })

  it.each(['\u0301', '\u0344', '\u0316\u0301'])('leaves 30 marks of a row of %j', (marks) => {
    const cleaned = cleanText(`x${marks.repeat(40)}!`)
    expect(cleaned).toHaveLength(32)
    expect(cleanText(cleaned)).toBe(cleaned)
  })

  it('gives the same again for what it gave', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = cleanText(text)
        expect(cleanText(once)).toBe(once)
        expect(once).toBe(once.normalize('NFC'))
      }),
    )
  })
})

describe('cleanBody', () => {
  it.each<{ title: string; body: unknown; cleaned: unknown }>([
    {
      title: 'strings are cleaned wherever they stand',
      body: { a: ' x ', b: [' y\u0000'] },
      cleaned: { a: 'x', b: ['y'] },
    },
    { title: 'an empty field is missing', body: { a: '', b: '  ', c: '\u200b' }, cleaned: {} },
    { title: 'null is missing', body: { a: null, b: [null, 'x'] }, cleaned: { b: ['x'] } },
    {
      title: 'empty entries leave their list',
      body: { a: ['', ' ', 'x', '\u200d'] },
      cleaned: { a: ['x'] },
    },
    { title: 'an empty list stays a list', body: { a: ['', null] }, cleaned: { a: [] } },
    {
      title: 'numbers and booleans stay',
      body: { a: 0, b: false, c: [1, true] },
      cleaned: { a: 0, b: false, c: [1, true] },
    },
    { title: 'keys stay as they are', body: { ' a ': 'x' }, cleaned: { ' a ': 'x' } },
    {
      title: 'objects inside objects are cleaned too',
      body: { a: { b: ' x ', c: '' } },
      cleaned: { a: { b: 'x' } },
    },
    { title: 'a body that is text is cleaned text', body: ' x ', cleaned: 'x' },
    { title: 'a body that is null is missing', body: null, cleaned: undefined },
    { title: 'a body that is a number stays', body: 5, cleaned: 5 },
  ])('$title', ({ body, cleaned }) => {
    expect(cleanBody(body)).toEqual(cleaned)
  })

  it('lets a key named __proto__ change no prototype', () => {
    const cleaned = cleanBody(JSON.parse('{"__proto__": {"polluted": "yes"}, "a": "x"}'))
    expect(Object.getPrototypeOf(cleaned)).toBe(Object.prototype)
    expect(cleaned).not.toHaveProperty('polluted')
  })

  it.each([
    { title: 'lists', open: '[', close: ']' },
    { title: 'objects', open: '{"a":', close: '}' },
  ])('survives $title nested as deep as a body of 64 KiB can nest them', ({ open, close }) => {
    const depth = Math.floor((64 * 1024 - 2) / (open.length + close.length))
    const body = JSON.parse(`${open.repeat(depth)}[]${close.repeat(depth)}`) as unknown
    expect(() => cleanBody(body)).not.toThrow()
  })
})
