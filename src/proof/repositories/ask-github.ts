import { z } from 'zod'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { NotRead, answerOf } from './not-read.ts'
import type { RepositoryRead } from './repository-read.ts'

/** GitHub's earlier answers by URL, with their ETags for conditional requests (RFC 9110, 8.8.3). */
export type KeptAnswers = Readonly<Record<string, { etag: string; value: unknown }>>

/** Access to GitHub's API. */
export interface GitHub {
  fetch: GuardedFetch
  /** A GitHub token, which raises the rate limit. */
  token: string | undefined
  clock: () => Date
}

/** The hostnames of GitHub's API and of raw files. */
export const gitHubHosts = ['api.github.com', 'raw.githubusercontent.com'] as const

const api = `https://${gitHubHosts[0]}/repos`
const listBytes = 16 * 1024 * 1024

const Repository = z.object({
  // Optional: answers that were kept before it was read have none.
  id: z.int().optional(),
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

/** A repository at its newest commit. `name` is its current owner and name, after any move. */
export type Newest = Omit<RepositoryRead, 'files' | 'left'> & { name: string; archived: boolean }

/** An entry of GitHub's list of files. */
export type Blob = z.infer<typeof Tree>['tree'][number]

/** The owner and name in the URL of a GitHub repository; undefined for other URLs. */
export function gitHubName(url: string): string | undefined {
  const { host, pathname } = URL.parse(url) ?? {}
  const [, name] = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?(?:\/.*)?$/.exec(pathname ?? '') ?? []
  return host === 'github.com' || host === 'www.github.com' ? name : undefined
}

/**
 * Requests the newest commit of the default branch, and GitHub's id of the repository. The result
 * includes the answers to cache for conditional requests.
 */
export async function askNewest(
  gitHub: GitHub,
  name: string,
  kept: KeptAnswers = {},
): Promise<{ newest: Newest; id: string | undefined; kept: KeptAnswers }> {
  const about = await ask(gitHub, `${api}/${name}`, Repository, kept)
  const { id, html_url, default_branch, archived, license } = about.value
  const now = gitHubName(html_url) ?? name
  const url = `${api}/${now}/commits/${encodeURIComponent(default_branch)}`
  const { value, kept: ofCommit } = await ask(gitHub, url, Commit, kept).catch(partOnly)
  const licence = license?.spdx_id ?? null
  const newest = {
    repository: html_url,
    name: now,
    commit: value.sha,
    lastActivity: new Date(value.commit.committer.date).toISOString(),
    licence: licence === 'NOASSERTION' ? null : licence,
    archived,
  }
  return { newest, id: id?.toString(), kept: { ...about.kept, ...ofCommit } }
}

/** GitHub's id of a repository in an earlier answer; undefined if there is none. */
export function keptId(kept: KeptAnswers, name: string | null): string | undefined {
  const url = `${api}/${name}`.toLowerCase()
  const about = Object.keys(kept).find((known) => known.toLowerCase() === url) ?? url
  return Repository.safeParse(kept[about]?.value).data?.id?.toString()
}

/** Requests the list of files at a commit. `isPart`: GitHub has cut a list that was too long. */
export async function askFiles(
  gitHub: GitHub,
  name: string,
  commit: string,
): Promise<{ blobs: Blob[]; isPart: boolean }> {
  const url = `${api}/${name}/git/trees/${commit}?recursive=1`
  const { tree, truncated } = (await ask(gitHub, url, Tree, {}).catch(partOnly)).value
  return { blobs: tree.filter(({ type }) => type === 'blob'), isPart: truncated }
}

/** The URL of a file's raw content at a commit. */
export function rawUrl(name: string, commit: string, path: string): string {
  const file = path.split('/').map(encodeURIComponent).join('/')
  return `https://${gitHubHosts[1]}/${name}/${commit}/${file}`
}

// Turns `gone` into `failed`: a repository without this commit or file list is not gone.
function partOnly(error: unknown): never {
  if (error instanceof NotRead && error.unread.kind === 'gone')
    throw new NotRead({ kind: 'failed', reason: error.message })
  throw error
}

async function ask<T>(
  { fetch, token, clock }: GitHub,
  url: string,
  schema: z.ZodType<T>,
  kept: KeptAnswers,
): Promise<{ value: T; kept: KeptAnswers }> {
  const known = kept[url]
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(known === undefined ? {} : { 'if-none-match': known.etag }),
  }
  const fetched = await fetch(url, { headers, bodyBytes: listBytes })
  const { status, body, headers: sent } = answerOf(fetched, url, clock())
  const isSame = status === 304 && known !== undefined
  try {
    const value = schema.parse(isSame ? known.value : JSON.parse(body))
    const { etag } = isSame ? known : sent
    return { value, kept: etag === undefined ? {} : { [url]: { etag, value } } }
  } catch {
    const reason = `${url} answers something else than GitHub's API does.`
    throw new NotRead({ kind: 'failed', reason })
  }
}
