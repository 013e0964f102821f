import { z } from 'zod'

/** A condition on a header or a parameter. The value is a pattern for its whole text. */
const Condition = z.strictObject({
  type: z.enum(['header', 'query']),
  key: z.string(),
  value: z.string().optional(),
})

/**
 * A route of config.json with the fields that our builds use. Other fields are an error, since to ignore
 * them would serve another site than the platform.
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

/** The fields beside the routes do not concern this server. */
export const Config = z.strictObject({
  version: z.literal(3),
  routes: z.array(z.union([Rule, Phase])),
  images: z.unknown().optional(),
  crons: z.unknown().optional(),
  framework: z.unknown().optional(),
})

export type Rule = z.infer<typeof Rule>

export type Route = Rule | z.infer<typeof Phase>
