import {
  type ProductFieldName,
  productFieldNames,
  productFields,
} from '#contract/product-fields.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { day, words } from './words.ts'

/** A field that a listing states as a line of its own. */
export interface Fact {
  name: ProductFieldName
  label: string
  /** As the API spells it; never null, false or empty. */
  values: string[]
  /** As people read it. */
  text: string
  /** Whether each value is a web address. */
  isLinks: boolean
  /** Whether its owner wrote it in words of his own: text of others, wherever it stands. */
  isOwners: boolean
}

const sets: Partial<Record<ProductFieldName, Readonly<Record<string, string>>>> = {
  qualification_type: words.qualification_type,
  agent_use_case: words.agent_use_case,
  audience_tags: words.audience,
  claim_review_status: words.claim,
}

/** What a listing states of itself or of its claim, in the order of the table of fields. */
export function factsOf(product: ProductDetail, section: 'listing' | 'claim'): Fact[] {
  const fields = new Map<string, unknown>(Object.entries(product))
  return productFieldNames.flatMap((name) => {
    const { stated, label, kind, by } = productFields[name]
    const values = valuesOf(fields.get(name))
    if (stated !== section || values.length === 0) return []
    const isDay = kind === 'moment' || kind === 'day'
    const set = sets[name]
    const text = values.map((value) => (isDay ? day(value) : (set?.[value] ?? value))).join(', ')
    const isOwners = by === 'owner' && set === undefined
    return [{ name, label, values, text, isLinks: kind === 'links', isOwners }]
  })
}

function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf)
  if (value === true) return ['yes']
  return value === undefined || value === null || value === false || value === ''
    ? []
    : [String(value)]
}
