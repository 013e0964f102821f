import {
  type ProductFieldName,
  productFieldNames,
  productFields,
} from '#contract/product-fields.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { day, words } from '#present/words.ts'
import type { KeyFact } from './key-facts.ts'

const sets: Partial<Record<ProductFieldName, Readonly<Record<string, string>>>> = {
  qualification_type: words.qualification_type,
  agent_use_case: words.agent_use_case,
  audience_tags: words.audience,
  claim_review_status: words.claim,
}

/**
 * The fields with a line of their own in one section of a listing's page, in the order of the table
 * of product fields: with their values as in the API, never none, and all of them in words.
 */
export function factsOf(product: ProductDetail, section: 'listing' | 'claim') {
  const fields = new Map<string, unknown>(Object.entries(product))
  return productFieldNames.flatMap((name) => {
    const { stated, label, kind, by } = productFields[name]
    const values = valuesOf(fields.get(name))
    if (stated !== section || values.length === 0) return []
    const isDay = kind === 'moment' || kind === 'day'
    const set = sets[name]
    const text = values.map((value) => (isDay ? day(value) : (set?.[value] ?? value))).join(', ')
    /** Whether the text was freely written by the owner, so that it needs escaping. */
    const isOwners = by === 'owner' && set === undefined
    return [{ name, label, values, text, isLinks: kind === 'links', isOwners }]
  })
}
export type Fact = ReturnType<typeof factsOf>[number]

/** The facts as answers to show: a link for each address, else all values as one text. */
export const answersOf = (facts: readonly Fact[]): KeyFact[] =>
  facts.map(({ label, values, text, isLinks }) => ({
    label,
    values: isLinks
      ? values.map((href) => ({ text: href.replace(/^https?:\/\//, ''), href }))
      : [{ text }],
  }))

function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf)
  if (value === true) return ['yes']
  return value || value === 0 ? [String(value)] : []
}
