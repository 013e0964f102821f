import { describe, expect, it } from 'vitest'
import { growthBeyondLinear } from '#testing/growth.ts'
import { findFacts } from './find-facts.ts'
import type { Subject } from './subject.ts'

const acme: Subject = {
  names: ['acme-code', 'Acme Code', 'acme'],
  owner: 'acme-inc',
  domain: 'acme.example',
  isWhole: true,
}

/** The facts that files show, each as `kind value path:line`. */
function factsIn(files: Record<string, string>, subject: Subject = acme): string[] {
  const read = Object.entries(files).map(([path, text]) => ({ path, text }))
  return findFacts(read, subject)
    .map(({ fact, value, path, line }) => `${fact} ${value} ${path}${line ? `:${line}` : ''}`)
    .sort()
}

const served = 'FROM node\nEXPOSE 3000\nCMD ["node", "."]'

describe('what runs the product', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'an image that listens',
      { Dockerfile: served },
      ['deploy container Dockerfile', 'hosting self_hosted Dockerfile:2'],
    ],
    ['an image of a command', { Dockerfile: 'CMD ["acme"]' }, ['deploy container Dockerfile']],
    ['an image with a shell', { Dockerfile: 'CMD ["bash"]' }, []],
    ['an image of an example', { 'examples/Dockerfile': served }, []],
    ['an image of a sandbox', { 'sandboxes/python/Dockerfile': served }, []],
    ['an image of an action', { Dockerfile: served, 'action.yml': 'runs:' }, []],
    [
      'a Compose file that builds it',
      { 'docker-compose.yml': 'services:\n  app:\n    build: .\n    ports: [1]' },
      ['deploy compose docker-compose.yml:3', 'hosting self_hosted docker-compose.yml:3'],
    ],
    [
      'a Compose file of its database alone',
      { 'compose.yaml': 'services:\n  db:\n    image: postgres\n    ports: [1]' },
      [],
    ],
    [
      'a chart of it',
      { 'charts/acme/Chart.yaml': 'name: acme' },
      ['deploy helm charts/acme/Chart.yaml:1', 'hosting self_hosted charts/acme/Chart.yaml:1'],
    ],
    ['a chart of something else', { 'charts/redis/Chart.yaml': 'name: redis' }, []],
  ])('%s', (_, files, expected) => {
    expect(factsIn(files)).toEqual(expected)
  })
})

describe('what it is used through', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'a command of its name',
      { 'package.json': '{"name":"x",\n"bin":{"acme":"x"}}' },
      ['interface cli package.json:2'],
    ],
    ['a private command', { 'package.json': '{"private":true,"bin":{"acme":"x"}}' }, []],
    ['a command of another name', { 'package.json': '{"bin":{"lint-all":"x"}}' }, []],
    ['a command that begins projects', { 'package.json': '{"bin":{"create-acme":"x"}}' }, []],
    ['a command that starts a server', { 'package.json': '{"bin":{"acme-mcp":"x"}}' }, []],
    [
      'a script of Python',
      { 'pyproject.toml': '[project]\nname = "x"\n[project.scripts]\nacme = "a:b"' },
      ['interface cli pyproject.toml:4'],
    ],
    [
      'a program of Rust that reads arguments',
      { 'Cargo.toml': '[[bin]]\nname = "acme"\n[dependencies]\nclap = "4"' },
      ['interface cli Cargo.toml:2'],
    ],
    ['a program of Rust with a window', { 'Cargo.toml': '[[bin]]\nname = "acme"' }, []],
    ['a web app', { 'apps/web/next.config.ts': '' }, ['interface web apps/web/next.config.ts']],
    ['pages of its docs', { 'apps/docs/next.config.ts': '' }, []],
    ['a web app of an example', { 'chess-app/vite.config.ts': '', 'chess-app/index.html': '' }, []],
    [
      'a page in a window of its own',
      { 'vite.config.ts': '', 'index.html': '', 'src-tauri/tauri.conf.json': '' },
      ['interface desktop src-tauri/tauri.conf.json'],
    ],
    [
      'an extension of an editor',
      { 'extensions/vscode/package.json': '{"publisher":"a","engines":{"vscode":"1"}}' },
      ['interface ide extensions/vscode/package.json:1'],
    ],
    [
      'its OpenAPI document',
      { 'docs/openapi.json': '{"openapi": "3.1",\n"info": {"title": "Acme API"}}' },
      ['interface api docs/openapi.json:2'],
    ],
    [
      'the OpenAPI document of others',
      { 'src/slack/openapi.json': '{"openapi": "3.1","info": {"title": "Slack"}}' },
      [],
    ],
  ])('%s', (_, files, expected) => {
    expect(factsIn(files)).toEqual(expected)
  })

  const server = "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'"
  const client = 'from mcp import ClientSession, StdioServerParameters'
  it.each<[string, Record<string, string>, string[]]>([
    ['a server', { 'src/mcp/server.ts': server }, ['interface mcp_server src/mcp/server.ts:1']],
    ['servers that its agent has as tools', { 'src/mcp-servers/files.ts': server }, []],
    ['a server of its docs', { 'packages/mcp-docs-server/index.ts': server }, []],
    ['a type alone', { 'src/mcp.ts': server.replace('import', 'import type') }, []],
    ['an import in a text', { 'src/mcp.py': '"""\nfrom mcp.server import Server\n"""' }, []],
    ['a client', { 'acme/agent.py': `\n${client}` }, ['interface mcp_client acme/agent.py:2']],
    ['a client in a test', { 'tests/agent.py': client }, []],
    ['a client of a server', { 'acme-mcp/agent.py': client }, []],
  ])('MCP: %s', (_, files, expected) => {
    expect(factsIn(files)).toEqual(expected)
  })
})

