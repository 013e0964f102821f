import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { catalogueRead, commonErrors, operation, response } from '#contract/operation.ts'
import { ChangeOrRemoval } from '#contract/resources/change.ts'
import { Timestamp, limitIn } from '#contract/resources/fields.ts'

export const listChangelog = operation({
  ...catalogueRead,
  id: 'list_changelog',
  path: '/changelog',
  summary: 'Follow what changed',
  description:
    'Approvals, claim reviews and weekly issues. Keep `latest_timestamp` and pass it as `since`; or follow `order=asc` with `cursor`, which misses nothing however far behind you are.',
  query: z.object({
    since: z.iso
      .datetime({
        offset: true,
        // In a query string + means a space, so the offset of a time arrives without its sign.
        error: ({ input }) =>
          /\d \d\d:?\d\d$/.test(String(input))
            ? 'has a space where + was meant; write + as %2B in an address'
            : /^\d{4}-\d\d-\d\d$/.test(String(input))
              ? 'is a day without a time; add T00:00:00Z'
              : 'is not an ISO 8601 date-time such as 2026-05-18T05:28:47.564Z',
        abort: true,
      })
      .refine((value) => /^\d{4}-/.test(new Date(value).toISOString()), {
        error: 'is outside the years 0 to 9999',
      })
      .optional()
      .describe('Only items strictly newer.'),
    limit: limitIn(limits.changelog),
    order: z
      .enum(['asc', 'desc'])
      .default('desc')
      .describe('`asc`: oldest first, to follow without a gap.'),
    cursor: z
      .string()
      .optional()
      .describe('The `next_cursor` of the previous answer, with the same `order`.'),
    include: z
      .enum(['removals'])
      .optional()
      .describe('`removals`: also the slugs of products that are no longer listed.'),
  }),
  responses: {
    200: response('One page of the changelog.', {
      items: z.array(ChangeOrRemoval).describe('The items, newest first unless `order` is `asc`.'),
      total: z.int().min(0).describe('How many items are newer than `since`.'),
      limit: z.int().min(1).describe('The limit that was used.'),
      since: Timestamp.nullable().describe('The `since` that was used.'),
      latest_timestamp: Timestamp.nullable().describe(
        'The newest timestamp, or `since` if nothing is newer.',
      ),
      next_cursor: z
        .string()
        .nullable()
        .describe('Where the next page begins. With `order=asc` always given.'),
      has_more: z.boolean().describe('Whether there are items after this page.'),
    }),
  },
  errors: ['invalid_request', ...commonErrors],
  toolLimit: limits.changelog.mcp_default,
  example: { query: { order: 'asc', limit: 2 } },
})
