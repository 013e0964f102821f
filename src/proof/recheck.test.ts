import { describe, expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import type { KeptAnswers } from './repositories/ask-github.ts'
import { localGitHub } from '#testing/local-github.ts'
import { type ToRecheck, recheck } from './recheck.ts'

const now = new Date('2026-11-22T12:00:00Z')
const [before, after] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string]

const tools = [
  { slug: 'nextjs', category: 'frontend-ui', packages: ['pkg:npm/next'] },
  { slug: 'redis', category: 'databases', packages: ['pkg:npm/redis', 'pkg:pypi/redis'] },
  { slug: 'deepgram', category: 'voice-media', hosts: ['api.deepgram.com'] },
  { slug: 'fly', category: 'hosting-infra', marker_files: ['fly.toml'] },
].map((tool) => ({ ...noPackages, ...tool }))

const manifest = (...names: string[]) =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1'])) }, null, 2)

const app = () => ({
  commit: after,
  files: {
    'package.json': manifest('next', 'redis'),
    'fly.toml': 'app = "acme"',
    'docs/package.json': manifest('redis'),
  } as Record<string, string>,
})

const known: ToRecheck = {
  name: 'acme/app',
  heldAt: before,
  proved: [
    { slug: 'nextjs', path: 'package.json' },
    { slug: 'redis', path: 'package.json' },
    { slug: 'fly', path: 'fly.toml' },
  ],
  kept: {},
}

type Host = Awaited<ReturnType<typeof localGitHub>>

const look = ({ fetch }: Host, more: Partial<ToRecheck> = {}) =>
  recheck({ fetch, token: undefined, clock: () => now }, tools, { ...known, ...more })

const api = 'api.github.com/repos/acme/app'
const raw = `raw.githubusercontent.com/acme/app/${after}`

describe('recheck', () => {
  it('reads only the files of the proofs while they name all tools', async () => {
    const host = await localGitHub({ 'acme/app': app() })
    expect(await look(host)).toEqual({
      kind: 'looked',
      newest: {
        repository: 'https://github.com/acme/app',
        name: 'acme/app',
        commit: after,
        lastActivity: '2026-11-20T10:00:00.000Z',
        licence: 'MIT',
        archived: false,
      },
      lost: [],
      kept: expect.any(Object) as KeptAnswers,
    })
    expect(host.asked()).toEqual([
      `GET ${api} 200`,
      `GET ${api}/commits/main 200`,
      `GET ${raw}/package.json 200`,
      `HEAD ${raw}/fly.toml 200`,
    ])
  })

  it('sends two conditional requests when there is no new commit', async () => {
    const host = await localGitHub({ 'acme/app': app() })
    const first = await look(host)
    if (first.kind !== 'looked') throw new Error(first.kind)
    host.asked()
    expect(await look(host, { heldAt: after, kept: first.kept })).toEqual(first)
    expect(host.asked()).toEqual([`GET ${api} 304`, `GET ${api}/commits/main 304`])
  })

  it('another repository under the name is none of the listing', async () => {
    const repositories = { 'acme/app': { ...app(), id: 1 } }
    const host = await localGitHub(repositories)
    const first = await look(host)
    if (first.kind !== 'looked') throw new Error(first.kind)
    repositories['acme/app'].id = 2
    expect(await look(host, { kept: first.kept })).toMatchObject({ kind: 'gone' })
  })

  it('loses a tool that no manifest names any more', async () => {
    const repository = app()
    repository.files['package.json'] = manifest('next', 'valkey')
    const host = await localGitHub({ 'acme/app': repository })
    // docs/package.json still names Redis, but proves nothing.
    expect(await look(host)).toMatchObject({ kind: 'looked', lost: ['redis'] })
  })

  it('loses no tool that another manifest names', async () => {
    const repository = app()
    repository.files['package.json'] = manifest('next')
    repository.files['server/pyproject.toml'] = '[project]\ndependencies = ["redis>=5"]\n'
    const host = await localGitHub({ 'acme/app': repository })
    expect(await look(host)).toMatchObject({ kind: 'looked', lost: [] })
    expect(host.asked().at(-1)).toBe(`GET ${raw}/server/pyproject.toml 200`)
  })

  it('loses a tool with the only file that proves it', async () => {
    const repository = app()
    delete repository.files['fly.toml']
    const host = await localGitHub({ 'acme/app': repository })
    expect(await look(host)).toMatchObject({ kind: 'looked', lost: ['fly'] })
  })

  it('follows a repository that moved', async () => {
    const host = await localGitHub({
      'acme/app': { ...app(), movedTo: 'new/name' },
      'new/name': app(),
    })
    expect(await look(host)).toMatchObject({
      kind: 'looked',
      newest: { repository: 'https://github.com/new/name', name: 'new/name' },
      lost: [],
    })
    expect(host.asked()[0]).toBe(`GET ${api} 301`)
  })

  it('gives the archived state and the licence', async () => {
    const host = await localGitHub({
      'acme/app': { ...app(), archived: true, licence: 'NOASSERTION' },
    })
    expect(await look(host)).toMatchObject({ newest: { archived: true, licence: null } })
  })

  it('says that a repository is gone', async () => {
    expect(await look(await localGitHub({}))).toMatchObject({ kind: 'gone' })
  })
})

