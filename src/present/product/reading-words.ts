import type { ProductDetail } from '#contract/resources/product.ts'
import { day } from '#present/words.ts'

/** What is true of the review of every listing, for pages and documents that speak of all of them. */
export const everyReview =
  'Every listing is reviewed before it is published, and says by whom, from which sources and at which commit, as far as that is recorded.'

/** Whether a repository of source code belongs to what is known of a listing. */
function hasRepository({ trust, proof }: Pick<ProductDetail, 'trust' | 'proof'>): boolean {
  const isOfCode = ({ type }: { type: string }) =>
    type === 'repository' || type === 'package_manifest'
  return Boolean(proof ?? trust?.reading) || (trust?.evidence.some(isOfCode) ?? false)
}

/** Who read the sources of a listing. It names nobody, and no reading, that is not recorded. */
export function readingSentence({
  trust,
  proof,
  approved_at,
}: Pick<ProductDetail, 'trust' | 'proof' | 'approved_at'>): string | undefined {
  if (trust?.reading) {
    const { by, at, commit, committed_on } = trust.reading
    const made = committed_on === null ? '' : ` of ${day(committed_on)}`
    return `Its sources were read at commit ${commit.slice(0, 7)}${made} on ${day(at)}, by ${by}.`
  }
  if (trust?.source_kind === 'user_submission')
    return `It was submitted, and an editor approved it${approved_at ? ` on ${day(approved_at)}` : ''}.`
  if (!trust) return undefined
  const isRead = trust.evidence.some(({ type }) => type === 'documentation')
  if (isRead && !hasRepository({ trust, proof }))
    return 'Entered by the editors, from its documentation.'
  return 'It was entered by the editors; a commit that was read is not recorded.'
}
