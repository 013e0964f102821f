import { z } from 'zod'

type Field = z.core.JSONSchema.BaseSchema

/** A field of a request or an answer, as documentation tells it. */
export interface FieldRow {
  name: string
  type: string
  /** Its bounds in words, or nothing. */
  bounds: string
  default: unknown
  isRequired: boolean
  description: string
}

/** What a schema takes or gives: one table of fields, or one for each variant of a union. */
export interface FieldTable {
  /** What the variant is; nothing when there is only one. */
  title: string
  rows: FieldRow[]
}

/** The fields of a schema that is one object. */
export function fieldRows(schema: z.ZodType, io: 'input' | 'output'): FieldRow[] {
  return fieldTables(schema, io).flatMap(({ rows }) => rows)
}

/** The fields of a schema, read off its JSON Schema. */
export function fieldTables(schema: z.ZodType, io: 'input' | 'output'): FieldTable[] {
  const root = z.toJSONSchema(schema, { io })
  const resolved = (node: Field): Field =>
    node.$ref ? ((root.$defs?.[node.$ref.replace('#/$defs/', '')] ?? {}) as Field) : node
  const variants = (root.anyOf ?? root.oneOf)?.map((node) => resolved(node as Field))
  const rowsOf = ({ properties, required = [] }: Field) =>
    Object.entries(properties ?? {}).map(([name, value]): FieldRow => {
      const field = value as Field
      return {
        name,
        type: typeOf(field, resolved),
        bounds: boundsOf(field),
        default: field.default,
        isRequired: required.includes(name) && field.default === undefined,
        description: field.description ?? resolved(field).description ?? '',
      }
    })
  if (!variants) return [{ title: '', rows: rowsOf(resolved(root)) }]
  return variants.map((variant) => ({ title: variant.description ?? '', rows: rowsOf(variant) }))
}

function typeOf(field: Field, resolved: (node: Field) => Field): string {
  const { type, items, const: only, enum: values, anyOf } = field
  if (only !== undefined) return `\`${String(only)}\``
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ')
  if (anyOf)
    return [...new Set(anyOf.map((variant) => typeOf(variant as Field, resolved)))].join(' or ')
  if (field.$ref) return typeOf(resolved(field), resolved)
  if (type === 'array' && items && typeof items === 'object' && !Array.isArray(items))
    return `list of ${plural(typeOf(items as Field, resolved))}`
  if (type === 'array') return 'list'
  return field.format === 'uri'
    ? 'URL'
    : field.format === 'date-time'
      ? 'date-time'
      : String(type ?? 'object')
}

function plural(type: string): string {
  return /^[a-z]+$/i.test(type) && type !== 'null' ? `${type}s` : type
}

function boundsOf({ type, minimum, maximum, maxLength, maxItems, items }: Field): string {
  const each =
    items && typeof items === 'object' && !Array.isArray(items)
      ? (items as Field).maxLength
      : undefined
  // zod gives every whole number the bounds of what JavaScript can count.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  return [
    type === 'integer' && minimum !== undefined && most !== undefined
      ? `${minimum} to ${most}`
      : '',
    type === 'integer' && minimum !== undefined && most === undefined ? `at least ${minimum}` : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} entries`,
    each === undefined
      ? ''
      : `${maxItems === undefined ? '' : 'of '}at most ${each} characters each`,
  ]
    .filter(Boolean)
    .join(' ')
}
