import { expect, it } from 'vitest'
import { ProductProof } from '#contract/resources/proof.ts'
import { sampleProof, sampleTool } from '#testing/sample-records.ts'
import {
  type ProofRecord,
  citedLine,
  commitUrl,
  productProof,
  proofView,
  shortSource,
  shownBy,
  sourceUrl,
} from './product-proof.ts'

const commit = 'a'.repeat(40)
const record = sampleProof({
  source_date: '2026-10-04',
  last_activity: '2026-11-01T00:00:00+00:00',
  checked_at: new Date('2026-11-22T00:00:00Z'),
  tools: [
    {
      slug: 'redis',
      state: 'proved',
      level: 'required',
      path: 'web/[a]/package.json',
      line: 3,
      package: 'pkg:npm/ioredis',
      requirement: { raw: '^5' },
    },
    { slug: 'kafka', state: 'not_found', level: null, path: null, line: null },
    { slug: 'gone', state: 'proved', level: 'image', path: 'compose.yaml', line: 1 },
  ],
})

/** The proof of a listing that is built with these tools. */
const proofOf = (proof: ProofRecord | null, ...slugs: string[]) =>
  productProof(
    proof,
    slugs.map((slug) => sampleTool({ slug })),
  )

it('has the current tools in their order, with permanent lines', () => {
  const proof = proofOf(record, 'kafka', 'new', 'redis')
  expect(ProductProof.parse(proof)).toEqual(proof)
  expect(proof).toMatchObject({
    last_activity: '2026-11-01T00:00:00.000Z',
    checked_at: '2026-11-22T00:00:00.000Z',
    tools: [
      {
        slug: 'kafka',
        state: 'not_found',
        level: null,
        source: null,
        line: null,
        package: null,
        requirement: null,
        shows: null,
        commit,
      },
      {
        slug: 'redis',
        state: 'proved',
        level: 'required',
        package: 'pkg:npm/ioredis',
        requirement: { raw: '^5', kind: 'range', major: 5 },
        support: null,
        source: `https://github.com/acme/app/blob/${commit}/web/%5Ba%5D/package.json#L3`,
      },
    ],
  })
  expect(proof!.tools).toHaveLength(2)
})

it('says whether a line is supported where its package is the tool, by the last look', () => {
  const asks = (named: string) => {
    const tool = { ...record.tools[0]!, package: named, requirement: { raw: '5-alpine' } }
    const source = 'https://redis.example'
    const line = { line: '5', released: null, ends: '2026-11-21', source, read: '2026-01-01' }
    const known = { slug: 'redis', main: ['pkg:docker/redis'], cycles: [line] }
    return productProof({ ...record, tools: [tool] }, [known])!.tools[0]!.support
  }
  expect(asks('pkg:docker/redis')).toMatchObject({ state: 'ended', ends: '2026-11-21' })
  expect(asks('pkg:docker/redis/redis-stack')).toBeNull()
})

it('a listing that was never checked has no proof', () => expect(proofOf(null, 'redis')).toBeNull())

it('a tool that a later look found no more is stale, with the line that said so', () => {
  const proof = proofOf({ ...record, lost: ['redis'] }, 'redis', 'kafka')
  expect(ProductProof.parse(proof).tools).toMatchObject([
    { slug: 'redis', state: 'stale', level: 'required', line: 3, commit },
    { slug: 'kafka', state: 'not_found' },
  ])
})

const viewWith = (of: Partial<ProofRecord>) => proofView(proofOf({ ...record, ...of }), 0)

it('says how many of the tools are shown, of all that are listed', () => {
  const proof = proofOf(record, 'kafka', 'new', 'redis')!
  expect(proofView(proof, 3)).toMatchObject({ count: 1, words: '1 of 3 tools proved' })
  const only = proofOf(record, 'redis')!
  expect(proofView(only, 1).words).toBe('1 of 1 tool proved')
})

it('reaches every tool, some or none, of those that are listed now', () => {
  const reach = (...listed: string[]) => proofView(proofOf(record, ...listed), listed.length).reach
  expect(reach('redis', 'gone')).toBe('every_tool')
  expect(reach('redis', 'kafka')).toBe('some_tools')
  // It was listed after the look.
  expect(reach('redis', 'new')).toBe('some_tools')
  expect(reach('kafka')).toBe('none_yet')
  expect(reach()).toBe('none_yet')
  expect(proofView(null, 2).reach).toBe('none_yet')
  const lost = proofOf({ ...record, lost: ['redis'] }, 'redis')
  expect(proofView(lost, 1).reach).toBe('none_yet')
})

