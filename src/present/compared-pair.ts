import type { Faced } from './face.ts'

/** Two products with the address of their comparison, and one reason to compare them. */
export interface ComparedPair {
  products: readonly [Faced & { name: string }, Faced & { name: string }]
  href: string
  why: string
  /** How many tools both are built with. */
  shared: number
}

const mostTools = 3

/** Why two products are worth comparing: their topic, if the page does not say it, and tools. */
export function pairReason(shared: readonly string[], topic?: string): string {
  const names = shared.slice(0, mostTools)
  const more = shared.length - names.length
  const tools =
    names.length > 0
      ? `both use ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
      : 'alike in what they do, with no tool in common'
  return topic ? `${topic}: ${tools}` : `${tools.charAt(0).toUpperCase()}${tools.slice(1)}`
}
