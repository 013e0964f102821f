import path from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { readClients } from '#content-files/load.ts'
import { connectMarkdown, installLink, ownServer } from './connect-clients.ts'

const to = addresses('https://proofstack.example')
const files = await readClients(path.resolve(import.meta.dirname, '../..'))
const filled = (text: string) =>
  text.replaceAll('{{site}}', to.site).replaceAll('{{cli}}', to.cli('0.1.0-abc'))
const clients = files.map((one) => ({ ...one, markdown: filled(one.markdown) }))
const fenced = /^```(\w+)\n([^]*?)\n```$/gm
const samples = clients.flatMap(({ name, markdown }) =>
  [...markdown.matchAll(fenced)].map(([, language = '', text = '']) => ({ name, language, text })),
)
const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values((value ?? {}) as object).flatMap((part) => strings(part))

describe('the configuration of each client', () => {
  const parsers = { json: JSON.parse, toml: parseToml } as const
  it.each(samples.filter(({ language }) => language in parsers))(
    '$name: $text parses, and names our server',
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

  it('each client has a text to copy, and says how its reader sees that it works', () => {
    for (const { name, markdown } of clients) {
      expect(samples.some((sample) => sample.name === name)).toBe(true)
      expect(markdown).toMatch(/^\*\*Does it work\?\*\* \S/m)
    }
  })
})

describe('the links that open a client', () => {
  it('Cursor reads the entry of mcp.json from `config`, in base64', () => {
    const link = new URL(installLink('cursor', ownServer(to))!)
    expect(link.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/)
    expect(link.searchParams.get('name')).toBe('proofstack')
    const config = Buffer.from(link.searchParams.get('config')!, 'base64').toString()
    expect(JSON.parse(config)).toEqual({ url: to.mcp })
  })

  it('VS Code reads its whole query as JSON', () => {
    const [start, query] = installLink('vs-code', ownServer(to))!.split('?')
    expect(start).toBe('vscode:mcp/install')
    expect(JSON.parse(decodeURIComponent(query!))).toEqual({
      name: 'proofstack',
      type: 'http',
      url: to.mcp,
    })
  })

  it('Goose reads the address from `url`, and gets no plus for a space', () => {
    const link = installLink('goose', ownServer(to))!
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
