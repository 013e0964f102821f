import { expect, it } from 'vitest'
import { serverFacts } from './server-json.ts'

const $schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
const shown = (part: object) =>
  serverFacts(JSON.stringify({ $schema, ...part }, null, 1)).map(
    ({ fact, value, line }) => `${fact} ${value} :${line}`,
  )
const remotes = [{ type: 'streamable-http', url: 'https://mcp.acme.dev' }]

it('a server.json shows the packages that start a server, and where a remote one is', () => {
  const npm = { registryType: 'npm', identifier: '@acme/mcp' }
  expect(shown({ packages: [npm], remotes })).toEqual([
    'package pkg:npm/%40acme/mcp :6',
    'start mcp_server :6',
    'connect https://mcp.acme.dev :12',
  ])
  const [pypi] = shown({ packages: [{ registry_type: 'pypi', identifier: 'acme' }] })
  expect(pypi).toBe('package pkg:pypi/acme :6')
  const [image] = shown({ packages: [{ registryType: 'oci', identifier: 'ghcr.io/acme/mcp:1' }] })
  expect(image).toBe('package pkg:docker/acme/mcp?repository_url=ghcr.io :6')
})

it('and nothing in another form, or if the file is of another kind', () => {
  const packages = [{ registryType: 'mcpb', identifier: 'https://acme.dev/mcp' }, {}, 1]
  expect(shown({ packages, remotes: [{ url: 'https://mcp.acme.dev/{tenant}' }, {}] })).toEqual([])
  expect(serverFacts('{"packages": [{"registryType": "npm", "identifier": "x"}]}')).toEqual([])
  expect(serverFacts('not JSON')).toEqual([])
})
