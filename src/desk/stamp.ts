import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { checkFile } from '#content-files/check-file.ts'
import { type Stamps, stamped, withoutRounded } from '#content-files/listing-stamps.ts'
import type { Command } from './arguments.ts'
import { type FileHistory, fileHistory } from './file-history.ts'
import type { FileSession } from './file-session.ts'

export const stamp: Command<FileSession> = {
  about: 'write into a listing’s file when it was approved and its claim reviewed',
  more: `It writes approved_at, and for a claim that was decided on claim_reviewed_at and who verified it, where
the file has none: nobody writes times by hand. A file with a mistake is not stamped. When a claim is
reviewed again, take its claim_reviewed_at out and stamp the file anew. With --from-history the times
are those of git: when the file was added, and when its claim was last changed.`,
  words: ['slug'],
  options: ['as', 'fromHistory'],
  run: async ({ root, now, verifier, values, print }, [slug = '']) => {
    const file = `content/listings/${slug}.yaml`
    const refuse = (problems: readonly string[]) => {
      print({ outcome: 'refused', slug, problems }, [...problems, 'Not stamped.'].join('\n'))
      return 1
    }
    const history = values.fromHistory ? await fileHistory(root, file) : undefined
    if (values.fromHistory && !history) return refuse([`${file}: git has no commit of it.`])
    const looking = { now: now(), by: verifier }
    const written = history && withoutRounded(await readFile(path.join(root, file), 'utf8'))
    const { problems, stamps } = await (history
      ? stampedAt(root, file, written!, history, verifier)
      : checkFile(root, file, looking))
    if (problems.length > 0) return refuse(problems)
    const fields = Object.keys(stamps)
    if (fields.length === 0) {
      print({ outcome: 'unchanged', slug }, `${file} has its stamps already.`)
      return 0
    }
    const text = stamped(written ?? (await readFile(path.join(root, file), 'utf8')), stamps)
    const after = await checkFile(root, file, looking, text)
    // A key that is written in another way than at the beginning of its line.
    if (after.problems.length > 0 || Object.keys(after.stamps).length > 0) {
      const sentence = `Not stamped: write ${fields.join(' and ')} on a line of its own, or leave it out.`
      print({ outcome: 'refused', slug, problems: [sentence] }, sentence)
      return 1
    }
    await writeFile(path.join(root, file), text)
    print({ outcome: 'stamped', slug, stamps }, `${file}: ${fields.join(', ')} written.`)
    return 0
  },
}

/**
 * What a text lacks, by its history. Commits are known to the second, and no two listings have the
 * moment of their approval in common: of several that came together each has a millisecond of its own.
 */
async function stampedAt(
  root: string,
  file: string,
  text: string,
  { added, reviewed }: FileHistory,
  by: string,
): Promise<{ problems: string[]; stamps: Stamps }> {
  for (let later = 0; ; later++) {
    const now = new Date(added.getTime() + later)
    const { problems, stamps } = await checkFile(root, file, { now, by }, text)
    const isTaken =
      'approved_at' in stamps && problems.some((one) => isOf(one, file, 'approved_at'))
    if (isTaken && later < 999) continue
    const { claim_reviewed_at } = stamps
    const review = claim_reviewed_at && { claim_reviewed_at: reviewed.toISOString() }
    return { problems, stamps: { ...stamps, ...review } }
  }
}

function isOf(problem: string, file: string, field: string): boolean {
  return problem.startsWith(`${file}: ${field}`)
}
