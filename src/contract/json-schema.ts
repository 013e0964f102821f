import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** A field of an object. */
export interface JsonField {
  name: string
  schema: JsonSchema
  /** What the place says of it, else what its definition says. */
  description: string
  isRequired: boolean
}

/** One of the shapes that a schema may have. A schema that is no union has one. */
export interface JsonVariant {
  description: string
  fields: JsonField[]
}

const known = {
  input: new WeakMap<z.ZodType, JsonSchema>(),
  output: new WeakMap<z.ZodType, JsonSchema>(),
}

/** What a schema takes, as JSON Schema. */
export function inputJsonSchema(schema: z.ZodType): JsonSchema {
  return jsonSchema(schema, 'input')
}

/** What a schema gives, as JSON Schema. */
export function outputJsonSchema(schema: z.ZodType): JsonSchema {
  return jsonSchema(schema, 'output')
}

/**
 * A schema as JSON Schema, made once: requests ask for it, and making it takes longer than most
 * answers. Nobody may change it.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const made = known[io].get(schema) ?? z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  known[io].set(schema, made)
  return made
}

/** Follows the reference of a node into the definitions of its document. */
export function resolved(root: JsonSchema, node: JsonSchema): JsonSchema {
  if (!node.$ref) return node
  // zod writes schemas as definitions, never `true` or `false`.
  return (root.$defs?.[node.$ref.replace('#/$defs/', '')] ?? {}) as JsonSchema
}

/** The variants of a node of a document with their fields; a node is the whole unless named. */
export function variantsOf(root: JsonSchema, node: JsonSchema = root): JsonVariant[] {
  const whole = resolved(root, node)
  const variants = (whole.anyOf ?? whole.oneOf ?? [whole]) as JsonSchema[]
  return variants
    .map((variant) => resolved(root, variant))
    .map((variant) => ({
      description: variant.description ?? '',
      fields: fieldsOf(root, variant),
    }))
}

/** What an array holds, when that is one schema. */
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
