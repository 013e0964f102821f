import * as contract from '#contract/operations/list-changelog.ts'
import { changeCursor, cursorTimestamp, presentChangeOrRemoval } from '#present/lists/change.ts'
import { timestamp } from '#present/present.ts'
import { listChanges } from '#db/queries/changelog.ts'
import { handling } from './answer.ts'
import type { ExtraCheck } from './parse-input.ts'

/** GET /changelog: a page of the changelog. */
export const listChangelog = handling(
  contract.listChangelog,
  async ({ query }, service) => {
    const { limit, order, cursor } = query
    const since = query.since === undefined ? null : timestamp(query.since)
    const after = cursor === undefined ? null : cursorTimestamp(cursor)
    if (after === undefined) throw new Error('checkCursor accepted an invalid cursor')
    const removals = query.include === 'removals'
    const page = await listChanges(service.db, { since, after, order, limit, removals })
    const items = page.items
      .slice(0, limit)
      .map((item) => presentChangeOrRemoval(item, service.urls))
    const has_more = page.items.length > limit
    const last = items.at(-1)
    const next = last && changeCursor(last.timestamp)
    const body = {
      items,
      total: page.total,
      limit,
      since,
      // Spec: "use `latest_timestamp` as the next `since`". So without newer items it repeats
      // `since`.
      latest_timestamp: page.latest === null ? since : timestamp(page.latest),
      // In ascending order there always is one: it begins after the last item, where later changes
      // will be.
      next_cursor:
        order === 'asc'
          ? (next ?? cursor ?? changeCursor(since ?? new Date(0)))
          : (has_more && next) || null,
      has_more,
    }
    return { status: 200, body }
  },
  checkCursor,
)

function checkCursor({ query }: Parameters<ExtraCheck>[0]): ReturnType<ExtraCheck> {
  const cursor = (query as { cursor?: unknown } | undefined)?.cursor
  if (typeof cursor !== 'string' || cursorTimestamp(cursor) !== undefined) return []
  return [{ path: 'cursor', message: 'is not a next_cursor of this changelog' }]
}
