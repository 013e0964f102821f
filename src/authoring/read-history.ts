import { folderOf, isBeside } from '#proof/folders.ts'
import type { ManifestChange } from '#proof/history.ts'
import { languageOf } from '#proof/languages.ts'
import { isManifest } from '#proof/manifests/manifest-kind.ts'
import { NoCheckout, git, gitParts, readBlobs } from './git.ts'

/** How many versions of manifests are read at once, and at most. */
const atOnce = 1_000
const mostVersions = 200_000

interface Commit {
  commit: string
  at: Date
  /** Changed manifests with the id of their new version; undefined if it was removed. */
  files: { path: string; id: string | undefined }[]
  /** The first source files of languages. */
  sources: { tool: string; path: string }[]
}

/** When the first commit of the main line was made, which may begin anew, or the oldest tag. */
export async function firstCommit(folder: string, commit: string): Promise<Date> {
  const roots = await git(folder, ['rev-list', '--first-parent', '--max-parents=0', commit])
  const [root = ''] = roots.toString().split('\n')
  const first = new Date(
    (await git(folder, ['show', '-s', '--format=%cI', root])).toString().trim(),
  )
  const oldest = [
    '--sort=creatordate',
    '--count=1',
    '--format=%(creatordate:iso-strict) %(refname)',
  ]
  const tags = ['refs/tags/[0-9]*', 'refs/tags/v[0-9]*']
  const found = (await git(folder, ['for-each-ref', ...oldest, ...tags])).toString().trim()
  const [at = '', tag = ''] = found.split(' ')
  if (tag === '' || new Date(at) >= first) return first
  // Tags of a foreign repository that was taken in are on no branch.
  const branches = ['for-each-ref', '--count=1', '--contains', tag, 'refs/heads', 'refs/remotes']
  return (await git(folder, branches)).length > 0 ? new Date(at) : first
}

/**
 * Reads every change of manifests on the main line that leads to a commit, and the first source file
 * of each language, oldest first. Merges count as one commit, when they reach the main line.
 * Examples, tests and docs are left out.
 */
export async function* manifestChanges(
  folder: string,
  commit: string,
): AsyncGenerator<Required<ManifestChange>> {
  let waiting: Commit[] = []
  let count = 0
  let versions = 0
  for await (const one of commitsOf(folder, commit)) {
    waiting.push(one)
    count += one.files.length
    versions += one.files.length
    if (versions > mostVersions) throw new NoCheckout(`${folder} has too long a history.`)
    if (count < atOnce) continue
    yield* withTexts(folder, waiting)
    waiting = []
    count = 0
  }
  yield* withTexts(folder, waiting)
}

async function* withTexts(folder: string, commits: readonly Commit[]) {
  const ids = commits.flatMap(({ files }) => files.flatMap(({ id }) => id ?? []))
  const texts = await readBlobs(folder, [...new Set(ids)])
  for (const { files, ...commit } of commits)
    yield {
      ...commit,
      files: files.map(({ path, id }) => ({ path, text: id && texts.get(id) })),
    }
}

/** The commits of the main line that change manifests, oldest first. */
async function* commitsOf(folder: string, commit: string): AsyncGenerator<Commit> {
  const format = '--format=commit %H %cI'
  const args = ['log', '--reverse', '--first-parent', '--diff-merges=first-parent', '--root']
  const raw = ['--raw', '--no-renames', '--no-abbrev', '-z', format, commit]
  const languages = new Set<string>()
  let current: Commit | undefined
  let entry: string | undefined
  for await (const text of fieldsOf(gitParts(folder, [...args, ...raw]))) {
    const field = text.replace(/^\n/, '')
    const [, hash, at] = /^commit ([0-9a-f]{40}) (\S+)$/.exec(field) ?? []
    if (hash !== undefined) {
      if (current && saysSomething(current)) yield current
      current = { commit: hash, at: new Date(at!), files: [], sources: [] }
    } else if (entry === undefined) entry = field
    else {
      // `:<old mode> <new mode> <old id> <new id> <status>`, then the path.
      const id = entry.split(' ')[3]!
      const tool = languageOf(field)
      if (folderOf(field) === 'aside') {
        // Examples, tests and docs say nothing of the product.
      } else if (isManifest(field))
        current?.files.push({ path: field, id: /^0+$/.test(id) ? undefined : id })
      else if (tool !== undefined && !languages.has(tool) && !isBeside(field)) {
        languages.add(tool)
        current?.sources.push({ tool, path: field })
      }
      entry = undefined
    }
  }
  if (current && saysSomething(current)) yield current
}

const saysSomething = ({ files, sources }: Commit) => files.length + sources.length > 0

/** The fields of output that NUL characters separate. */
async function* fieldsOf(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of parts) {
    const all = Buffer.concat([rest, part])
    let from = 0
    for (let end = all.indexOf(0); end !== -1; end = all.indexOf(0, from)) {
      if (end > from) yield all.toString('utf8', from, end)
      from = end + 1
    }
    rest = all.subarray(from)
  }
  if (rest.length > 0) yield rest.toString()
}
