import type { z } from 'zod'
import type { Place, ProductField } from './product-field.ts'
import {
  type ProductFieldName,
  type ProductTable,
  productFieldNames,
  productFields,
} from './product-fields.ts'

/** The schemas of the product fields of these forms (`brief`, `list`, `detail`), for `z.object`. */
export function shapeIn<P extends Place>(...shown: readonly P[]): ShapeIn<P> {
  const schemas = namesIn(...shown).map((name) => [name, productFields[name].schema])
  // Safe cast: the keys are those of `ShapeIn<P>`, which Object.fromEntries types as string.
  return Object.fromEntries(schemas) as ShapeIn<P>
}

/** The names of the product fields of these forms, in order. */
export function namesIn<P extends Place>(...shown: readonly P[]): (keyof ShapeIn<P>)[] {
  const names = productFieldNames.filter((name) =>
    shown.some((place) => place === productFields[name].in),
  )
  return names as (keyof ShapeIn<P>)[]
}

/** The schemas of the values that people enter. A nullable field may be left out. */
export function enteredShape(): EnteredShape {
  const shape = productFieldNames.flatMap((name) => {
    const { entered, schema } = productFields[name]
    if (!entered) return []
    const isOptional = schema.safeParse(null).success
    return [[name, isOptional ? entered.nullable().default(null) : entered] as const]
  })
  // Safe cast: the keys are those of `EnteredShape`, which Object.fromEntries types as string.
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

/** A point in time: a Date from the database driver, or a string from a file. */
export type Moment = string | Date

/** The columns of a product, as read from the database or a file. */
export type ProductColumns = {
  -readonly [K in StoredName]: K extends Of<'moment'>
    ? Moment | Extract<z.output<ProductTable[K]['schema']>, null>
    : z.output<ProductTable[K]['schema']>
}

/** The product fields of these forms, as the API returns them. */
export type FieldsIn<P extends Place> = z.output<z.ZodObject<ShapeIn<P>>>

/** The name of a product field without a column: its value is computed. */
export type ComputedField = Of<'computed'>

type Of<K extends ProductField['kind']> = {
  [N in ProductFieldName]: ProductTable[N] extends { kind: K } ? N : never
}[ProductFieldName]
type StoredName = Exclude<ProductFieldName, Of<'computed'>>

/** The columns that are selected by name; a day needs an SQL expression instead. */
export const plainColumns = productFieldNames.filter(
  (name): name is Exclude<StoredName, Of<'day'>> =>
    productFields[name].kind !== 'computed' && productFields[name].kind !== 'day',
)
