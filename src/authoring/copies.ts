// Copies of repositories in one folder, and the commit of each that is read.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { gitHubName } from '#proof/repositories/read-github.ts'
import { NoCheckout, git } from './git.ts'

/** The copy of a repository: the folder `<owner>+<name>`, or the only folder in it. */
export async function copyOf(folder: string, repository: string): Promise<string | undefined> {
  const name = gitHubName(repository)?.replace('/', '+').toLowerCase()
  const found = (await readdir(folder)).find((each) => each.toLowerCase() === name)
  if (found === undefined) return undefined
  const copy = path.join(folder, found)
  const isGit = ['.git', 'HEAD'].some((part) => existsSync(path.join(copy, part)))
  const [inner, more] = isGit ? [] : await readdir(copy)
  return inner === undefined || more !== undefined ? copy : path.join(copy, inner)
}

/**
 * The commit of a copy to read: its newest, or the one of `before` where the copy holds nothing
 * newer. Throws `NoCheckout` for a copy that is older than what was read, or not whole.
 */
export async function commitToRead(
  copy: string,
  before: readonly string[],
  readOn: string | null,
): Promise<{ commit: string; on: string; isNewer: boolean }> {
  const isPart = (await git(copy, ['rev-parse', '--is-shallow-repository'])).toString().trim()
  if (isPart !== 'false')
    throw new NoCheckout(`${copy} holds a part of the history; copy it whole.`)
  const newest = await momentOf(copy, 'HEAD')
  const known = []
  for (const commit of before) {
    const moment = await momentOf(copy, commit).catch(() => undefined)
    if (moment) known.push(moment)
  }
  const last = known.reduce((one, other) => (one && one.at >= other.at ? one : other), known[0])
  if (last ? last.at >= newest.at : false) return { ...dayOf(last!), isNewer: false }
  if (!last && readOn !== null && dayOf(newest).on <= readOn)
    throw new NoCheckout(`${copy} is not newer than ${readOn}, when the listing was read.`)
  return { ...dayOf(newest), isNewer: true }
}

async function momentOf(copy: string, commit: string) {
  const format = ['-s', '--format=%H %ct', '--end-of-options']
  const shown = (await git(copy, ['show', ...format, `${commit}^{commit}`])).toString()
  const [hash = '', at = ''] = shown.trim().split(' ')
  return { commit: hash, at: Number(at) }
}

const dayOf = ({ commit, at }: { commit: string; at: number }) => ({
  commit,
  on: new Date(at * 1000).toISOString().slice(0, 10),
})
