import { describe, expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { type ManifestChange, historyOf, toolHistory } from './history.ts'
import type { KnownTool } from './tool-index.ts'

const tool = (slug: string, packages: string[], category = 'backend-db'): KnownTool => ({
  slug,
  category,
  ...noPackages,
  packages,
})

const tools = [
  tool('redis', ['pkg:npm/ioredis', 'pkg:npm/redis']),
  tool('postgresql', ['pkg:npm/pg']),
  tool('openai', ['pkg:npm/openai'], 'models-providers'),
]

const packageJson = (...names: string[]) =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1'])) })

/** Changes on days of 2026, each of the files that are named; undefined removes one. */
async function spansOf(...days: [day: string, files: Record<string, string | undefined>][]) {
  async function* changes(): AsyncGenerator<ManifestChange> {
    for (const [day, files] of days)
      yield {
        commit: day,
        at: new Date(`2026-${day}`),
        files: Object.entries(files).map(([path, text]) => ({ path, text })),
      }
  }
  return toolHistory(tools, changes())
}

const short = (spans: Awaited<ReturnType<typeof spansOf>>) =>
  spans.map(({ tool: slug, since, until }) =>
    `${slug} ${since.commit} ${until?.commit ?? ''}`.trim(),
  )

describe('the history of a tool', () => {
  it('begins with the first manifest that names it and ends with the last', async () => {
    const spans = await spansOf(
      ['01-01', { 'package.json': packageJson('pg') }],
      ['02-01', { 'package.json': packageJson('pg', 'redis') }],
      ['03-01', { 'api/package.json': packageJson('ioredis') }],
      ['04-01', { 'package.json': packageJson('pg') }],
      ['06-01', { 'api/package.json': undefined }],
    )
    expect(short(spans)).toEqual(['redis 02-01 06-01', 'postgresql 01-01'])
    expect(spans[0]).toMatchObject({
      path: 'package.json',
      level: 'required',
      until: { path: 'api/package.json' },
    })
  })

  it('goes on when a manifest moves, or the tool is away for less than a month', async () => {
    const spans = await spansOf(
      ['01-01', { 'package.json': packageJson('pg', 'redis') }],
      ['02-01', { 'package.json': undefined, 'app/package.json': packageJson('pg', 'redis') }],
      ['03-01', { 'app/package.json': packageJson('pg') }],
      ['03-15', { 'app/package.json': packageJson('pg', 'redis') }],
    )
    expect(short(spans)).toEqual(['redis 01-01', 'postgresql 01-01'])
  })

  it('leaves out what was tried for less than a month, and what cannot be read', async () => {
    const spans = await spansOf(
      ['01-01', { 'package.json': packageJson('pg', 'redis') }],
      ['01-20', { 'package.json': packageJson('pg') }],
      ['02-20', { 'other/package.json': '{' }],
    )
    expect(short(spans)).toEqual(['postgresql 01-01'])
  })

  it('begins in the product itself, unless only a folder beside it names the tool now', async () => {
    const www = { 'apps/www/package.json': packageJson('pg') }
    const later = await spansOf(
      ['01-01', www],
      ['02-01', { 'package.json': packageJson('pg') }],
      ['03-01', { 'apps/www/package.json': undefined }],
    )
    expect(short(later)).toEqual(['postgresql 02-01'])
    const moved = await spansOf(
      ['01-01', { 'package.json': packageJson('pg') }],
      ['05-01', { 'package.json': undefined, ...www }],
    )
    expect(short(moved)).toEqual(['postgresql 01-01'])
  })

  it('begins anew when it was away for longer', async () => {
    const spans = await spansOf(
      ['01-01', { 'package.json': packageJson('redis') }],
      ['03-01', { 'package.json': packageJson() }],
      ['06-01', { 'package.json': packageJson('redis') }],
    )
    expect(short(spans)).toEqual(['redis 01-01 03-01', 'redis 06-01'])
  })
})

describe('of a listing', () => {
  const listed = {
    slug: 'acme',
    tools: ['postgresql'],
    compatible: [] as string[],
    named: new Set<string>(),
  }

  it('are shown the tools that it lists, and those that left', async () => {
    const spans = await spansOf(
      ['01-01', { 'package.json': packageJson('pg', 'redis', 'openai') }],
      ['06-01', { 'package.json': packageJson('pg') }],
    )
    expect(short(historyOf(listed, spans, tools))).toEqual([
      'redis 01-01 06-01',
      'postgresql 01-01',
    ])
  })

  it('no tool has left that it works with, that is itself, or that is an extra', async () => {
    const spans = await spansOf(
      ['01-01', { 'package.json': packageJson('redis') }],
      ['06-01', { 'package.json': packageJson() }],
    )
    expect(historyOf({ ...listed, compatible: ['redis'] }, spans, tools)).toEqual([])
    expect(historyOf({ ...listed, slug: 'redis' }, spans, tools)).toEqual([])
    const optional = JSON.stringify({ optionalDependencies: { redis: '1' } })
    const extra = await spansOf(
      ['01-01', { 'package.json': optional }],
      ['06-01', { 'package.json': packageJson() }],
    )
    expect(historyOf(listed, extra, tools)).toEqual([])
  })

  it('no tool has left that a repository of it names, or when one was not read', async () => {
    const spans = await spansOf(
      ['01-01', { 'package.json': packageJson('redis') }],
      ['06-01', { 'package.json': packageJson() }],
    )
    expect(historyOf({ ...listed, named: new Set(['redis']) }, spans, tools)).toEqual([])
    expect(historyOf({ ...listed, named: undefined }, spans, tools)).toEqual([])
  })

  it('no tool has left that only folders beside the product named', async () => {
    const only = await spansOf(
      ['01-01', { 'skills/pdf/package.json': packageJson('redis') }],
      ['06-01', { 'skills/pdf/package.json': undefined }],
    )
    expect(historyOf(listed, only, tools)).toEqual([])
    const both = await spansOf(
      ['01-01', { 'skills/pdf/package.json': packageJson('redis') }],
      ['02-01', { 'package.json': packageJson('redis') }],
      ['04-01', { 'package.json': packageJson() }],
      ['06-01', { 'skills/pdf/package.json': undefined }],
    )
    expect(short(historyOf(listed, both, tools))).toEqual(['redis 02-01 06-01'])
  })
})

it('a language is there since its first source file, if no manifest named it before', async () => {
  async function* changes(): AsyncGenerator<ManifestChange> {
    const at = (day: string) => ({ commit: day, at: new Date(`2026-${day}`) })
    yield { ...at('01-01'), files: [], sources: [{ tool: 'redis', path: 'app.py' }] }
    yield { ...at('01-02'), files: [{ path: 'package.json', text: packageJson('redis', 'pg') }] }
    yield { ...at('01-03'), files: [], sources: [{ tool: 'postgresql', path: 'app.ts' }] }
  }
  const spans = await toolHistory(tools, changes())
  expect(spans.map(({ tool: slug, since, path }) => [slug, since.commit, path])).toEqual([
    ['redis', '01-01', 'app.py'],
    ['postgresql', '01-02', 'package.json'],
  ])
})
