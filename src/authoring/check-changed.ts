// Checks the content of a pull request as data: its files are read from git and written into a
// temporary copy of this checkout's content. No code, setting or script of the pull request is run,
// so a workflow with rights may run it on a stranger's commit.
import { cp, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type CheckedFile, contentFile } from '#content-files/check-file.ts'
import type { Command } from './arguments.ts'
import { checkWithLines } from './check-file.ts'
import type { FileSession } from './file-session.ts'
import { NoCheckout, git } from './git.ts'
import { done, notDone } from './result.ts'

const limits = { files: 200, fileBytes: 512 * 1024, lines: 60, lineLength: 400 } as const

/** The folders whose files say something of listings and tools, besides documentation. */
const folders = ['content', 'public/icons']

export const checkChanged: Command<FileSession> = {
  about: 'check the content that a branch changes, and print what a pull request is told',
  more: `It reads the files from git, as data: nothing of the branch is run. It prints Markdown. A branch that
changes more than content/ and public/icons/ is left to CI.`,
  takes: '<base> <head>',
  run: async (session, [base = '', head = '']) => {
    const { root } = session
    try {
      const changed = await readChanged(root, base, head)
      const others = changed.filter(({ file }) => !isContent(file))
      if (others.length > 0) {
        const sentence = `${others.length} of ${changed.length} changed files are no content.`
        return done(session, { outcome: 'not_content_alone', markdown: null }, sentence)
      }
      const files = await checkAll(session, changed)
      const markdown = markdownOf(files)
      const isGood = files.every(({ problems }) => problems.length === 0)
      return (isGood ? done : notDone)(session, { outcome: 'checked', files, markdown }, markdown)
    } catch (error) {
      if (!(error instanceof NoCheckout)) throw error
      return notDone(session, { outcome: 'not_read', reason: error.message }, error.message)
    }
  },
}

interface Changed {
  file: string
  /** The git object of a plain file that was added or changed; undefined for any other change. */
  blob: string | undefined
}

async function readChanged(root: string, base: string, head: string): Promise<Changed[]> {
  const args = ['diff', '--raw', '--no-abbrev', '--no-renames', '-z', '--end-of-options']
  const parts = (await git(root, [...args, `${base}...${head}`])).toString().split('\0')
  const changed = parts.flatMap((part, at) => {
    const [, mode, blob] = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) \w/.exec(part) ?? []
    const file = parts[at + 1]
    if (mode === undefined || file === undefined) return []
    // A link could lead out of the folder: only plain files are read.
    return [{ file, blob: mode.startsWith('100') ? blob : undefined }]
  })
  if (changed.length > limits.files)
    throw new NoCheckout(`More than ${limits.files} files are changed.`)
  return changed
}

const isContent = (file: string) =>
  path.posix.normalize(file) === file &&
  folders.some((folder) => file.startsWith(`${folder}/`)) &&
  !/^content\/(?:docs|spec|decisions)\//.test(file)

async function checkAll(
  { root, now, verifier }: FileSession,
  changed: readonly Changed[],
): Promise<CheckedFile[]> {
  const copy = await mkdtemp(path.join(os.tmpdir(), 'proofstack-changed-'))
  try {
    for (const folder of folders)
      await cp(path.join(root, folder), path.join(copy, folder), { recursive: true }).catch(
        ignoreMissing,
      )
    const tooLarge: CheckedFile[] = []
    for (const { file, blob } of changed) {
      const target = path.join(copy, file)
      await rm(target, { force: true })
      if (blob === undefined) continue
      const size = Number((await git(root, ['cat-file', '-s', blob])).toString())
      if (size > limits.fileBytes) {
        tooLarge.push({ file, problems: [`${file}: has ${size} bytes`], stamps: {} })
        continue
      }
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(target, await git(root, ['cat-file', 'blob', blob]))
    }
    const editor = { now: now(), by: verifier }
    const files = changed.flatMap(({ file, blob }) =>
      blob === undefined ? [] : (contentFile(copy, path.join(copy, file)) ?? []),
    )
    const checked: CheckedFile[] = []
    for (const file of files) {
      const one = await checkWithLines(copy, file, editor)
      const [before, after] = await Promise.all([commitDay(root, file), commitDay(copy, file)])
      const isBack = before !== undefined && after !== undefined && after < before
      const back = `${file}: source.committed_on: it goes back in time, from ${before} to ${after}`
      checked.push(isBack ? { ...one, problems: [...one.problems, back] } : one)
    }
    // Problems of other files, such as proofs, name them by their way to the copy.
    const way = `${path.relative(process.cwd(), copy)}/`
    return [...tooLarge, ...checked].map(({ problems, ...rest }) => ({
      ...rest,
      problems: problems.map((problem) => problem.replaceAll(way, '')),
    }))
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** The day of the commit at which a listing was read. */
async function commitDay(root: string, file: string): Promise<string | undefined> {
  const text = await readFile(path.join(root, file), 'utf8').catch(() => '')
  return /^source:[^]*?\bcommitted_on: *["']?(\d{4}-\d\d-\d\d)/m.exec(text)?.[1]
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/**
 * The comment for a pull request. Everything that the pull request wrote stands in one fenced block,
 * which is longer than any row of its marks: nothing there is markup, a link or a mention.
 */
export function markdownOf(files: readonly Pick<CheckedFile, 'file' | 'problems'>[]): string {
  const lines = files.flatMap(({ file, problems }) =>
    problems.length === 0 ? [`${file}: is good`] : problems,
  )
  const shown = lines
    .slice(0, limits.lines)
    .map((line) => line.replace(/\s+/g, ' ').slice(0, limits.lineLength))
  const rows = shown.join('\n').match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...rows.map((row) => row.length + 1)))
  const count = files.reduce((sum, { problems }) => sum + problems.length, 0)
  const more = lines.length - shown.length
  return [
    '**What `check-file` says**',
    files.length === 0
      ? 'No file of a listing or a tool is added or changed.'
      : count === 0
        ? 'Every file of a listing or a tool is good by itself. An editor reads the sources next, and stamps what is approved; until then the check `content` says that it waits for a stamp.'
        : `To mend: ${count}. Each line names the file, its line and the field.`,
    ...(files.length === 0 ? [] : [[`${fence}text`, ...shown, fence].join('\n')]),
    ...(more > 0 ? [`${more} more lines are not shown.`] : []),
    'The same on your machine: `npm run editor -- check-file <file>`. What each field means is in `content/docs/contribute.md`.',
  ].join('\n\n')
}
