import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isSource } from '#proof/host-names.ts'
import { isManifest } from '#proof/manifests/manifest-kind.ts'
import { type RepositoryRead, licenceFile, licenceOf } from '#proof/repositories/repository-read.ts'

/** Thrown when a folder cannot be read as a repository. The message says why. */
export class NoCheckout extends Error {}

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
  const texts = await readBlobs(folder, blobs)
  const licence = entries.find(({ path }) => licenceFile.test(path))?.path
  return {
    repository,
    commit,
    lastActivity: new Date(lastActivity).toISOString(),
    licence: licence === undefined ? null : licenceOf(texts.get(licence) ?? ''),
    archived: null,
    files: entries.map(({ path }) => ({ path, text: isRead(path) ? texts.get(path) : undefined })),
    left: undefined,
  }
}

/** The text of each blob by its path. Blobs that a partial clone lacks are left out. */
async function readBlobs(folder: string, blobs: readonly { id: string; path: string }[]) {
  const texts = new Map<string, string>()
  if (blobs.length === 0) return texts
  const input = blobs.map(({ id }) => `${id}\n`).join('')
  const all = await git(folder, ['cat-file', '--batch'], { input })
  let at = 0
  for (const { path } of blobs) {
    const end = all.indexOf(10, at)
    const [, , size = ''] = all.subarray(at, end).toString().split(' ')
    at = end + 1
    if (!/^\d+$/.test(size)) continue
    texts.set(path, all.subarray(at, at + Number(size)).toString())
    at += Number(size) + 1
  }
  return texts
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

// Disables settings of a stranger's repository that could make git run programs.
const safe = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.directory=*'].flatMap(
  (setting) => ['-c', setting],
)

/** Runs git. With `mayFail`, exit code 1 is no error: `git grep` exits so when nothing matches. */
async function git(
  folder: string,
  args: readonly string[],
  { input = '', mayFail = false } = {},
): Promise<Buffer> {
  const { PATH } = process.env
  const running = promisify(execFile)('git', [...safe, '-C', folder, ...args], {
    encoding: 'buffer',
    maxBuffer: Infinity,
    env: { PATH, GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' },
  })
  // Ignores a broken pipe when git ends before it has read its input: its exit code is the error.
  running.child.stdin?.on('error', () => undefined)
  running.child.stdin?.end(input)
  try {
    return (await running).stdout
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: Buffer; stderr: Buffer }
    if (code === 1 && mayFail) return stdout
    if (typeof code === 'string') throw new NoCheckout('git cannot be started.')
    const [reason = ''] = stderr.toString().trim().split('\n')
    throw new NoCheckout(`${folder} cannot be read as a repository: ${reason}`)
  }
}
