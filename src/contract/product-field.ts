import { z } from 'zod'

/**
 * The forms of a product in answers, from the shortest to the longest: each also has the fields of
 * those before it. `private` fields are in no public answer.
 */
export type Place = 'brief' | 'list' | 'detail' | 'private'

/** A field of a product. */
export interface ProductField {
  /** The schema of the value in answers. */
  schema: z.ZodType
  /** The shortest form that contains the field. `private` fields are for editors only. */
  in: Place
  /** Set if owners write the value, in submissions and changes. */
  by?: 'owner'
  /** The name of the field on pages, in forms and at the editor's desk. */
  label: string
  /**
   * The schema of the value in files of content/listings; for fields of owners, also in
   * submissions.
   */
  entered?: z.ZodType
  /**
   * How to store or format the value, if that does not follow from `schema`. `computed` fields have
   * no column.
   */
  kind?: 'moment' | 'day' | 'links' | 'computed'
  /** The section of the listing's page and Markdown version in which the field has a line. */
  stated?: 'listing' | 'claim'
}

/** Whether the values of a schema are text (not numbers or booleans), lists, or of a closed set. */
export function formOf(schema: z.ZodType): { isText: boolean; isList: boolean; isClosed: boolean } {
  if (schema instanceof z.ZodNullable) return formOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return { ...formOf(schema.element as z.ZodType), isList: true }
  return {
    isText: !(schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean),
    isList: false,
    isClosed: schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral,
  }
}
