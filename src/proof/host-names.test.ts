import { describe, expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { hostsIn, isSource } from './host-names.ts'
import { findTools } from './prove.ts'
import { toolIndex } from './tool-index.ts'

const tools = [
  { slug: 'deepgram', category: 'voice-media', hosts: ['api.deepgram.com'] },
  { slug: 'pinecone', category: 'databases', hosts: ['*.pinecone.io'] },
].map((tool) => ({ ...noPackages, ...tool }))
const index = toolIndex(tools)

describe('a host in code', () => {
  it.each([
    ["const url = 'https://api.deepgram.com/v1/listen'", 'api.deepgram.com'],
    ['ws = connect(f"wss://api.deepgram.com/v1/listen?{query}")', 'api.deepgram.com'],
    ['host := "api.deepgram.com"', 'api.deepgram.com'],
    ['const url = `https://API.Deepgram.com:443/v1`', 'api.deepgram.com'],
    ["post('https://index-1.svc.pinecone.io/query')", 'index-1.svc.pinecone.io'],
  ])('is found in %s', (line, host) => {
    expect(hostsIn(`\n${line}\n`, index)).toEqual([
      { package: `host:${host}`, line: 2, kind: 'host' },
    ])
  })

  it.each([
    "// 'https://api.deepgram.com/v1'",
    "  # url = 'https://api.deepgram.com'",
    " * 'https://api.deepgram.com'",
    "connect() // as 'https://api.deepgram.com' does",
    'See https://api.deepgram.com for more.',
    "'https://docs.deepgram.com'",
    "'https://api.deepgram.com.evil.example/'",
    "'https://notapi.deepgram.com/'",
    "'https://evil.example/api.deepgram.com'",
    "'someone@api.deepgram.com'",
    "'https://pinecone.io/'",
    '/*\n "https://api.deepgram.com"\n*/',
    '"""The host.\n\nurl: ("api.deepgram.com") or another\n"""',
    `'https://api.deepgram.com/'${' '.repeat(3_000)}`,
  ])('is not found in %s', (line) => {
    expect(hostsIn(line, index)).toEqual([])
  })

  it('is found after a text of several lines', () => {
    const text = '"""One line."""\n"""\nMore.\n"""\nhost = "api.deepgram.com"'
    expect(hostsIn(text, index)).toMatchObject([{ line: 5 }])
  })

  it('proves a use at the level `host`, but not in examples and tests', () => {
    const text = "fetch('https://api.deepgram.com/v1')"
    const levels = (path: string) =>
      findTools(tools, [{ path, text }])
        .byTool.get('deepgram')
        ?.map(({ level, line, package: named }) => [level, line, named])
    expect(levels('src/listen.ts')).toEqual([['host', 1, 'host:api.deepgram.com']])
    expect(levels('integrations/deepgram/client.py')?.[0]?.[0]).toBe('plugin_folder')
    for (const path of ['examples/a.ts', 'tests/a.py', 'README.md', 'src/listen.test.ts'])
      expect(levels(path)).toBeUndefined()
  })
})

it.each([
  ['src/a.ts', true],
  ['a/b.py', true],
  ['main.go', true],
  ['src/a.test.ts', false],
  ['pkg/a_test.go', false],
  ['a/test_b.py', false],
  ['dist/app.min.js', false],
  ['types/a.d.ts', false],
  ['a.md', false],
])('%s is code of a product: %s', (path, is) => expect(isSource(path)).toBe(is))