describe('what its README tells', () => {
  it.each<[string, string, string[]]>([
    ['where it is hosted', '[Try](https://app.acme.example/x)', ['hosting cloud README.md:1']],
    [
      'where its link calls it a cloud',
      'Try [**Acme Cloud**](https://www.acme.example/).',
      ['hosting cloud README.md:1'],
    ],
    [
      'the clouds of others',
      '[Redis Cloud](https://acme.example) [Acme Cloud](https://x.example)',
      [],
    ],
    ['where others are hosted', 'https://app.other.example https://acme.example/docs', []],
    [
      'its prices',
      '\n(https://www.acme.example/pricing)',
      ['hosting cloud README.md:2', 'pricing https://www.acme.example/pricing README.md:2'],
    ],
    ['its switch', 'Set `ACME_TELEMETRY=off`.', ['telemetry ACME_TELEMETRY README.md:1']],
    ['the switch of others', 'NEXT_TELEMETRY_DISABLED=1, ACME_OTEL_TELEMETRY_ENABLED=1', []],
  ])('%s', (_, readme, expected) => {
    expect(factsIn({ 'README.md': readme })).toEqual(expected)
  })

  it('nothing of a domain that it shares with others', () => {
    const subject = { ...acme, domain: undefined }
    expect(factsIn({ 'README.md': 'https://app.acme.example' }, subject)).toEqual([])
  })
})

it('a repository beside a closed product tells only of hosting, prices, editors and MCP servers', () => {
  const files = {
    'README.md': 'https://app.acme.example/',
    'package.json': '{"name":"acme","bin":{"acme":"x"}}',
    Dockerfile: served,
    'mcp/server.py': 'from mcp.server.fastmcp import FastMCP',
  }
  expect(factsIn(files, { ...acme, isWhole: false })).toEqual([
    'hosting cloud README.md:1',
    'interface mcp_server mcp/server.py:1',
  ])
})

it('the first place that shows a fact is its source, and a broken manifest shows none', () => {
  const files = { 'b/package.json': '{', 'web/next.config.js': '', 'next.config.js': '' }
  expect(factsIn(files)).toEqual(['interface web next.config.js'])
})

const longest = 64 * 1024
it.each([
  ['README.md', '[Acme Cloud](', 'https://app.acme.example '],
  ['README.md', 'A_TELEMETRY', '_'],
  ['docs/openapi.json', '"openapi": "3"\n', 'title'],
  ['src/mcp.ts', "import '", '@modelcontextprotocol/'],
  ['src/mcp.py', 'from mcp import ', ' ClientSessio'],
  ['Dockerfile', 'CMD ', ' sh'],
  ['docker-compose.yml', '  image: ', ' "a'],
])('%s is read in linear time: %j and %j', (path, begin, unit) => {
  const textOf = (size: number) => begin + unit.repeat(size / unit.length)
  const read = (text: string) => findFacts([{ path, text }], acme)
  expect(growthBeyondLinear(textOf, read, longest)).toBeUndefined()
})
