import { spawn } from 'node:child_process'
import { isSource } from '#proof/host-names.ts'
import { isManifest } from '#proof/manifests/manifest-kind.ts'
import { type RepositoryRead, licenceFile, licenceOf } from '#proof/repositories/repository-read.ts'

/** A folder that cannot be read as a repository, in a sentence. */
export class NoCheckout extends Error {}

/** As much as a manifest that people write ever is. */
const longest = 2 * 1024 * 1024

/**
 * Reads a checkout or a bare repository at a commit, out of git's own store: what lies beside it in
 * the folder counts for nothing, and nothing of the repository is run.
 */
export async function readCheckout(
  folder: string,
  {
    repository,
    commit: asked = 'HEAD',
    hosts = [],
  }: { repository: string; commit?: string | undefined; hosts?: readonly string[] },
): Promise<RepositoryRead> {
  const said = await git(folder, ['log', '-1', '--format=%H %cI', '--end-of-options', asked])
  const [commit = '', lastActivity = ''] = said.toString().trim().split(' ')
  if (!/^[0-9a-f]{40}$/.test(commit)) throw new NoCheckout(`${folder} has no commit ${asked}.`)
  const listed = await git(folder, ['ls-tree', '-r', '-l', '-z', commit])
  const entries = listed
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, type, id, size, path] = /^\d+ (\w+) ([0-9a-f]+) +(\d+|-)\t([^]*)$/.exec(line) ?? []
      return type === 'blob' && id && path ? [{ id, size: Number(size), path }] : []
    })
  const callers = new Set(await filesWithHosts(folder, commit, hosts))
  const wanted = entries.filter(
    ({ path, size }) =>
      (isManifest(path) || licenceFile.test(path) || callers.has(path)) && size <= longest,
  )
  const texts = await readBlobs(
    folder,
    wanted.map(({ id }) => id),
  )
  const textOf = new Map(wanted.map(({ path }, place) => [path, texts[place]]))
  const licence = entries.map(({ path }) => path).find((path) => licenceFile.test(path))
  return {
    repository,
    commit,
    lastActivity: new Date(lastActivity).toISOString(),
    licence: licence === undefined ? null : licenceOf(textOf.get(licence) ?? ''),
    archived: null,
    files: entries.map(({ path }) => ({
      path,
      text: isManifest(path) || callers.has(path) ? textOf.get(path) : undefined,
    })),
    left: undefined,
  }
}

/** The texts of blobs, in their order; undefined for one that the copy does not have. */
async function readBlobs(folder: string, ids: readonly string[]): Promise<(string | undefined)[]> {
  if (ids.length === 0) return []
  const all = await git(folder, ['cat-file', '--batch'], `${ids.join('\n')}\n`)
  let at = 0
  return ids.map(() => {
    const end = all.indexOf(10, at)
    const [, , size] = all.subarray(at, end).toString().split(' ')
    const isThere = /^\d+$/.test(size ?? '')
    const begin = end + 1
    at = isThere ? begin + Number(size) + 1 : begin
    return isThere ? all.subarray(begin, begin + Number(size)).toString() : undefined
  })
}

/** The code of a commit that names one of these hosts somewhere. */
async function filesWithHosts(
  folder: string,
  commit: string,
  hosts: readonly string[],
): Promise<string[]> {
  if (hosts.length === 0) return []
  const names = hosts.flatMap((host) => ['-e', host.replace('*', '')])
  const found = await git(folder, ['grep', '-l', '-z', '-I', '-F', ...names, commit], '', [0, 1])
  return pathsIn(found).filter(isSource)
}

function pathsIn(found: Buffer): string[] {
  return found
    .toString()
    .split('\0')
    .filter(Boolean)
    .map((line) => line.slice(line.indexOf(':') + 1))
}

// The configuration of a copy is not ours, and may name programs.
const careful = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'safe.directory=*',
]

function git(
  folder: string,
  args: readonly string[],
  input = '',
  good: readonly number[] = [0],
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...careful, '-C', folder, ...args], {
      env: {
        PATH: process.env['PATH'],
        GIT_TERMINAL_PROMPT: '0',
        GIT_NO_LAZY_FETCH: '1',
        LC_ALL: 'C',
      },
    })
    const out: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    child.on('error', () => reject(new NoCheckout('git cannot be started.')))
    child.on('close', (code) => {
      if (good.includes(code ?? -1)) resolve(Buffer.concat(out))
      else {
        const [reason = ''] = Buffer.concat(errors).toString().trim().split('\n')
        reject(new NoCheckout(`${folder} cannot be read as a repository: ${reason}`))
      }
    })
    // git may end before it has read everything; what it says then is told above.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
