import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { checkFile } from '../../src/content-files/check-file.ts'
import { stamped } from '../../src/content-files/listing-stamps.ts'
import type { Command } from './arguments.ts'
import type { FileSession } from './file-session.ts'

export const stamp: Command<FileSession> = {
  about: 'write into a listing’s file when it was approved and its claim reviewed',
  more: `It writes approved_at, and for a claim that was decided on claim_reviewed_at and who verified it, where
the file has none: nobody writes times by hand. A file with a mistake is not stamped. When a claim is
reviewed again, take its claim_reviewed_at out and stamp the file anew.`,
  words: ['slug'],
  options: ['as'],
  run: async ({ root, now, verifier, print }, [slug = '']) => {
    const file = `content/listings/${slug}.yaml`
    const looking = { now: now(), by: verifier }
    const { problems, stamps } = await checkFile(root, file, looking)
    if (problems.length > 0) {
      print({ outcome: 'refused', slug, problems }, [...problems, 'Not stamped.'].join('\n'))
      return 1
    }
    const fields = Object.keys(stamps)
    if (fields.length === 0) {
      print({ outcome: 'unchanged', slug }, `${file} has its stamps already.`)
      return 0
    }
    const text = stamped(await readFile(path.join(root, file), 'utf8'), stamps)
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
