import { expect, it } from 'vitest'
import { keyed, matchNames } from './name-match.ts'

const names = [
  'Chatwoot',
  'Chat UI',
  'Next.js',
  'Nuxt',
  'LiveKit',
  'LiveKit Agents',
  'Dify',
  'Élan',
]
  .map((name) => ({ name }))
  .map(keyed)
const found = (typed: string) => matchNames(typed, names, 8).map(({ name }) => name)

it('the very name comes before what begins with it', () => {
  expect(found('livekit')).toEqual(['LiveKit', 'LiveKit Agents'])
})

it('a later word of a name is enough', () => {
  expect(found('agents')).toEqual(['LiveKit Agents'])
  expect(found('ui')).toEqual(['Chat UI'])
})

it('case, accents and punctuation never matter', () => {
  expect(found('NEXT JS')).toEqual(['Next.js'])
  expect(found('elan')).toEqual(['Élan'])
})

it('two typos are allowed in a longer word, one in a short word, none in two letters', () => {
  expect(found('chatwot')).toEqual(['Chatwoot'])
  expect(found('chtwooot')).toEqual(['Chatwoot'])
  expect(found('dfiy')).toEqual(['Dify'])
  expect(found('dxxy')).toEqual([])
  expect(found('qt')).toEqual([])
})

it('typos only count if no name contains the query, and the fewest win', () => {
  const near = ['Agno', 'Argo', 'Agnostic Stack', 'That work'].map((name) => keyed({ name }))
  const typed = (text: string) => matchNames(text, near, 8).map(({ name }) => name)
  expect(typed('agno')).toEqual(['Agno', 'Agnostic Stack'])
  expect(typed('thatwrk')).toEqual(['That work'])
})

it('nothing to read, or nothing like it, finds nothing', () => {
  expect(found(' .!')).toEqual([])
  expect(found('wedding photographer')).toEqual([])
})

it('an entry with a text is found by words that begin words of it, after names', () => {
  const docs = [
    { name: 'MCP', text: 'Docs: how to install the server in a client' },
    { name: 'Terms', text: 'Docs: what anybody may do' },
    { name: 'Install Log', text: undefined },
  ].map((one) => keyed(one))
  const typed = (text: string) => matchNames(text, docs, 8).map(({ name }) => name)
  expect(typed('mcp install')).toEqual(['MCP'])
  expect(typed('install')).toEqual(['Install Log', 'MCP'])
  expect(typed('docs')).toEqual(['MCP', 'Terms'])
  expect(typed('mcp wedding')).toEqual([])
})
