import type { ProductDetail } from '#contract/resources/product.ts'
import { type Living, isIdle } from '#present/product/lifecycle-words.ts'

/**
 * Where a list places a listing that is asked for no order, greatest first: by the number of its
 * contributors, each doubling of which counts 1, with what is added here. The numbers are small, so
 * that none hides how widely a product is made.
 */
const added = {
  /** Its code was read, and proves tools. */
  proved: 3,
  /** A commit or release in the 90 days before commits could be seen. */
  recent: 2,
  /** Editors chose it, and say why. */
  picked: 4,
  /** Nobody works on it: such listings stand after all others. */
  left: -100,
} as const

/** What the relevance of a listing is made of, beside its proved tools. */
type Judged = Living & Pick<ProductDetail, 'facts' | 'is_featured'>

/** The relevance of a listing, in thousandths. */
export function relevanceOf(product: Judged, provedTools: number): number {
  const { activity, facts, is_featured } = product
  const contributors = Number(facts.find(({ fact }) => fact === 'contributors')?.value ?? 0)
  const sum =
    Math.log2(1 + contributors) +
    (provedTools > 0 ? added.proved : 0) +
    (activity?.state === 'recent' ? added.recent : 0) +
    (is_featured ? added.picked : 0) +
    (isIdle(product) ? added.left : 0)
  return Math.round(1000 * sum)
}
