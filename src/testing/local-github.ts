import { createHash } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { localSite, never } from './local-site.ts'

/** A repository of the local GitHub, at its newest commit. */
interface Mirrored {
  commit: string
  files: Record<string, string>
  archived?: boolean
  licence?: string
  id?: number
  /** The repository's new owner and name, if it was moved. */
  movedTo?: string
}

/**
 * A local copy of GitHub's servers for one test, with a guarded fetch that calls it. The test may
 * change `repositories` between requests. `instead` maps a host and path to another handler, for a
 * server that limits requests, lies or stalls.
 */
export async function localGitHub(repositories: Record<string, Mirrored>) {
  const instead = new Map<string, RequestListener>()
  const answers: string[] = []
  let deadline = never
  const site = await localSite(
    (request, response) => {
      const host = String(request.headers.host).replace(/:\d+$/, '')
      const address = `${host}${request.url}`
      response.on('finish', () => {
        answers.push(`${request.method} ${address} ${response.statusCode}`)
      })
      const other = instead.get(address)
      if (other) return other(request, response)
      return host === 'api.github.com'
        ? answerApi(repositories, String(request.url), site.port, request.headers, response)
        : answerRaw(repositories, String(request.url), response)
    },
    () => deadline(),
  )
  const fetch: GuardedFetch = (url, request) =>
    site.fetch(url.replace(/^https:\/\/([^/]+)/, `http://$1:${site.port}`), request)
  /** Makes requests to a URL wait forever; their deadline ends as soon as the request arrives. */
  const stall = (address: string) => {
    const over = new AbortController()
    deadline = () => over.signal
    instead.set(address, () => over.abort())
  }
  /** The requests since the last call, each with the status of its response. */
  const asked = () => answers.splice(0)
  return { fetch, asked, instead, stall }
}

function answerApi(
  repositories: Record<string, Mirrored>,
  path: string,
  port: number,
  headers: { 'if-none-match'?: string | undefined },
  response: ServerResponse,
): void {
  const [, name = '', rest = ''] = /^\/(?:repos|moved)\/([^/]+\/[^/]+)(.*)$/.exec(path) ?? []
  const repository = repositories[name]
  if (!repository) return json(response, headers, 404, { message: 'Not Found' })
  const { commit, files, archived = false, licence = 'MIT', id, movedTo } = repository
  if (movedTo !== undefined) {
    const location = `http://api.github.com:${port}/moved/${movedTo}${rest}`
    response.writeHead(301, { location }).end()
    return
  }
  const tree = Object.entries(files).map(([file, { length }]) => ({
    path: file,
    type: 'blob',
    size: length,
  }))
  const answers: Record<string, unknown> = {
    '': {
      id,
      html_url: `https://github.com/${name}`,
      default_branch: 'main',
      archived,
      license: { spdx_id: licence },
    },
    '/commits/main': { sha: commit, commit: { committer: { date: '2026-11-20T10:00:00Z' } } },
    [`/git/trees/${commit}?recursive=1`]: { truncated: false, tree },
  }
  const body = answers[rest]
  json(response, headers, body === undefined ? 404 : 200, body ?? { message: 'Not Found' })
}

function json(
  response: ServerResponse,
  { 'if-none-match': known }: { 'if-none-match'?: string | undefined },
  status: number,
  value: unknown,
): void {
  const body = JSON.stringify(value)
  const etag = `W/"${createHash('sha256').update(body).digest('hex')}"`
  if (status === 200 && known === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', etag }).end(body)
}

function answerRaw(
  repositories: Record<string, Mirrored>,
  path: string,
  response: ServerResponse,
): void {
  const [, owner = '', repo = '', commit, ...file] = path.split('/').map(decodeURIComponent)
  const repository = repositories[`${owner}/${repo}`]
  const text = commit === repository?.commit ? repository?.files[file.join('/')] : undefined
  response.writeHead(text === undefined ? 404 : 200, {
    'content-type': 'text/plain; charset=utf-8',
  })
  response.end(text ?? '404: Not Found')
}
