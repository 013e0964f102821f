import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { connectClients, connectMarkdown } from './connect-clients.ts'

const to = addresses('https://proofstack.example')
const clients = connectClients(to, to.cli('0.1.0-abc'))
const samples = clients.flatMap(({ name, samples: all }) =>
  all.map((sample) => ({ name, ...sample })),
)
const client = (id: string) => clients.find((one) => one.id === id)!
const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values((value ?? {}) as object).flatMap((part) => strings(part))

describe('the configuration of each client', () => {
  const parsers = { json: JSON.parse, toml: parseToml } as const
  it.each(samples.filter(({ language }) => language in parsers))(
    '$name, $where: parses, and names our server',
    ({ language, text }) => {
      const value: unknown = parsers[language as keyof typeof parsers](text)
      expect(strings(value).some((one) => one === to.mcp || one.endsWith('.tgz'))).toBe(true)
    },
  )

  it('every address in a sample is one of this site, and no placeholder is left', () => {
    const found = samples.flatMap(({ text }) => text.match(/https?:\/\/[^\s"'`]+/g) ?? [])
    expect(found.length).toBeGreaterThan(15)
    expect(found.filter((url) => !url.startsWith(to.site))).toEqual([])
    expect(JSON.stringify(clients)).not.toContain('{{')
  })

  it('each client has an anchor of its own, a text to copy, a proof and a source', () => {
    expect(new Set(clients.map(({ id }) => id)).size).toBe(clients.length)
    for (const { id, samples: own, proof, source } of clients) {
      expect(id).toMatch(/^[a-z-]+$/)
      expect(own.length).toBeGreaterThan(0)
      expect(proof).not.toBe('')
      expect(source).toMatch(/^(?:https:\/\/|\/docs\/)/)
    }
  })
})

describe('the links that open a client', () => {
  it('Cursor reads the entry of mcp.json from `config`, in base64', () => {
    const link = new URL(client('cursor').installLink!)
    expect(link.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/)
    expect(link.searchParams.get('name')).toBe('proofstack')
    const config = Buffer.from(link.searchParams.get('config')!, 'base64').toString()
    expect(JSON.parse(config)).toEqual({ url: to.mcp })
  })

  it('VS Code reads its whole query as JSON', () => {
    const [start, query] = client('vs-code').installLink!.split('?')
    expect(start).toBe('vscode:mcp/install')
    expect(JSON.parse(decodeURIComponent(query!))).toEqual({
      name: 'proofstack',
      type: 'http',
      url: to.mcp,
    })
  })

  it('Goose reads the address from `url`, and gets no plus for a space', () => {
    const link = client('goose').installLink!
    expect(link).not.toContain('+')
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      type: 'streamable_http',
      url: to.mcp,
      id: 'proofstack',
    })
  })
})

it('the Markdown has a section for each client, and every text to copy', () => {
  const markdown = connectMarkdown(clients, to)
  for (const { name } of clients) expect(markdown).toContain(`\n## ${name}\n`)
  for (const { text } of samples) expect(markdown).toContain(`\n${text}\n\`\`\``)
  expect(markdown).toContain(`<${to.site}/docs/cli>`)
})
