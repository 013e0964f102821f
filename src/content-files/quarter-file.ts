import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { EnteredSlug, line } from '#contract/resources/fields.ts'
import type { FrozenQuarter } from '#present/lists/quarter.ts'

const Count = z.int().min(0)
const Named = { slug: EnteredSlug, name: line(limits.name) }
const Share = z.strictObject({
  quarter: z.string().regex(/^\d{4}-Q[1-4]$/),
  count: Count,
  of: Count,
  percent: z.number().min(0).max(100),
})
const Ranked = z.strictObject({ ...Named, shares: z.array(Share).min(5), points: z.number() })
const Came = z.strictObject({ ...Named, count: Count })

/** content/quarters/<quarter>.json, an issue of /state. `npm run freeze-quarter` writes it once. */
export const QuarterFile = z.strictObject({
  number: z.int().min(1),
  frozen_on: z.iso.date(),
  tools: z.array(Ranked).nonempty(),
  replaced: z.array(z.strictObject({ ...Named, left: Count, came: z.array(Came) })),
}) satisfies z.ZodType<FrozenQuarter>
