import type { z } from 'zod'
import {
  type Place,
  type ProductField,
  type ProductFieldName,
  type ProductTable,
  productFieldNames,
  productFields,
} from './product-fields.ts'

/** The schemas of the fields in these places, for `z.object`. */
export function shapeIn<P extends Place>(...shown: readonly P[]): ShapeIn<P> {
  const schemas = namesIn(...shown).map((name) => [name, productFields[name].schema])
  // Object.fromEntries loses the keys.
  return Object.fromEntries(schemas) as ShapeIn<P>
}

/** The names of the fields in these places, in order. */
export function namesIn<P extends Place>(...shown: readonly P[]): (keyof ShapeIn<P>)[] {
  const names = productFieldNames.filter((name) =>
    shown.some((place) => place === productFields[name].in),
  )
  return names as (keyof ShapeIn<P>)[]
}

/** The schemas of entered fields. A nullable field may be left out. */
export function enteredShape(): EnteredShape {
  const shape = productFieldNames.flatMap((name) => {
    const { entered, schema } = productFields[name]
    if (!entered) return []
    const isOptional = schema.safeParse(null).success
    return [[name, isOptional ? entered.nullable().default(null) : entered] as const]
  })
  // Object.fromEntries loses the keys.
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

/** A moment, as a driver or a file reads it. */
export type Moment = string | Date

/** The columns of a product as they are read. */
export type ProductColumns = {
  -readonly [K in StoredName]: K extends Of<'moment'>
    ? Moment | Extract<z.output<ProductTable[K]['schema']>, null>
    : z.output<ProductTable[K]['schema']>
}

/** The fields in these places, as the API returns them. */
export type FieldsIn<P extends Place> = z.output<z.ZodObject<ShapeIn<P>>>

/** A field without a column. */
export type ComputedField = Of<'computed'>

type Of<K extends ProductField['kind']> = {
  [N in ProductFieldName]: ProductTable[N] extends { kind: K } ? N : never
}[ProductFieldName]
type StoredName = Exclude<ProductFieldName, Of<'computed'>>

/** The columns that are read unchanged; a day needs an SQL expression. */
export const plainColumns = productFieldNames.filter(
  (name): name is Exclude<StoredName, Of<'day'>> =>
    productFields[name].kind !== 'computed' && productFields[name].kind !== 'day',
)
