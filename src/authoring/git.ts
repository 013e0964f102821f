// Runs git on repositories of strangers: no hook and no program of theirs is run.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { textOf } from '#proof/manifests/plain-text.ts'

/** Thrown when a folder cannot be read as a repository. The message says why. */
export class NoCheckout extends Error {}

/** The text of each blob by its id. Blobs that a partial clone lacks are left out. */
export async function readBlobs(
  folder: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  if (ids.length === 0) return texts
  const input = ids.map((id) => `${id}\n`).join('')
  const all = await git(folder, ['cat-file', '--batch'], { input })
  let at = 0
  for (const id of ids) {
    const end = all.indexOf(10, at)
    const [, , size = ''] = all.subarray(at, end).toString().split(' ')
    at = end + 1
    if (!/^\d+$/.test(size)) continue
    texts.set(id, textOf(all.subarray(at, at + Number(size))))
    at += Number(size) + 1
  }
  return texts
}

// Disables settings of a stranger's repository that could make git run programs.
const safe = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.directory=*'].flatMap(
  (setting) => ['-c', setting],
)

/** The output of git as it comes, in parts. Throws `NoCheckout` at its end if git failed. */
export async function* gitParts(folder: string, args: readonly string[]): AsyncGenerator<Buffer> {
  const running = spawn('git', [...safe, '-C', folder, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: environment(),
  })
  const ended = once(running, 'close')
  for await (const part of running.stdout) yield part as Buffer
  const [code] = (await ended) as [number]
  if (code !== 0) throw new NoCheckout(`${folder} cannot be read as a repository.`)
}

const environment = () => {
  const { PATH } = process.env
  return { PATH, GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' }
}

/** Runs git. With `mayFail`, exit code 1 is no error: `git grep` exits so when nothing matches. */
export async function git(
  folder: string,
  args: readonly string[],
  { input = '', mayFail = false } = {},
): Promise<Buffer> {
  const running = promisify(execFile)('git', [...safe, '-C', folder, ...args], {
    encoding: 'buffer',
    maxBuffer: Infinity,
    env: environment(),
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

/** The name that the user gave git for commits; empty if none. */
export async function gitUserName(folder: string): Promise<string> {
  // With the whole environment: the name is in a file of the home folder.
  const asked = promisify(execFile)('git', ['-C', folder, 'config', 'user.name'])
  return asked.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
}
