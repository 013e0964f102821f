import { z } from 'zod'
import type { Fetched, GuardedFetch } from './guarded-fetch.ts'
import { isManifest } from './manifests/manifest-kind.ts'
import type { RepositoryFile } from './prove.ts'
import type { RepositoryRead } from './repository-read.ts'
import { folderOf } from './folders.ts'

/** What came of asking the host of a repository; the reason is a sentence for an editor. */
export type HostRead =
  | { kind: 'read'; read: RepositoryRead }
  | { kind: 'gone'; reason: string }
  | { kind: 'failed'; reason: string }

const most = { files: 150, atOnce: 4, listBytes: 16 * 1024 * 1024, fileBytes: 1024 * 1024 }

const Repository = z.object({
  html_url: z.url(),
  default_branch: z.string(),
  archived: z.boolean(),
  license: z.object({ spdx_id: z.string().nullable() }).nullable(),
})
const Commit = z.object({
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  commit: z.object({ committer: z.object({ date: z.iso.datetime() }) }),
})
const Tree = z.object({
  truncated: z.boolean(),
  tree: z.array(z.object({ path: z.string(), type: z.string(), size: z.number().optional() })),
})

/** The owner and name of a repository at GitHub; undefined for an address that is none. */
export function gitHubName(url: string): string | undefined {
  const { host, pathname } = URL.parse(url) ?? {}
  const [, name] = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?(?:\/.*)?$/.exec(pathname ?? '') ?? []
  return host === 'github.com' || host === 'www.github.com' ? name : undefined
}

/**
 * Reads a public repository by GitHub's API and its raw files, a few at a time. A repository that
 * moved is followed; a list that is too long for an answer, or a file that does not come, is told
 * in `left` and never taken for one without tools.
 */
export async function readGitHub(
  fetch: GuardedFetch,
  name: string,
  token: string | undefined,
): Promise<HostRead> {
  const api = 'https://api.github.com'
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const ask = async <T>(url: string, schema: z.ZodType<T>): Promise<T> =>
    parse(await fetch(url, { headers, bodyBytes: most.listBytes }), url, schema)
  try {
    const about = await ask(`${api}/repos/${name}`, Repository)
    const now = gitHubName(about.html_url) ?? name
    const branch = encodeURIComponent(about.default_branch)
    const { sha, commit } = await ask(`${api}/repos/${now}/commits/${branch}`, Commit)
    const { tree, truncated } = await ask(`${api}/repos/${now}/git/trees/${sha}?recursive=1`, Tree)
    const blobs = tree.filter(({ type }) => type === 'blob')
    const texts = await readTexts(fetch, `https://raw.githubusercontent.com/${now}/${sha}`, blobs)
    const left = [
      ...(truncated ? ['GitHub lists a part of its files'] : []),
      ...(texts.left > 0 ? [`${texts.left} manifests were not read`] : []),
    ]
    const licence = about.license?.spdx_id ?? null
    return {
      kind: 'read',
      read: {
        repository: about.html_url,
        commit: sha,
        lastActivity: new Date(commit.committer.date).toISOString(),
        licence: licence === 'NOASSERTION' ? null : licence,
        archived: about.archived,
        files: texts.files,
        left: left.length > 0 ? `${left.join(', and ')}.` : undefined,
      },
    }
  } catch (error) {
    if (error instanceof NotRead) return { kind: error.kind, reason: error.message }
    throw error
  }
}

/** What the host did not answer, in a sentence. */
class NotRead extends Error {
  readonly kind: 'gone' | 'failed'
  constructor(kind: 'gone' | 'failed', reason: string) {
    super(reason)
    this.kind = kind
  }
}

function parse<T>(fetched: Fetched, url: string, schema: z.ZodType<T>): T {
  if (fetched.kind !== 'answered') throw new NotRead('failed', fetched.reason)
  const { status, body, isCut, headers } = fetched
  if (status === 404 || status === 451)
    throw new NotRead('gone', `${url} is not there (${status}).`)
  // A limit of the host is no news of the repository.
  if (status === 403 || status === 429) {
    const reset = Number(headers['x-ratelimit-reset'])
    const when = reset > 0 ? ` until ${new Date(reset * 1000).toISOString()}` : ''
    throw new NotRead(
      'failed',
      `GitHub takes no more questions${when}; GITHUB_TOKEN raises its limit.`,
    )
  }
  if (status !== 200) throw new NotRead('failed', `${url} answers ${status}.`)
  if (isCut) throw new NotRead('failed', `${url} answers more than can be read.`)
  try {
    return schema.parse(JSON.parse(body))
  } catch {
    throw new NotRead('failed', `${url} answers something else than GitHub's API does.`)
  }
}

async function readTexts(
  fetch: GuardedFetch,
  root: string,
  blobs: readonly { path: string; size?: number | undefined }[],
): Promise<{ files: RepositoryFile[]; left: number }> {
  const manifests = blobs
    // What lies aside proves nothing, so nobody is asked for it.
    .filter(
      ({ path, size = 0 }) =>
        isManifest(path) && folderOf(path) !== 'aside' && size <= most.fileBytes,
    )
    .map(({ path }) => path)
    .sort((one, other) => one.split('/').length - other.split('/').length || (one < other ? -1 : 1))
  const texts = new Map<string, string>()
  const waiting = manifests.slice(0, most.files).values()
  const work = async () => {
    for (const path of waiting) {
      const url = `${root}/${path.split('/').map(encodeURIComponent).join('/')}`
      const fetched = await fetch(url, { bodyBytes: most.fileBytes })
      if (fetched.kind === 'answered' && fetched.status === 200 && !fetched.isCut)
        texts.set(path, fetched.body)
    }
  }
  await Promise.all(Array.from({ length: most.atOnce }, work))
  const files = blobs.map(({ path }) => ({ path, text: texts.get(path) }))
  return { files, left: manifests.length - texts.size }
}