it('the newest commit that was seen is a day, and what was archived says so', () => {
  const last_activity = '2026-11-01T00:00:00.000Z'
  const newest = (seen: Partial<ProofRecord>) => viewWith(seen).newest
  expect(newest({ last_activity, archived: false })).toBe('1 Nov 2026')
  expect(newest({ last_activity, archived: true })).toBe('1 Nov 2026, then archived')
  expect(newest({ last_activity: null, archived: true })).toBe('Archived')
  expect(newest({ last_activity: null, archived: null })).toBeNull()
  expect(proofView(null, 0).newest).toBeNull()
})

it.each([
  ['https://github.com/a/b.git', 'https://github.com/a/b/blob/c/f#L1'],
  ['https://gitlab.com/a/b/', 'https://gitlab.com/a/b/-/blob/c/f#L1'],
  ['https://codeberg.org/a/b', 'https://codeberg.org/a/b/src/commit/c/f#L1'],
])('%s has its lines at %s', (repository, url) => {
  expect(sourceUrl(repository, 'c', 'f', 1)).toBe(url)
})

it('a citation has the path as it is written', () => {
  const [first, ...others] = record.tools
  const tools = [{ ...first!, path: 'packages/@acme/web/[a].ts', line: 3 }, ...others]
  expect(citedLine(proofOf({ ...record, tools }, first!.slug), first!.slug)).toMatchObject({
    href: expect.stringContaining('packages/%40acme/web/%5Ba%5D.ts#L3'),
    text: 'packages/@acme/web/[a].ts:3',
  })
})

it('says of what day a copy is, and when it was read', () => {
  expect(viewWith({}).copy).toBe('read 22 Nov 2026, at the commit of 4 Oct')
  const older = viewWith({ source_date: '2025-11-15' })
  expect(older.copy).toBe('read 22 Nov 2026, at the commit of 15 Nov 2025')
  expect(viewWith({ source_date: null }).copy).toBe('read 22 Nov 2026')
})

it('names a source by its file and lines, and any other by its address', () => {
  const file = `https://github.com/acme/app/blob/${commit}/docs/HISTORY.md`
  expect(shortSource(`${file}#L10-L52`)).toBe('docs/HISTORY.md:10-52')
  expect(shortSource(`${file}#L10`)).toBe('docs/HISTORY.md:10')
  expect(shortSource(file)).toBe('docs/HISTORY.md')
  expect(shortSource('https://acme.example/docs')).toBe('acme.example/docs')
})

it('cites the line that proves a tool, and nothing for a tool that no file proves', () => {
  const proof = proofOf(record, 'kafka', 'redis')
  expect(citedLine(proof, 'redis')).toMatchObject({ shows: 'ioredis ^5' })
  expect(citedLine(proof, 'kafka')).toBeUndefined()
  expect(citedLine(proof, 'cobol')).toBeUndefined()
  expect(citedLine(null, 'redis')).toBeUndefined()
})

it.each([
  ['pkg:pypi/langgraph', '>=0.2.73,<0.3', null, 'langgraph >=0.2.73,<0.3'],
  ['pkg:npm/%40ai-sdk/openai', '^2', null, '@ai-sdk/openai ^2'],
  ['pkg:docker/postgres', '16-alpine', null, 'postgres:16-alpine'],
  ['pkg:docker/acme/db?repository_url=ghcr.io', null, null, 'ghcr.io/acme/db'],
  ['pkg:maven/org.acme/db', '1.2', null, 'org.acme:db 1.2'],
  ['pkg:deb/debian/ffmpeg', null, null, 'ffmpeg'],
  [null, '>=18', 'engines.node', 'engines.node >=18'],
  [null, null, 'names api.openai.com', 'names api.openai.com'],
  [null, null, null, null],
])('%s %s %s is shown as %s', (named, raw, shows, expected) => {
  expect(shownBy({ package: named, requirement: raw === null ? null : { raw }, shows })).toBe(
    expected,
  )
})

it.each([
  ['https://github.com/acme/app', 'https://github.com/acme/app/commit/abc'],
  ['https://gitlab.com/acme/app.git', 'https://gitlab.com/acme/app/-/commit/abc'],
])('a commit of %s is at %s, as its host has it', (repository, url) => {
  expect(commitUrl(repository, 'abc')).toBe(url)
})
