import { describe, expect, it } from 'vitest'
import type { Fetched, GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { gitHubName, readGitHub } from './read-github.ts'

const sha = 'b'.repeat(40)
const raw = `https://raw.githubusercontent.com/new/app/${sha}`
const api = 'https://api.github.com/repos'

const answers = {
  [`${api}/old/app`]: JSON.stringify({
    html_url: 'https://github.com/new/app',
    default_branch: 'main/next',
    archived: true,
    license: { spdx_id: 'MIT' },
  }),
  [`${api}/new/app/commits/main%2Fnext`]: JSON.stringify({
    sha,
    commit: { committer: { date: '2026-11-01T10:00:00Z' } },
  }),
  [`${api}/new/app/git/trees/${sha}?recursive=1`]: JSON.stringify({
    truncated: false,
    tree: [
      { path: 'package.json', type: 'blob', size: 30 },
      { path: 'web', type: 'tree' },
      { path: 'web/[slug]/package.json', type: 'blob', size: 30 },
      { path: 'examples/a/package.json', type: 'blob', size: 30 },
      { path: 'README.md', type: 'blob', size: 30 },
    ],
  }),
  [`${raw}/package.json`]: '{"dependencies":{"next":"16"}}',
  [`${raw}/web/%5Bslug%5D/package.json`]: '{}',
}

const answered = (url: string, status: number, body: string, headers = {}): Fetched => ({
  kind: 'answered',
  status,
  url,
  headers,
  body,
  isCut: false,
})

/** A host that answers with `given` and records its requests. */
function host(given: Record<string, string | Fetched>) {
  const asked: { url: string; authorization: string | undefined }[] = []
  const fetch: GuardedFetch = async (url, request) => {
    asked.push({ url, authorization: request?.headers?.['authorization'] })
    const answer = given[url]
    if (answer === undefined) return answered(url, 404, 'Not Found')
    return typeof answer === 'string' ? answered(url, 200, answer) : answer
  }
  return { fetch, asked }
}

describe('a repository at GitHub', () => {
  it('is read at its newest commit and current address, without examples and docs', async () => {
    const { fetch, asked } = host(answers)
    expect(await readGitHub(fetch, 'old/app', 'secret')).toEqual({
      kind: 'read',
      read: {
        repository: 'https://github.com/new/app',
        commit: sha,
        lastActivity: '2026-11-01T10:00:00.000Z',
        licence: 'MIT',
        archived: true,
        files: [
          { path: 'package.json', text: '{"dependencies":{"next":"16"}}' },
          { path: 'web/[slug]/package.json', text: '{}' },
          { path: 'examples/a/package.json', text: undefined },
          { path: 'README.md', text: undefined },
        ],
        left: undefined,
      },
    })
    // Only the API gets the token.
    for (const { url, authorization } of asked)
      expect(authorization).toBe(url.startsWith(api) ? 'Bearer secret' : undefined)
    expect(asked).toHaveLength(5)
  })

  it('with a missing file says so in `left`', async () => {
    const { [`${raw}/package.json`]: _, ...rest } = answers
    const outcome = await readGitHub(host(rest).fetch, 'old/app', undefined)
    expect(outcome).toMatchObject({ read: { left: '1 manifests were not read.' } })
  })

  it('that is gone, refused, cut or invalid is not read as one without tools', async () => {
    const first = `${api}/old/app`
    const clock = () => new Date('2026-11-21T23:50:00Z')
    const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1795305600' }
    const busy = { name: 'api.github.com', seconds: null }
    const cases: [Fetched, string, RegExp, object?][] = [
      [answered(first, 404, ''), 'gone', /is not there \(404\)/],
      [
        answered(first, 403, '', reset),
        'busy',
        /no more questions until 2026-11-22T.*GITHUB_TOKEN/,
        { ...busy, seconds: 600 },
      ],
      [answered(first, 500, ''), 'busy', /answers 500/, busy],
      [answered(first, 200, '<html>'), 'failed', /something else/],
      [{ ...answered(first, 200, '{'), isCut: true } as Fetched, 'failed', /more than can be read/],
      [{ kind: 'failed', reason: 'It is silent.' }, 'busy', /silent/, busy],
      [{ kind: 'refused', reason: 'Not there.' }, 'failed', /Not there/],
    ]
    for (const [answer, kind, reason, busyHost] of cases) {
      const { fetch } = host({ [first]: answer })
      expect(await readGitHub(fetch, 'old/app', undefined, clock)).toEqual({
        kind,
        reason: expect.stringMatching(reason) as string,
        host: busyHost,
      })
    }
  })
})

it.each([
  ['https://github.com/acme/app', 'acme/app'],
  ['https://github.com/acme/app.git', 'acme/app'],
  ['https://www.github.com/acme/app.js/tree/main', 'acme/app.js'],
  ['https://github.com/acme', undefined],
  ['https://gitlab.com/acme/app', undefined],
  ['acme/app', undefined],
])('%s is %s there', (url, name) => expect(gitHubName(url)).toBe(name))
