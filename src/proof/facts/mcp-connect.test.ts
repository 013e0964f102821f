import { describe, expect, it } from 'vitest'
import { connectFacts, serverFacts } from './mcp-connect.ts'
import type { Subject } from './subject.ts'

const acme: Subject = {
  names: ['acme-mcp-server', 'Acme MCP Server'],
  owner: 'someone',
  domain: undefined,
  isWhole: true,
}
const json = (value: object) => ['```json', ...JSON.stringify(value, null, 1).split('\n'), '```']
const server = (acme: object) => json({ mcpServers: { acme } })
const found = (lines: string[]) =>
  connectFacts(lines.join('\n'), acme).map(({ value, line }) => `${value} :${line}`)

describe('how a README connects its MCP server', () => {
  it.each([
    ['a command', server({ command: 'npx', args: ['-y', 'acme-mcp'] }), 'npx -y acme-mcp :8'],
    ['a URL', server({ url: 'https://mcp.acme.example.org/mcp' }), undefined],
    [
      'a URL of its own',
      server({ url: 'https://mcp.acme.dev/mcp' }),
      'https://mcp.acme.dev/mcp :5',
    ],
    [
      'a part of a file',
      ['```', '"acme": { "command": "uvx", "args": ["acme"] }', '```'],
      'uvx acme :2',
    ],
    ['a command for a client', ['claude mcp add acme -- npx acme-mcp'], 'npx acme-mcp :1'],
    [
      'a URL for a client',
      ['`codex mcp add acme --url https://mcp.acme.dev/mcp`'],
      'https://mcp.acme.dev/mcp :1',
    ],
    ['a server of others', server({ command: 'npx', args: ['other-mcp'] }), undefined],
    ['a file on a disk', server({ command: 'node', args: ['/path/to/acme.js'] }), undefined],
    ['a host of the reader', server({ url: 'https://your-acme.dev/mcp' }), undefined],
    ['a second command', server({ command: 'npx', args: ['acme-mcp;', 'id'] }), undefined],
    ['broken JSON', ['```json', '{"command": "npx"', '```'], undefined],
  ])('%s', (_, lines, expected) => {
    expect(found(lines)).toEqual(expected === undefined ? [] : [expected])
  })

  it('takes the first that names it', () => {
    const first = server({ url: 'https://mcp.acme.dev/mcp' })
    expect(found([...first, ...server({ command: 'npx', args: ['acme-mcp'] })])).toHaveLength(1)
  })

  it('ends for settings of any depth', () => {
    const deep = `${'{"a":'.repeat(3_000)}{"command":"npx"}${'}'.repeat(3_000)}`
    expect(found(['```json', deep, '```'])).toEqual([])
  })
})

describe('how a server.json connects its server', () => {
  const $schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
  const shown = (part: object) =>
    serverFacts(JSON.stringify({ $schema, ...part }, null, 1)).map(({ value }) => value)
  const npm = { registryType: 'npm', identifier: 'acme-mcp' }

  it('by the command of its registry, else by its URL', () => {
    const remotes = [{ type: 'streamable-http', url: 'https://mcp.acme.dev' }]
    expect(shown({ packages: [npm], remotes })).toEqual(['npx -y acme-mcp'])
    expect(shown({ remotes })).toEqual(['https://mcp.acme.dev'])
    expect(shown({ packages: [{ registry_type: 'pypi', identifier: 'acme' }] })).toEqual([
      'uvx acme',
    ])
  })

  it('with the arguments that are given, and not if one is missing', () => {
    const positional = { type: 'positional', value: 'mcp' }
    const missing = { type: 'positional', isRequired: true }
    const of = (...packageArguments: object[]) =>
      shown({ packages: [{ ...npm, packageArguments }] })
    expect(of(positional)).toEqual(['npx -y acme-mcp mcp'])
    expect(of(positional, missing)).toEqual([])
    expect(shown({ packages: [{ ...npm, runtimeArguments: [positional] }] })).toEqual([])
  })

  it('and is nothing if the file is of another kind', () => {
    expect(serverFacts('{"packages": [{"registryType": "npm", "identifier": "x"}]}')).toEqual([])
    expect(serverFacts('not JSON')).toEqual([])
  })
})
