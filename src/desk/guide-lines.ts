import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** A short explanation of each kind and use case, by its value. */
export type Guide = Readonly<Record<string, string>>

/** The most characters that fit on a line of the screen. */
const mostLetters = 110

/**
 * The explanation of each word, from the tables of the review guide: its first sentence, or if that
 * is too long, the part before the colon.
 */
export async function readGuideLines(root: string): Promise<Guide> {
  const markdown = await readFile(path.join(root, 'content', 'docs', 'review.md'), 'utf8')
  return guideLines(markdown)
}

/** Like `readGuideLines`, for the Markdown of the guide. */
export function guideLines(markdown: string): Guide {
  const rows = markdown.matchAll(/^\| `(\w+)` \| ([^|]+?) \|/gm)
  return Object.fromEntries(
    [...rows].map(([, word = '', meaning = '']) => {
      const [sentence = ''] = meaning.split(/\.(?: |$)/)
      return [word, sentence.length > mostLetters ? sentence.split(':')[0]! : sentence]
    }),
  )
}
