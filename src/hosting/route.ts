import { z } from 'zod'

/**
 * A condition on a header or a query parameter. `value` is a pattern for the whole value; without
 * it the header or parameter only has to exist.
 */
const Condition = z.strictObject({
  type: z.enum(['header', 'query']),
  key: z.string(),
  value: z.string().optional(),
})

/**
 * A route of config.json, with the fields that our builds use. Other fields are an error: a server
 * that ignores them would answer differently from the platform.
 * https://vercel.com/docs/build-output-api/configuration
 */
export const Rule = z.strictObject({
  src: z.string(),
  dest: z.string().optional(),
  status: z.int().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  methods: z.array(z.string()).optional(),
  has: z.array(Condition).optional(),
  continue: z.boolean().optional(),
})

const Phase = z.strictObject({ handle: z.literal('filesystem') })

/** The content of config.json. This server only uses `routes`. */
export const Config = z.strictObject({
  version: z.literal(3),
  routes: z.array(z.union([Rule, Phase])),
  images: z.unknown().optional(),
  crons: z.unknown().optional(),
  framework: z.unknown().optional(),
})

export type Rule = z.infer<typeof Rule>

export type Route = Rule | z.infer<typeof Phase>
