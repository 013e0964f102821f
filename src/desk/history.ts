import { hasListing, listHistory } from '#db/history.ts'
import type { Command } from './arguments.ts'
import { entryLine } from './listing-lines.ts'
import { refused } from './tell.ts'

export const history: Command = {
  about: 'who did what, the newest first: to one listing, or to all',
  optional: 'slug',
  options: ['limit'],
  run: async (session, [slug]) => {
    const { backend, values, print } = session
    if (slug !== undefined && !(await hasListing(backend.db, slug)))
      return refused(session, { outcome: 'unknown', slug })
    const entries = await listHistory(backend.db, {
      ...(slug === undefined ? {} : { slug }),
      limit: Number(values.limit ?? 20),
    })
    print({ entries }, entries.map(entryLine).join('\n') || 'Nothing was done yet.')
    return 0
  },
}
