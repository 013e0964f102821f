import { findForReview } from '../../src/db/review-queue.ts'
import type { Command } from './arguments.ts'
import { refused } from './tell.ts'

const margin = 24

export const show: Command = {
  about: 'all that is known of one',
  words: ['slug'],
  options: [],
  run: async (session, [slug = '']) => {
    const listing = await findForReview(session.door.db, slug)
    if (!listing) return refused(session, { outcome: 'unknown', slug })
    session.print(listing, fieldLines(listing))
    return 0
  },
}

/**
 * One field a line. What owners write is escaped and its further lines are set in behind a bar: no
 * text can look like a field (P7 of the review).
 */
export function fieldLines(listing: object): string {
  return Object.entries(listing)
    .flatMap(([field, value]: [string, unknown]) => {
      if (value === null || (Array.isArray(value) && value.length === 0)) return []
      const text =
        value instanceof Date
          ? value.toISOString()
          : typeof value === 'object'
            ? JSON.stringify(value)
            : String(value)
      const [first = '', ...others] = text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map(visible)
      const setIn = others.map((line) => `${' '.repeat(margin)} | ${line}`)
      return [`${field.padEnd(margin)} ${first}`, ...setIn]
    })
    .join('\n')
}

/** Text without a line break that would end its line, and without what a terminal would obey. */
export function onOneLine(text: string): string {
  return visible(text.replace(/\s+/g, ' '))
}

function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
}
