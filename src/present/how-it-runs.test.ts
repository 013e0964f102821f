import { describe, expect, it } from 'vitest'
import type { Fact } from '#contract/resources/facts.ts'
import { commandOf, howItRuns, publishedAs, startOf } from './how-it-runs.ts'

const source = 'https://github.com/acme/app/blob/abc/README.md#L3'
const fact = (name: Fact['fact'], value: string, at = source): Fact => ({
  fact: name,
  value,
  day: null,
  source: at,
})
const runs = (facts: Fact[], topics: string[] = []) =>
  howItRuns({ facts, topics }).map(({ text }) => text)
const published = (...facts: Fact[]) => publishedAs({ facts }).map(({ text }) => text)
const start = (topics: string[], ...facts: Fact[]) => commandOf(startOf({ facts, topics }))[0]?.text

describe('how it runs', () => {
  it('is said only as far as a fact says where', () => {
    expect(runs([fact('hosting', 'cloud'), fact('start', 'uvx acme')])).toEqual([
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
      fact('start', 'docker run acme'),
      fact('start', 'git clone https://github.com/acme/app'),
      fact('deploy', 'container'),
      fact('interface', 'cli'),
      fact('connect', 'npx acme-mcp'),
    ])
      expect(runs([one])).toEqual([])
  })

  it('of a framework is in the program of its user, before where it is hosted', () => {
    const [cloud, pip] = [fact('hosting', 'cloud'), fact('start', 'pip install acme')]
    const words = ['In your own program', 'Hosted by its makers']
    expect(runs([cloud, pip], ['agent-frameworks', 'rag'])).toEqual(words)
    expect(runs([pip], ['agent-frameworks'])).toEqual(words.slice(0, 1))
    expect(runs([cloud, pip], ['rag', 'agent-frameworks'])).toEqual(words.slice(1))
    expect(runs([fact('start', 'docker run acme')], ['agent-frameworks'])).toEqual([])
  })
})

describe('as what it is published', () => {
  it('is said by its packages, its deployment and its first command, each once', () => {
    expect(
      publishedAs({
        facts: [
          fact('deploy', 'container', 'https://acme.example/1'),
          fact('start', 'docker run acme', 'https://acme.example/2'),
          fact('package', 'pkg:npm/%40acme/one'),
          fact('package', 'pkg:npm/two'),
        ],
      }),
    ).toEqual([
      { text: 'container image', href: 'https://acme.example/1' },
      { text: 'npm package', href: source },
    ])
  })

  it.each([
    [fact('deploy', 'helm'), ['Helm chart']],
    [fact('package', 'pkg:pypi/acme'), ['Python package']],
    [fact('package', 'pkg:unheard/of'), []],
    [fact('start', 'sudo docker compose up -d'), ['Compose file']],
    [fact('start', 'brew install acme'), ['Homebrew formula']],
    [fact('start', 'curl -L https://acme.example | sh'), ['install script']],
    [fact('start', 'git clone https://github.com/acme/app'), ['source code']],
    [fact('connect', 'uvx acme-mcp'), ['Python package']],
    [fact('connect', 'https://mcp.acme.example'), []],
    [fact('interface', 'cli'), []],
  ])('%j', (one, expected) => {
    expect(published(one)).toEqual(expected)
  })
})

it('starts as the README says, and by a package rather than by a clone', () => {
  const packaged = fact('package', 'pkg:pypi/acme')
  expect(start([], packaged, fact('start', 'uvx acme'))).toBe('uvx acme')
  expect(start([], packaged, fact('start', 'git clone https://a.example'))).toBe('pip install acme')
  expect(start([], fact('start', 'git clone https://a.example'))).toBe(
    'git clone https://a.example',
  )
})

it('an MCP server is started by its client', () => {
  const facts = [fact('start', 'uvx acme auth'), fact('connect', 'https://mcp.acme.example')]
  expect(start(['mcp-servers'], ...facts)).toBeUndefined()
  expect(start([], ...facts)).toBe('uvx acme auth')
})
