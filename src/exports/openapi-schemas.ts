import type { z } from 'zod'
import { jsonSchema } from '#contract/json-schema.ts'
import { fieldsFromQualificationOnward } from '#contract/resources/product.ts'

export type Json = { [key: string]: unknown }

/** The named schemas of the OpenAPI document. They are collected while its paths are generated. */
export type Components = Record<string, Json>

/**
 * The JSON Schema of a zod schema. Its named parts are moved to `components` and referenced there.
 */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const { $defs = {}, $schema: _, ...root } = jsonSchema(schema, io)
  const text = JSON.stringify({ $defs, root }, (_, node: unknown) => closedTuple(node))
  const moved = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    $defs: Record<string, Json>
    root: Json
  }
  for (const [name, definition] of Object.entries(moved.$defs))
    components[name] ??= optionalOnward(definition)
  return moved.root
}

// zod closes a tuple by `items: false`. That is valid, but OpenAPI linters and code generators
// expect a schema in `items`.
function closedTuple(node: unknown): unknown {
  const { prefixItems } = (node ?? {}) as { prefixItems?: unknown[] }
  return Array.isArray(prefixItems) ? { ...(node as Json), items: prefixItems[0] } : node
}

// Decisions, OpenAPI: the fields from `qualification_type` onward "are always present in answers
// and not listed as `required`".
function optionalOnward({ id: _, ...definition }: Json): Json {
  const { required } = definition
  if (!Array.isArray(required) || !required.includes('is_agent_product')) return definition
  const onward: readonly unknown[] = fieldsFromQualificationOnward
  return { ...definition, required: required.filter((field) => !onward.includes(field)) }
}
