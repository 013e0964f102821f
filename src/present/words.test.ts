import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { claimVerdicts, day, inSentence, kindMeanings, words } from './words.ts'

const all = (table: Record<string, Record<string, string>>) =>
  Object.values(table).flatMap((set) => Object.values(set))

it('labels begin with a capital, words inside a sentence do not, and neither is code', () => {
  for (const word of all(words)) expect(word).toMatch(/^[A-Z][a-z, -]+(?:SDK)?$/)
  const { agent_use_case, audience } = words
  const spoken = all({ agent_use_case, audience }).map(inSentence)
  for (const word of [...spoken, ...Object.values(claimVerdicts)])
    expect(word).toMatch(/^[a-z][a-z ]+$/)
})

it.each([
  ['Coding agents', 'coding agents'],
  ['Visual agent builders', 'visual agent builders'],
  ['E-mail assistants', 'e-mail assistants'],
  ['Interfaces from Python', 'interfaces from Python'],
  ['MCP servers', 'MCP servers'],
  ['LLM observability', 'LLM observability'],
  ['APIs as tools of agents', 'APIs as tools of agents'],
  ['Kubernetes', 'Kubernetes'],
])('the name "%s" is "%s" in a sentence', (name, said) => expect(inSentence(name)).toBe(said))

it('a kind means on every page what the review guide says', () => {
  const guide = readFileSync('content/docs/review.md', 'utf8')
  for (const [kind, meaning] of Object.entries(kindMeanings)) {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`))
    expect(row).toContain(meaning.replace(/\.$/, ''))
  }
})

it('a day is written out, in UTC', () => {
  expect(day('2026-05-18T23:59:59.999Z')).toBe('18 May 2026')
})