describe('a tool whose host is in code', () => {
  const caller = 'src/listen.ts'
  const call = "fetch('https://api.deepgram.com/v1')"
  const proved = [{ slug: 'deepgram', path: caller }]

  it('is looked for only in the file of its proof', async () => {
    const repository = { commit: after, files: { [caller]: call, 'src/other.ts': call } }
    const host = await localGitHub({ 'acme/app': repository })
    expect(await look(host, { proved })).toMatchObject({ lost: [] })
    expect(host.asked().at(-1)).toBe(`GET ${raw}/${caller} 200`)
  })

  it('is found in a file with the same name in another folder, or lost', async () => {
    const files: Record<string, string> = { [caller]: 'listen()', 'app/voice/listen.ts': call }
    const host = await localGitHub({ 'acme/app': { commit: after, files } })
    expect(await look(host, { proved })).toMatchObject({ lost: [] })
    files['app/voice/listen.ts'] = 'listen()'
    expect(await look(host, { proved })).toMatchObject({ lost: ['deepgram'] })
  })
})

describe('a host that', () => {
  it.each([
    [429, { 'retry-after': '120' }, 120],
    [429, { 'retry-after': 'Sun, 22 Nov 2026 12:05:00 GMT' }, 300],
    [429, { 'retry-after': '99999999' }, 86_400],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1795349400' }, 600],
    [403, {}, null],
    [503, {}, null],
  ] as const)('answers %i with %j is busy for %s seconds', async (status, headers, seconds) => {
    const host = await localGitHub({ 'acme/app': app() })
    host.instead.set(`${raw}/package.json`, (_, response) => {
      response.writeHead(status, headers).end()
    })
    expect(await look(host)).toMatchObject({
      kind: 'busy',
      host: { name: 'raw.githubusercontent.com', seconds },
    })
    // No other request follows.
    expect(host.asked()).toHaveLength(3)
  })

  it.each([`${api}`, `${raw}/package.json`])('stalls at %s is busy', async (address) => {
    const host = await localGitHub({ 'acme/app': app() })
    host.stall(address)
    expect(await look(host)).toMatchObject({
      kind: 'busy',
      reason: expect.stringContaining('did not answer') as string,
      host: { name: address.split('/')[0], seconds: null },
    })
  })

  const page = { 'content-type': 'text/html' }
  const huge = `{"${'x'.repeat(2 * 1024 * 1024)}":1}`
  it.each([
    ['a page instead of JSON', api, page, '<html>', /something else/],
    ['a page instead of a file', `${raw}/package.json`, page, '{}', /answers with a page/],
    ['half a file', `${raw}/package.json`, {}, '{"dependencies":', /cannot be read/],
    ['a file above the limit', `${raw}/package.json`, {}, huge, /more than can be read/],
    ['304 to an unconditional request', api, {}, 304, /something else/],
  ] as const)('answers %s makes no tool lost', async (_, address, headers, answer, reason) => {
    const host = await localGitHub({ 'acme/app': app() })
    host.instead.set(address, (_request, response) => {
      const status = typeof answer === 'number' ? answer : 200
      response.writeHead(status, headers).end(status === 304 ? undefined : answer)
    })
    expect(await look(host)).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(reason) as string,
    })
  })

  it.each(['commits/main', `git/trees/${after}?recursive=1`])(
    'has a repository without its %s makes no tool lost',
    async (part) => {
      const repository = app()
      repository.files['package.json'] = manifest('next')
      const host = await localGitHub({ 'acme/app': repository })
      host.instead.set(`${api}/${part}`, (_, response) => {
        response.writeHead(404).end()
      })
      expect(await look(host)).toMatchObject({ kind: 'failed' })
    },
  )

  it('lists a file and answers 404 for it makes no tool lost', async () => {
    const host = await localGitHub({ 'acme/app': app() })
    host.instead.set(`${raw}/package.json`, (_, response) => {
      response.writeHead(404).end()
    })
    expect(await look(host)).toEqual({ kind: 'failed', reason: '1 manifests were not read.' })
  })
})
