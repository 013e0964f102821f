import type { z } from 'zod'
import {
  type Place,
  type ProductField,
  type ProductFieldName,
  type ProductTable,
  productFieldNames,
  productFields,
} from './product-fields.ts'

/** The schemas of the fields that these places show, in order, for an object of zod. */
export function shapeIn<P extends Place>(...shown: readonly P[]): ShapeIn<P> {
  const schemas = namesIn(...shown).map((name) => [name, productFields[name].schema])
  // Object.fromEntries knows no keys; they are those that the places show.
  return Object.fromEntries(schemas) as ShapeIn<P>
}

/** The names of the fields that these places show, in order. */
export function namesIn<P extends Place>(...shown: readonly P[]): (keyof ShapeIn<P>)[] {
  const names = productFieldNames.filter((name) =>
    shown.some((place) => place === productFields[name].in),
  )
  return names as (keyof ShapeIn<P>)[]
}

/** The schemas under which fields are entered; what may be unknown may be left out and is null. */
export function enteredShape(): EnteredShape {
  const shape = productFieldNames.flatMap((name) => {
    const { entered, schema } = productFields[name]
    if (!entered) return []
    const isOptional = schema.safeParse(null).success
    return [[name, isOptional ? entered.nullable().default(null) : entered] as const]
  })
  // As above.
  return Object.fromEntries(shape) as EnteredShape
}

type ShapeIn<P extends Place> = {
  -readonly [
    K in ProductFieldName as ProductTable[K]['in'] extends P ? K : never
  ]: ProductTable[K]['schema']
}

type EnteredShape = {
  -readonly [
    K in ProductFieldName as ProductTable[K] extends { entered: z.ZodType } ? K : never
  ]: ProductTable[K] extends { entered: infer E extends z.ZodType; schema: infer S }
    ? null extends z.output<S>
      ? z.ZodDefault<z.ZodNullable<E>>
      : E
    : never
}

/** A moment as a driver or a file gives it. */
export type Moment = string | Date

/** What the columns of a product hold when they are read: moments in whatever form. */
export type ProductColumns = {
  -readonly [K in StoredName]: K extends Of<'moment'>
    ? Moment | Extract<z.output<ProductTable[K]['schema']>, null>
    : z.output<ProductTable[K]['schema']>
}

/** The fields that these places show, as the API gives them. */
export type FieldsIn<P extends Place> = z.output<z.ZodObject<ShapeIn<P>>>

/** The fields that no column holds. */
export type ComputedField = Of<'computed'>

type Of<K extends ProductField['kind']> = {
  [N in ProductFieldName]: ProductTable[N] extends { kind: K } ? N : never
}[ProductFieldName]
type StoredName = Exclude<ProductFieldName, Of<'computed'>>

/** The columns that are read as they are; a day needs its own words in SQL. */
export const plainColumns = productFieldNames.filter(
  (name): name is Exclude<StoredName, Of<'day'>> =>
    productFields[name].kind !== 'computed' && productFields[name].kind !== 'day',
)
