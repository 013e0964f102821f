import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import {
  type FacetChoice,
  afterClick,
  facetGroups,
  facetWord,
  facetsChosen,
  listAddress,
  readChoice,
  withToolsIn,
} from './facet-choice.ts'

const to = addresses('')
const read = (query: string) => readChoice(new URLSearchParams(query))

describe('the address of a choice', () => {
  it.each<[FacetChoice, string]>([
    [{}, '/products'],
    [{ use: 'browser_automation' }, '/agents/browser-automation'],
    [{ topic: 'voice-agents' }, '/topics/voice-agents'],
    [{ proof: 'every_tool' }, '/products?proof=every-tool'],
    [{ for: 'b2b' }, '/products?for=companies'],
    [{ tool: ['redis'] }, '/products?tool=redis'],
    [{ category: 'databases' }, '/products?category=databases'],
    [{ claim: 'verified' }, '/products?claim=verified'],
    [{ use: 'voice', tool: ['livekit'] }, '/products?use=voice&tool=livekit'],
    [{ tool: ['postgresql', 'redis'] }, '/products?tool=postgresql&tool=redis'],
    [{ topic: ['chat', 'voice'] }, '/products?topic=chat&topic=voice'],
    [
      { licence: 'open_source', proof: 'some_tools' },
      '/products?proof=some-tools&licence=open-source',
    ],
  ])('of %j is %s, and is read as the same', (choice, address) => {
    expect(listAddress(choice, {}, to)).toBe(address)
    const [, query] = address.split('?')
    if (query) expect(read(query)).toEqual(choice)
  })

  it('has an order and a page only where they are not the first', () => {
    expect(listAddress({ use: 'voice' }, { page: 2 }, to)).toBe('/agents/voice/2')
    expect(listAddress({ use: 'voice' }, { sort: 'active', page: 2 }, to)).toBe(
      '/products?use=voice&sort=active&page=2',
    )
  })
})

it('tools are read once and in one order, however they were written', () => {
  expect(read('tool=redis&tool=postgresql&tool=redis&tool=&tool=all')).toEqual({
    tool: ['postgresql', 'redis'],
  })
  expect(read('add=next.js&tool=redis')).toEqual({ tool: ['next.js', 'redis'] })
  const called = new URLSearchParams('add=Next.js&tool=redis')
  const choice = readChoice(called, (said) => said.toLowerCase().replace('.', ''))
  expect(choice).toEqual({ tool: ['nextjs', 'redis'] })
})

it('of other groups one value stands alone, and several are read in one order', () => {
  expect(read('use=voice&q=x')).toEqual({ use: 'voice' })
  expect(read('use=voice&use=sales&use=voice')).toEqual({ use: ['sales', 'voice'] })
})

it('any of several tools is a choice of its own, and any of one is that one', () => {
  expect(read('any_tools=redis,postgresql')).toEqual({ any_tool: ['postgresql', 'redis'] })
  expect(read('any_tool=redis&tool=nextjs')).toEqual({ tool: ['nextjs', 'redis'] })
  expect(read('any_tool=redis&any_tool=nextjs&add=go')).toEqual({
    any_tool: ['go', 'nextjs', 'redis'],
  })
  const all: FacetChoice = { use: 'voice', tool: ['nextjs', 'redis'] }
  const any = withToolsIn(all, 'any_tool')
  expect(any).toEqual({ use: 'voice', any_tool: ['nextjs', 'redis'] })
  expect(withToolsIn(any, 'tool')).toEqual(all)
})

it('what must not be there is a choice of its own, and a version stays with its tool', () => {
  const choice = read('not_tools=redis,postgresql&tools=nextjs@16&support=ended')
  expect(choice).toEqual({
    tool: ['nextjs@16'],
    not_tool: ['postgresql', 'redis'],
    support: 'ended',
  })
  expect(facetsChosen(choice)).toEqual([
    'support:ended',
    'tool_major:nextjs@16',
    '-tool:postgresql',
    '-tool:redis',
  ])
})

it('a group is known by its name in the API, too', () => {
  expect(read('agent_use_case=voice&audience=b2b&qualification_type=agent_native')).toEqual({
    use: 'voice',
    kind: 'agent_native',
    for: 'b2b',
  })
  expect(read('use=sales&use_case=voice')).toEqual({ use: ['sales', 'voice'] })
})

it('a listing has to have every tool of a choice, and one value of each other group', () => {
  const choice = read('use=voice&tool=redis&tool=livekit')
  expect(facetsChosen(choice)).toEqual(['use_case:voice', 'tool:livekit', 'tool:redis'])
  expect(facetsChosen(choice, 'tool')).toEqual(['use_case:voice'])
  expect(facetsChosen(read('use=voice&use=sales&any_tool=a&any_tool=b'))).toEqual([
    ['use_case:sales', 'use_case:voice'],
    ['tool:a', 'tool:b'],
  ])
})

it('a click adds a value to those of its group, or takes it away', () => {
  const choice: FacetChoice = { use: 'voice', tool: ['redis'] }
  expect(afterClick(choice, 'tool', 'livekit')).toEqual({
    use: 'voice',
    tool: ['livekit', 'redis'],
  })
  expect(afterClick(choice, 'tool', 'redis')).toEqual({ use: 'voice' })
  expect(afterClick(choice, 'use', 'sales')).toEqual({ use: ['sales', 'voice'], tool: ['redis'] })
  expect(afterClick(choice, 'use', 'voice')).toEqual({ tool: ['redis'] })
})

it('each value of a closed set has a word', () => {
  for (const group of ['use', 'kind', 'for', 'claim', 'proof', 'licence'] as const)
    for (const value of facetGroups[group].options) expect(facetWord(group, value)).toBeTruthy()
})
