import { isSource } from '#proof/host-names.ts'
import { isManifest } from '#proof/manifests/manifest-kind.ts'
import { type RepositoryRead, licenceFile, licenceOf } from '#proof/repositories/repository-read.ts'
import { NoCheckout, git, readBlobs } from './git.ts'

/** Larger files are skipped: nobody writes such a large manifest by hand. */
const mostBytes = 2 * 1024 * 1024

/**
 * Reads one commit of a checkout or bare repository from git's object store. Uncommitted changes
 * are ignored, and no hook or program of the repository is run.
 */
export async function readCheckout(
  folder: string,
  {
    repository,
    commit: wanted = 'HEAD',
    hosts = [],
  }: { repository: string; commit?: string | undefined; hosts?: readonly string[] },
): Promise<RepositoryRead> {
  const last = await git(folder, ['log', '-1', '--format=%H %cI', '--end-of-options', wanted])
  const [commit = '', lastActivity = ''] = last.toString().trim().split(' ')
  if (!/^[0-9a-f]{40}$/.test(commit)) throw new NoCheckout(`${folder} has no commit ${wanted}.`)
  const listed = await git(folder, ['ls-tree', '-r', '-l', '-z', commit])
  const entries = partsOf(listed).flatMap((line) => {
    const [, type, id, size, path] = /^\d+ (\w+) ([0-9a-f]+) +(\d+|-)\t([^]*)$/.exec(line) ?? []
    return type === 'blob' && id && path ? [{ id, size: Number(size), path }] : []
  })
  const callers = new Set(await filesWithHosts(folder, commit, hosts))
  const isRead = (path: string) => isManifest(path) || callers.has(path)
  const blobs = entries.filter(
    ({ path, size }) => (isRead(path) || licenceFile.test(path)) && size <= mostBytes,
  )
  const texts = await readBlobs(
    folder,
    blobs.map(({ id }) => id),
  )
  const licence = entries.find(({ path }) => licenceFile.test(path))?.id
  return {
    repository,
    commit,
    lastActivity: new Date(lastActivity).toISOString(),
    licence: licence === undefined ? null : licenceOf(texts.get(licence) ?? ''),
    archived: null,
    files: entries.map(({ path, id }) => ({
      path,
      text: isRead(path) ? texts.get(id) : undefined,
    })),
    left: undefined,
  }
}

/** The source files of a commit that contain one of the hostnames. */
async function filesWithHosts(
  folder: string,
  commit: string,
  hosts: readonly string[],
): Promise<string[]> {
  if (hosts.length === 0) return []
  const names = hosts.flatMap((host) => ['-e', host.replace('*', '')])
  const args = ['grep', '-l', '-z', '-I', '-F', ...names, commit]
  const found = await git(folder, args, { mayFail: true })
  // `git grep` prints `<commit>:<path>`.
  return partsOf(found)
    .map((line) => line.slice(line.indexOf(':') + 1))
    .filter(isSource)
}

function partsOf(output: Buffer): string[] {
  return output.toString().split('\0').filter(Boolean)
}
