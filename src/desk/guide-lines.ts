import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** What the review guide says in short of a kind or a use case, by its word. */
export type Guide = Readonly<Record<string, string>>

/** What a screen has room for beside a word. */
const mostLetters = 110

/**
 * What the tables of the review guide say in short of each word: the first sentence beside it, and
 * of a long one the part before its colon.
 */
export async function readGuideLines(root: string): Promise<Guide> {
  const markdown = await readFile(path.join(root, 'content', 'docs', 'review.md'), 'utf8')
  const rows = markdown.matchAll(/^\| `(\w+)` \| ([^|]+?) \|/gm)
  return Object.fromEntries(
    [...rows].map(([, word = '', meaning = '']) => {
      const [sentence = ''] = meaning.split(/\.(?: |$)/)
      return [word, sentence.length > mostLetters ? sentence.split(':')[0]! : sentence]
    }),
  )
}
