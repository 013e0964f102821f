import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { checkFile } from '#content-files/check-file.ts'
import { stamped } from '#content-files/listing-stamps.ts'
import type { Command } from './arguments.ts'
import type { FileSession } from './file-session.ts'
import { done, notDone } from './result.ts'

export const stamp: Command<FileSession> = {
  about: 'write into a listing’s file when it was approved and its claim reviewed',
  more: `It writes approved_at, and for a claim that was decided on claim_reviewed_at and who verified it, where
the file has none: nobody writes times by hand. A file with a mistake is not stamped. When a claim is
reviewed again, take its claim_reviewed_at out and stamp the file anew.`,
  takes: '<slug>',
  options: ['as'],
  run: async (session, [slug = '']) => {
    const { root, now, verifier } = session
    const file = `content/listings/${slug}.yaml`
    const at = path.join(root, file)
    const refuse = (problems: readonly string[], text = [...problems, 'Not stamped.'].join('\n')) =>
      notDone(session, { outcome: 'refused', slug, problems }, text)
    const editor = { now: now(), by: verifier }
    const { problems, stamps } = await checkFile(root, file, editor)
    if (problems.length > 0) return refuse(problems)
    const fields = Object.keys(stamps)
    if (fields.length === 0)
      return done(session, { outcome: 'unchanged', slug }, `${file} has its stamps already.`)
    const text = stamped(await readFile(at, 'utf8'), stamps)
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
