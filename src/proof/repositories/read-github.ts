import { type Blob, type GitHub, askFiles, askNewest, rawUrl } from './ask-github.ts'
import { folderOf } from '#proof/folders.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { isManifest } from '#proof/manifests/manifest-kind.ts'
import { NotRead, type Unread } from './not-read.ts'
import type { RepositoryFile } from '#proof/prove.ts'
import type { RepositoryRead } from './repository-read.ts'

export { gitHubName } from './ask-github.ts'

const limits = { files: 150, atOnce: 4, fileBytes: 1024 * 1024 }

/**
 * Reads a public repository through GitHub's API and raw files, also after it has moved. `left` is
 * a sentence if the list of files is incomplete or a file could not be read: tools may be missing
 * then.
 */
export async function readGitHub(
  fetch: GuardedFetch,
  name: string,
  token: string | undefined,
  clock = () => new Date(),
): Promise<{ kind: 'read'; read: RepositoryRead } | Unread> {
  const gitHub: GitHub = { fetch, token, clock }
  try {
    const { newest } = await askNewest(gitHub, name)
    const { name: now, ...about } = newest
    return { kind: 'read', read: { ...about, ...(await readFilesAt(gitHub, now, about.commit)) } }
  } catch (error) {
    if (error instanceof NotRead) return error.unread
    throw error
  }
}

/** The files at a commit. Manifests, and files whose path `also` accepts, have their text. */
export async function readFilesAt(
  gitHub: GitHub,
  name: string,
  commit: string,
  also: (path: string) => boolean = () => false,
): Promise<Pick<RepositoryRead, 'files' | 'left'>> {
  const { blobs, isPart } = await askFiles(gitHub, name, commit)
  const wanted = blobs.filter((blob) => isRead(blob) || also(blob.path))
  const texts = await readTexts(gitHub, wanted, (path) => rawUrl(name, commit, path))
  const missing = wanted.length - texts.size
  const left = [
    isPart && 'GitHub lists a part of its files',
    missing > 0 && `${missing} manifests were not read`,
  ].filter(Boolean)
  return {
    files: blobs.map(({ path }): RepositoryFile => ({ path, text: texts.get(path) })),
    left: left.length > 0 ? `${left.join(', and ')}.` : undefined,
  }
}

// Manifests of examples, tests and docs are not read, because they prove nothing.
function isRead({ path, size = 0 }: Blob): boolean {
  return isManifest(path) && folderOf(path) !== 'aside' && size <= limits.fileBytes
}

async function readTexts(
  { fetch }: GitHub,
  blobs: readonly Blob[],
  urlOf: (path: string) => string,
): Promise<Map<string, string>> {
  const paths = blobs
    .map(({ path }) => path)
    .sort((one, other) => one.split('/').length - other.split('/').length || (one < other ? -1 : 1))
  const texts = new Map<string, string>()
  const waiting = paths.slice(0, limits.files).values()
  const work = async () => {
    for (const path of waiting) {
      const fetched = await fetch(urlOf(path), { bodyBytes: limits.fileBytes })
      if (fetched.kind === 'answered' && fetched.status === 200 && !fetched.isCut)
        texts.set(path, fetched.body)
    }
  }
  await Promise.all(Array.from({ length: limits.atOnce }, work))
  return texts
}
