import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The short meaning of each kind and use case. */
export type Guide = Readonly<Record<string, string>>

/** The room on a screen. */
const mostLetters = 110

/** The first sentence beside each word in the review guide; of a long one, the part before its colon. */
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
