import { ApiError } from '#contract/errors.ts'
import { listChangelog } from '#contract/operations/list-changelog.ts'
import { changeCursor, cursorTimestamp, presentChange } from '#core/change.ts'
import { timestamp } from '#core/present.ts'
import { listChanges } from '#db/changelog.ts'
import { type Handler, endpoint, serve } from '#http/serve.ts'
import { database, edge, to } from '../src/composition.ts'

/** GET /changelog */
const answer: Handler<typeof listChangelog> = async ({ query }) => {
  const { limit, order, cursor } = query
  const since = query.since === undefined ? null : timestamp(query.since)
  const after = cursor === undefined ? null : cursorTimestamp(cursor)
  if (after === undefined) {
    const message = 'is not a next_cursor of this changelog'
    throw new ApiError('invalid_request', `cursor ${message}.`, {
      details: [{ path: 'cursor', message }],
    })
  }
  const page = await listChanges(database(), { since, after, order, limit })
  const items = page.items.slice(0, limit).map((item) => presentChange(item, to))
  const has_more = page.items.length > limit
  const last = items.at(-1)?.timestamp
  return {
    status: 200,
    body: {
      items,
      total: page.total,
      limit,
      since,
      // Spec: "use `latest_timestamp` as the next `since`". With nothing newer it echoes `since`.
      latest_timestamp: page.latest === null ? since : timestamp(page.latest),
      next_cursor: nextCursor({ order, has_more, last, before: cursor ?? null, since }),
      has_more,
    },
  }
}

export const changelogEndpoint = endpoint(listChangelog, answer)
export const ALL = serve(changelogEndpoint, edge)

// Upwards there is always a next page to wait for: it begins after the last item that was seen.
function nextCursor(page: {
  order: 'asc' | 'desc'
  has_more: boolean
  last: string | undefined
  before: string | null
  since: string | null
}): string | null {
  if (page.order === 'desc') return page.has_more && page.last ? changeCursor(page.last) : null
  return page.last
    ? changeCursor(page.last)
    : (page.before ?? changeCursor(page.since ?? new Date(0)))
}
