import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchKey, searchWords } from './search-key.ts'

describe('searchKey', () => {
  it.each([
    { title: 'case', text: 'LangGraph', key: 'langgraph' },
    { title: 'punctuation', text: 'Next.js', key: 'nextjs' },
    { title: 'spaces', text: '  next   js\t', key: 'nextjs' },
    { title: 'underscores', text: 'gpt_researcher', key: 'gptresearcher' },
    { title: 'what SQL and tsqueries would read', text: `a%'b & !(c):*<->\\ "d"`, key: 'abcd' },
    { title: 'accents', text: 'Öpik Lángflow', key: 'opiklangflow' },
    { title: 'accents written apart from their letter', text: 'Cafe\u0301', key: 'cafe' },
    { title: 'full width', text: 'ＮＥＸＴ．ｊｓ', key: 'nextjs' },
    { title: 'half width', text: 'ﾃｽﾄ', key: 'テスト' },
    { title: 'ligatures and superscripts', text: 'ﬁne ²', key: 'fine2' },
    { title: 'a dotted capital I', text: 'İstanbul', key: 'istanbul' },
    { title: 'case in other scripts', text: 'ЯНДЕКС Ωμέγα', key: 'яндексωμεγα' },
    { title: 'emoji and invisible characters', text: '🚀zero\u200bwidth\u202e', key: 'zerowidth' },
    { title: 'control characters', text: 'a\u0000b\u001fc', key: 'abc' },
    { title: 'lone surrogates', text: '\ud83da\udc00b\ud800', key: 'ab' },
  ])('ignores $title', ({ text, key }) => {
    expect(searchKey(text)).toBe(key)
  })

  it('has at most four letters for each of the text, and all that languages need', () => {
    expect(searchKey('\uFDFA'.repeat(200)).length).toBeLessThanOrEqual(800)
    expect(searchKey('뷁'.repeat(200))).toHaveLength(600)
  })

  it.each([
    { title: 'letters of other scripts', text: '智能体 агент', key: '智能体агент' },
    { title: 'digits', text: 'n8n K8sGPT', key: 'n8nk8sgpt' },
    { title: 'letters beyond the first plane', text: '𠮷野家', key: '𠮷野家' },
    { title: 'letters that are no accented ones', text: 'straße', key: 'straße' },
  ])('keeps $title', ({ text, key }) => {
    expect(searchKey(text)).toBe(key)
  })

  it.each(['', ' ', '...', '🚀', '\u0301', '\ud800'])(
    'of %j is empty, with a separator too',
    (text) => {
      expect(searchKey(text)).toBe('')
      expect(searchKey(text, ' ')).toBe('')
    },
  )

  it('puts one separator between words and none around them', () => {
    expect(searchKey(' --Next.js, v15 (beta)! ', '-')).toBe('next-js-v15-beta')
  })

  it('holds letters and digits alone, and is its own key, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const key = searchKey(text)
        expect(key).toMatch(/^[\p{L}\p{N}]*$/u)
        expect(searchKey(key)).toBe(key)
      }),
    )
  })

  it('is the same for small and capital ASCII, in any width', () => {
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(searchKey(text.toUpperCase())).toBe(searchKey(text.toLowerCase()))
        expect(searchKey(wide(text))).toBe(searchKey(text))
      }),
    )
  })
})

describe('searchWords', () => {
  it.each([
    ['are folded', 'Héllo, WÖRLD!', ['hello', 'world']],
    ['are split where punctuation is', 'next.js/react_native', ['next', 'js', 'react', 'native']],
    ['are listed once, in the order of their first mention', 'b a B á', ['b', 'a']],
    ['are none in an empty text', '', []],
    ['are none in punctuation', ' ?! 🚀 ', []],
    ['leave lone surrogates out', '\ud800 a\udc00b', ['a', 'b']],
    ['of a script without spaces are one', '日本語エージェント', ['日本語エーシェント']],
  ])('%s', (_, text, words) => {
    expect(searchWords(text)).toEqual(words)
  })

  it('are the first 24 different ones', () => {
    const words = Array.from({ length: 30 }, (_, index) => `w${index}`)
    expect(searchWords(words.join(' '))).toEqual(words.slice(0, 24))
    expect(searchWords([...Array.from({ length: 30 }, () => 'same'), 'other'].join(' '))).toEqual([
      'same',
      'other',
    ])
  })
})
