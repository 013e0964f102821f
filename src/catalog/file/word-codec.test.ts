import { expect, it } from 'vitest'
import { phraseReader, phraseWriter } from './word-codec.ts'

function codec() {
  const words = new Map<number, string>()
  const asked: number[] = []
  const write = phraseWriter((code, word) => words.set(code, word))
  const read = phraseReader((code) => {
    asked.push(code)
    return words.get(code)!
  })
  return { write, read, asked }
}

it.each([
  { said: 'none', phrases: [] },
  { said: 'some', phrases: ['pair programmer in my shell', 'code review', 'review my shell'] },
  { said: 'one with no word', phrases: ['', 'code review'] },
  { said: 'spaces', phrases: [' a  b ', 'a b'] },
  {
    said: 'letters beyond ASCII',
    phrases: ['traduction à la volée', '翻译 文档', '\u{1f916} help'],
  },
])('phrases come back as they were written: $said', ({ phrases }) => {
  const { write, read } = codec()
  expect(read(write(phrases))).toEqual(phrases)
})

it('words beyond the first 128 and 16,384 come back, too', () => {
  const { write, read } = codec()
  const phrases = Array.from({ length: 20_000 }, (_, at) => `word${at} again`)
  const bytes = write(phrases)
  expect(read(bytes)).toEqual(phrases)
  expect(read(write(['word19999 word0 word127 word128 word16384']))).toEqual([
    'word19999 word0 word127 word128 word16384',
  ])
})

it('a word is asked for once', () => {
  const { write, read, asked } = codec()
  const bytes = write(['code review', 'review code', 'code'])
  read(bytes)
  read(bytes)
  expect(asked).toEqual([1, 2])
})
