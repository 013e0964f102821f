import { describe, expect, it } from 'vitest'
import type { Fact } from '#contract/resources/facts.ts'
import { sampleFact as fact } from '#testing/sample-records.ts'
import { howItRuns, startOf } from './how-it-runs.ts'

const runs = (facts: Fact[], topics: string[] = []) =>
  howItRuns({ facts, topics }).map(({ text }) => text)
const start = (topics: string[], ...facts: Fact[]) => {
  const { label, answer } = startOf({ facts, topics }) ?? {}
  return label && answer && `${label}: ${answer.text}`
}

describe('how it runs', () => {
  it('is said only as far as a fact says where', () => {
    expect(runs([fact('hosting', 'cloud'), fact('start', 'command')])).toEqual([
      'Hosted by its makers',
    ])
    expect(runs([fact('hosting', 'self_hosted'), fact('deploy', 'compose')])).toEqual([
      'Self-hosted',
    ])
    expect(runs([fact('interface', 'desktop')])).toEqual(['On your own computer'])
    expect(runs([fact('connect', 'https://mcp.acme.example')])).toEqual(['Hosted by its makers'])
  })

  it('is not guessed from what can be installed: a hosted service has packages, too', () => {
    for (const one of [
      fact('package', 'pkg:npm/acme'),
      fact('package', 'pkg:docker/acme/app'),
      fact('start', 'source'),
      fact('deploy', 'container'),
      fact('interface', 'cli'),
      fact('start', 'mcp_server'),
    ])
      expect(runs([one])).toEqual([])
  })

  it('of a framework is in the program of its user, before where it is hosted', () => {
    const [cloud, pip] = [fact('hosting', 'cloud'), fact('package', 'pkg:pypi/acme')]
    const words = ['In your own program', 'Hosted by its makers']
    expect(runs([cloud, pip], ['agent-frameworks', 'rag'])).toEqual(words)
    expect(runs([pip], ['agent-frameworks'])).toEqual(words.slice(0, 1))
    expect(runs([cloud, pip], ['rag', 'agent-frameworks'])).toEqual(words.slice(1))
    for (const one of [fact('package', 'pkg:docker/acme'), fact('start', 'source')])
      expect(runs([one], ['agent-frameworks'])).toEqual([])
  })
})

it('is begun by the command of its first package, which a command or an MCP server runs', () => {
  const [pip, npm] = [fact('package', 'pkg:pypi/acme'), fact('package', 'pkg:npm/acme')]
  expect(start([], pip, npm)).toBe('Install: pip install acme')
  expect(start([], fact('start', 'command'), npm, pip)).toBe('Start: npx acme')
  expect(start([], fact('start', 'mcp_server'), pip)).toBe('Start: uvx acme')
  expect(start([], fact('start', 'compose'), fact('package', 'pkg:gem/acme'), pip)).toBe(
    'Install: pip install acme',
  )
})

it('without such a package is begun by what its README starts', () => {
  const gem = fact('package', 'pkg:gem/acme')
  expect(start([], fact('start', 'compose'), gem)).toBe('Start: Compose file')
  expect(start([], fact('start', 'npx acme'), fact('start', 'source'))).toBe('Start: Source code')
  expect(start([], fact('start', 'npx acme'), gem)).toBeUndefined()
})

it('a remote MCP server is begun by its client', () => {
  const facts = [fact('package', 'pkg:pypi/acme'), fact('connect', 'https://mcp.acme.example')]
  expect(start(['mcp-servers'], ...facts)).toBeUndefined()
  expect(start([], ...facts)).toBe('Install: pip install acme')
  expect(start(['mcp-servers'], ...facts.slice(0, 1), fact('connect', 'npx acme'))).toBe(
    'Install: pip install acme',
  )
})
