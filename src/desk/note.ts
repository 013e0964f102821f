import { cleanText } from '#contract/text.ts'
import { lockListing } from '#db/queries/decisions.ts'
import { recorded } from './recorded.ts'
import type { Command } from './session.ts'
import { done, refused } from './tell.ts'

/** The most characters of a note. */
const mostLetters = 500

export const note: Command = {
  about: 'leave a remark in its history for other editors, and decide nothing',
  takes: '<slug> <text>',
  options: ['as'],
  check: ([, text = '']) => {
    const { length } = cleanText(text)
    return length > 0 && length <= mostLetters
      ? undefined
      : `A note has 1 to ${mostLetters} characters.`
  },
  run: async (session, [slug = '', text = '']) => {
    const entry = { action: 'note', detail: { note: cleanText(text) } }
    const isKnown = await recorded(session, entry, async (trx) => {
      const listing = await lockListing(trx, slug)
      return listing !== undefined && { product_id: listing.id }
    })
    if (!isKnown) return refused(session, { outcome: 'unknown', slug })
    return done(session, { outcome: 'noted', slug }, `The history of ${slug} has the note.`)
  },
}
