import { z } from 'zod'

/**
 * A route of config.json, as far as our builds use them. Whatever else the platform knows is
 * refused when a build is opened: to pass over it would be to serve another site than the platform.
 * https://vercel.com/docs/build-output-api/configuration
 */
export const Rule = z.strictObject({
  src: z.string(),
  dest: z.string().optional(),
  status: z.int().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  methods: z.array(z.string()).optional(),
  has: z
    .array(z.strictObject({ type: z.string(), key: z.string(), value: z.string().optional() }))
    .optional(),
  continue: z.boolean().optional(),
})

const Phase = z.strictObject({ handle: z.literal('filesystem') })

/** What is in the file beside the routes, and does not concern who serves it here. */
export const Config = z.strictObject({
  version: z.literal(3),
  routes: z.array(z.union([Rule, Phase])),
  images: z.unknown().optional(),
  crons: z.unknown().optional(),
  framework: z.unknown().optional(),
})

export type Rule = z.infer<typeof Rule>

/** What config.json has in its list: who writes it and who reads it mean the same. */
export type Route = Rule | z.infer<typeof Phase>
