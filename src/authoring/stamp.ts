import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { checkFile } from '#content-files/check-file.ts'
import { stamped, withoutRounded } from '#content-files/listing-stamps.ts'
import type { Command } from './arguments.ts'
import type { FileSession } from './file-session.ts'
import { done, notDone } from './result.ts'

export const stamp: Command<FileSession> = {
  about: 'write into a listing’s file when it was approved and its claim reviewed',
  more: `It writes approved_at, and for a claim that was decided on claim_reviewed_at and who verified it, where
the file has none: nobody writes times by hand. A file with a mistake is not stamped. When a claim is
reviewed again, take its claim_reviewed_at out and stamp the file anew. With --from-history the times
are those of git: when the file was added, and when its claim was last changed.`,
  words: ['slug'],
  options: ['as', 'fromHistory'],
  run: async (session, [slug = '']) => {
    const { root, now, verifier, values } = session
    const file = `content/listings/${slug}.yaml`
    const at = path.join(root, file)
    const refuse = (problems: readonly string[], text = [...problems, 'Not stamped.'].join('\n')) =>
      notDone(session, { outcome: 'refused', slug, problems }, text)
    const history = values.fromHistory ? await fileHistory(root, file) : undefined
    if (values.fromHistory && !history) return refuse([`${file}: git has no commit of it.`])
    const editor = { now: now(), by: verifier }
    const undated = history && withoutRounded(await readFile(at, 'utf8'))
    const { problems, stamps } = history
      ? await stampsOf(root, file, undated!, history, verifier)
      : await checkFile(root, file, editor)
    if (problems.length > 0) return refuse(problems)
    const fields = Object.keys(stamps)
    if (fields.length === 0)
      return done(session, { outcome: 'unchanged', slug }, `${file} has its stamps already.`)
    const text = stamped(undated ?? (await readFile(at, 'utf8')), stamps)
    const after = await checkFile(root, file, editor, text)
    // `stamped` replaces only keys at the start of a line; others are still missing here.
    if (after.problems.length > 0 || Object.keys(after.stamps).length > 0) {
      const sentence = `Not stamped: write ${fields.join(' and ')} on a line of its own, or leave it out.`
      return refuse([sentence], sentence)
    }
    await writeFile(at, text)
    const value = { outcome: 'stamped', slug, stamps }
    return done(session, value, `${file}: ${fields.join(', ')} written.`)
  },
}

/**
 * The missing approval and review times of a listing file, from its git history. Approval times
 * must be unique, but git commits have whole seconds: files of one commit get consecutive
 * milliseconds.
 */
async function stampsOf(
  root: string,
  file: string,
  text: string,
  { added, reviewed }: FileHistory,
  by: string,
) {
  for (let later = 0; ; later++) {
    const now = new Date(added.getTime() + later)
    const { problems, stamps } = await checkFile(root, file, { now, by }, text)
    const isTaken =
      'approved_at' in stamps && problems.some((one) => one.startsWith(`${file}: approved_at`))
    if (isTaken && later < 999) continue
    const review = stamps.claim_reviewed_at && { claim_reviewed_at: reviewed.toISOString() }
    return { problems, stamps: { ...stamps, ...review } }
  }
}

/** Commit times of a listing file, to the second. */
interface FileHistory {
  added: Date
  /** When the claim's status or evidence last changed. */
  reviewed: Date
}

const decision = '^claim_(review_status|evidence_summary):'

/**
 * The first commit of a file and the last commit that changed its claim review; undefined without a
 * commit.
 */
async function fileHistory(root: string, file: string): Promise<FileHistory | undefined> {
  const [added, reviewed] = await Promise.all([
    lastCommit(root, '--follow', '--diff-filter=A', '--', file),
    lastCommit(root, '-G', decision, '--', file),
  ])
  return added && { added, reviewed: reviewed ?? added }
}

async function lastCommit(root: string, ...query: string[]): Promise<Date | undefined> {
  try {
    const args = ['-C', root, 'log', '-1', '--format=%cI', ...query]
    const { stdout } = await promisify(execFile)('git', args)
    return stdout.trim() === '' ? undefined : new Date(stdout.trim())
  } catch {
    // Git is not installed, or the folder is not a checkout.
    return undefined
  }
}
