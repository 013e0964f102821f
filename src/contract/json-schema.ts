import { z } from 'zod'

/** A node of a JSON Schema. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** A field of an object in a JSON Schema. */
export interface JsonField {
  name: string
  schema: JsonSchema
  /** The description next to the field's `$ref`, or else that of the referenced definition. */
  description: string
  isRequired: boolean
}

/** One member of a union. A schema that is not a union counts as its only member. */
export interface JsonVariant {
  description: string
  fields: JsonField[]
}

const known = {
  input: new WeakMap<z.ZodType, JsonSchema>(),
  output: new WeakMap<z.ZodType, JsonSchema>(),
}

/**
 * The JSON Schema of the input that a zod schema accepts, before defaults are applied, or of its
 * output. Cached, because the conversion takes longer than most answers; so callers must not change
 * the result.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const made = known[io].get(schema) ?? z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  known[io].set(schema, made)
  return made
}

/** Follows the `$ref` of a node into the definitions (`$defs`) of its document. */
export function resolved(root: JsonSchema, node: JsonSchema): JsonSchema {
  if (!node.$ref) return node
  // Safe cast: JSON Schema also allows `true` and `false` as definitions, but zod never writes
  // them.
  return (root.$defs?.[node.$ref.replace('#/$defs/', '')] ?? {}) as JsonSchema
}

/**
 * The members of a node that is a union, else the node itself, with their fields. By default the
 * node is the whole document.
 */
export function variantsOf(root: JsonSchema, node: JsonSchema = root): JsonVariant[] {
  const whole = resolved(root, node)
  const variants = (whole.anyOf ?? whole.oneOf ?? [whole]) as JsonSchema[]
  return variants.map((one) => {
    const variant = resolved(root, one)
    return { description: variant.description ?? '', fields: fieldsOf(root, variant) }
  })
}

/** The schema of the items of an array, unless it is a tuple. */
export function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  const isOne = typeof items === 'object' && items !== null && !Array.isArray(items)
  return isOne ? (items as JsonSchema) : undefined
}

function fieldsOf(root: JsonSchema, { properties = {}, required = [] }: JsonSchema): JsonField[] {
  return Object.entries(properties).map(([name, value]) => {
    const schema = value as JsonSchema
    return {
      name,
      schema,
      description: schema.description ?? resolved(root, schema).description ?? '',
      isRequired: required.includes(name),
    }
  })
}
