import { cleanText } from '#contract/text.ts'
import { recordAction } from '#db/queries/audit.ts'
import { lockListing } from '#db/queries/decisions.ts'
import type { Command } from './session.ts'
import { done, refused } from './tell.ts'

/** The most characters of a note. */
const mostLetters = 500

export const note: Command = {
  about: 'leave a remark in its history for other editors, and decide nothing',
  words: ['slug', 'text'],
  options: ['as'],
  check: ([, text = '']) => {
    const { length } = cleanText(text)
    return length > 0 && length <= mostLetters
      ? undefined
      : `A note has 1 to ${mostLetters} characters.`
  },
  run: async (session, [slug = '', text = '']) => {
    const { backend, actor } = session
    const isKnown = await backend.db.transaction().execute(async (trx) => {
      const listing = await lockListing(trx, slug)
      if (!listing) return false
      const detail = { note: cleanText(text) }
      await recordAction(trx, { actor, action: 'note', product_id: listing.id, detail })
      return true
    })
    if (!isKnown) return refused(session, { outcome: 'unknown', slug })
    return done(session, { outcome: 'noted', slug }, `The history of ${slug} has the note.`)
  },
}
