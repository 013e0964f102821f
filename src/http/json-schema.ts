import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

const known = new WeakMap<z.ZodType, JsonSchema>()

/**
 * What a schema takes, as JSON Schema. Made once: requests ask for it, and making it takes longer
 * than most answers.
 */
export function inputJsonSchema(schema: z.ZodType): JsonSchema {
  const made = known.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  known.set(schema, made)
  return made
}
