import { expect, it } from 'vitest'
import { longestQuote } from '#contract/resources/proof.ts'
import { quotedLine } from './quoted-line.ts'

it('quotes the line, without the space around it', () => {
  expect(quotedLine('{\r\n  "a": {\r\n\t"redis":  "^5",\r\n', 3)).toBe('"redis": "^5",')
})

it('has nothing to quote without a text, a line or words', () => {
  expect(quotedLine(undefined, 1)).toBeNull()
  expect(quotedLine('redis', null)).toBeNull()
  expect(quotedLine('redis', 2)).toBeNull()
  expect(quotedLine('redis\n \n', 2)).toBeNull()
})

it('cuts a long line, never inside a character, and leaves out one that is no text for people', () => {
  const cut = quotedLine(`redis ${'😀'.repeat(100)}`, 1)!
  expect(cut.length).toBeLessThanOrEqual(longestQuote)
  expect(cut).toMatch(/^redis .*…$/u)
  expect(cut.isWellFormed()).toBe(true)
  expect(quotedLine('x'.repeat(401), 1)).toBeNull()
})

it('removes characters that turn or hide text', () => {
  expect(quotedLine('redis\u202E\u0000 \u200B== 5', 1)).toBe('redis == 5')
})

it.each([
  'DB_PASSWORD=hunter2',
  'url: postgres://admin:hunter2@db/app',
  'OPENAI = "sk-abcdefghijklmnop"',
  '"apiKey": "x"',
  'SECRET: x',
])('never quotes %s', (text) => {
  expect(quotedLine(text, 1)).toBeNull()
})

it('quotes packages whose names only resemble those of secrets', () => {
  for (const text of ['"jsonwebtoken": "^9"', 'tiktoken==0.9.0', '"@octokit/auth-token": "6"'])
    expect(quotedLine(text, 1) === null).toBe(text.includes('octokit'))
})
