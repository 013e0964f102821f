import type { z } from 'zod'
import {
  type JsonField,
  type JsonSchema,
  itemsOf,
  jsonSchema,
  resolved,
  variantsOf,
} from '#contract/json-schema.ts'

/** A row of the documentation: one field of a request or an answer. */
export interface FieldRow extends JsonField {
  type: string
  /** The bounds of the value in words, such as "at most 60 characters"; empty if it has none. */
  bounds: string
  default: unknown
}

/** The fields of an object, or of one variant of a union. */
export interface FieldTable {
  /** Where in the answer the object is, such as `recommendations[].product`; empty for the root. */
  path: string
  /** The description of the variant; empty when there is only one. */
  title: string
  rows: FieldRow[]
}

/** The fields of a part of a request, if it has the part, without those of nested objects. */
export function fieldRows(part: z.ZodType | undefined): FieldRow[] {
  const tables = part ? fieldTables(part, 'input') : []
  return tables.flatMap(({ path, rows }) => (path === '' ? rows : []))
}

/**
 * The fields of a schema, read from its JSON Schema, then those of the objects in it. A union has
 * one table for each variant.
 */
export function fieldTables(schema: z.ZodType, io: 'input' | 'output'): FieldTable[] {
  const root = jsonSchema(schema, io)
  return tablesOf(root, [root], '')
}

function tablesOf(root: JsonSchema, nodes: readonly JsonSchema[], path: string): FieldTable[] {
  const variants = nodes
    .flatMap((node) => variantsOf(root, node))
    .filter(({ fields }) => fields.length > 0)
  return variants.flatMap(({ description: title, fields }) => [
    {
      path,
      title: variants.length > 1 ? title : '',
      rows: fields.map((field) => ({
        ...field,
        type: typeOf(root, field.schema),
        bounds: boundsOf(field.schema),
        default: field.schema.default,
        isRequired: field.isRequired && field.schema.default === undefined,
      })),
    },
    ...fields.flatMap(({ name, schema: field }) => {
      const { nodes: inner, sign } = innerOf(root, field)
      return tablesOf(root, inner, `${path && `${path}.`}${name}${sign}`)
    }),
  ])
}

/** What a field contains: its value, or the entries of its list, in each of its forms. */
function innerOf(root: JsonSchema, field: JsonSchema): { nodes: JsonSchema[]; sign: '' | '[]' } {
  const whole = resolved(root, field)
  const forms = ((whole.anyOf ?? [whole]) as JsonSchema[]).map((form) => resolved(root, form))
  const items = forms.map(itemsOf).filter((item) => item !== undefined)
  return items.length > 0 ? { nodes: items, sign: '[]' } : { nodes: forms, sign: '' }
}

function typeOf(root: JsonSchema, field: JsonSchema): string {
  const { type, const: only, enum: values, anyOf } = field
  if (only !== undefined) return `\`${String(only)}\``
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ')
  if (anyOf)
    return [...new Set(anyOf.map((variant) => typeOf(root, variant as JsonSchema)))].join(' or ')
  if (field.$ref) return typeOf(root, resolved(root, field))
  const items = itemsOf(field)
  if (items) return `list of ${plural(typeOf(root, items))}`
  if (type === 'array') return 'list'
  if (field.format === 'uri') return 'URL'
  return field.format === 'date-time' ? 'date-time' : String(type ?? 'object')
}

function plural(type: string): string {
  return /^[a-z]+$/i.test(type) && type !== 'null' ? `${type}s` : type
}

function boundsOf(field: JsonSchema): string {
  const { type, minimum, maximum, maxLength, maxItems } = field
  const each = itemsOf(field)?.maxLength
  // zod gives every integer the maximum of JavaScript's safe integers; that one is not documented.
  const isBounded = maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER
  const range = isBounded ? `${minimum} to ${maximum}` : `at least ${minimum}`
  return [
    type === 'integer' && minimum !== undefined && range,
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems} entries`,
    each !== undefined && `${maxItems === undefined ? '' : 'of '}at most ${each} characters each`,
  ]
    .filter((part) => part !== false)
    .join(' ')
}
