import type { ProductDetail } from '#contract/resources/product.ts'
import { day } from '#present/words.ts'

/** What is true of the review of every listing, for pages and documents that speak of all of them. */
export const everyReview =
  'Every listing is reviewed before it is published, and says by whom or what, from which sources and at which commit, as far as that is recorded.'

/** Who read the sources of a listing. It names nobody, and no reading, that is not recorded. */
export function readingSentence({ trust, approved_at }: ProductDetail) {
  if (trust?.reading) {
    const { by, at, commit, committed_on } = trust.reading
    const made = committed_on === null ? '' : ` of ${day(committed_on)}`
    return `Its sources were read at commit ${commit.slice(0, 7)}${made} on ${day(at)}, by ${by}.`
  }
  if (trust?.source_kind === 'user_submission')
    return `It was submitted, and an editor approved it${approved_at ? ` on ${day(approved_at)}` : ''}.`
  return (
    trust &&
    `It was entered by the editors${trust.evidence.length > 0 ? ', from the evidence below' : ''}.`
  )
}
