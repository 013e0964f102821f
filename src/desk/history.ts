import { findListing } from '#db/queries/decisions.ts'
import { listHistory } from '#db/queries/history.ts'
import type { Command } from './session.ts'
import { entryLine } from './listing-lines.ts'
import { done, refused } from './tell.ts'

export const history: Command = {
  about: 'who did what, the newest first: to one listing, or to all',
  takes: '[slug]',
  options: ['limit', 'actor', 'since'],
  check: (_, { since }) =>
    since === undefined || isMoment(since)
      ? undefined
      : `--since is a day or a time, such as 2026-12-24 or 2026-12-24T18:00Z, not ${JSON.stringify(since)}.`,
  run: async (session, [slug]) => {
    const { backend, values } = session
    const { actor, since } = values
    const limit = Number(values.limit ?? 20)
    if (slug !== undefined && !(await findListing(backend.db, slug)))
      return refused(session, { outcome: 'unknown', slug })
    // One more than is shown tells that there are more.
    const after = since === undefined ? undefined : new Date(since)
    const found = await listHistory(backend.db, { slug, actor, since: after, limit: limit + 1 })
    const entries = found.slice(0, limit)
    const isCut = found.length > limit
    const isNarrowed = (slug ?? actor ?? since) !== undefined
    const nothing = isNarrowed ? 'Nothing of that was done.' : 'Nothing was done yet.'
    const more = `There is more before these ${limit}: --limit ${limit * 10} shows it.`
    const lines = [...entries.map(entryLine), ...(isCut ? [more] : [])]
    return done(session, { entries, is_cut: isCut }, lines.join('\n') || nothing)
  },
}

function isMoment(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  )
}
