import { expect, it } from 'vitest'
import { ownWords } from './own-words.ts'

it.each([
  ['voice agents that place phone calls', 'phone agent', ['agents', 'phone']],
  ['Reviews pull requests of teams', 'reviews our pull requests', ['Reviews pull requests']],
  ['Traces agents. Traces teams.', 'trace', ['Traces']],
  ['Open-source coding agent', 'open source', ['Open-source']],
  ['Code in Go', 'go', ['Go']],
  ['Go is a language for you', 'written in go', []],
  ['Answers letters', 'pigeons', []],
  ['a b a b', 'a', ['a']],
])('%j has %j as %j', (text, asked, said) => {
  expect(ownWords(text, asked.split(' '))).toEqual(said)
})
