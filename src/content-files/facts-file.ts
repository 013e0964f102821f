import { z } from 'zod'
import { EnteredFacts, joinFacts } from '#contract/resources/facts.ts'
import { HttpUrl } from '#contract/resources/fields.ts'
import { CommitId, type ListingFile } from './schemas.ts'

/**
 * content/facts/<slug>.json: facts that a machine found in the repository of a listing. `npm run
 * editor -- reread <slug>` writes it.
 */
export const FactsFile = z.strictObject({
  repository: HttpUrl,
  /** The commit that was read. */
  commit: CommitId,
  facts: EnteredFacts,
})
export type FactsFile = z.infer<typeof FactsFile>

/**
 * The listings with the facts of their editors and those of their files in content/facts, without
 * those that an editor found to be wrong.
 */
export function withFacts<T extends { slug: string; value: ListingFile }>(
  listings: readonly T[],
  files: readonly { slug: string; value: FactsFile }[],
): T[] {
  const found = new Map(files.map(({ slug, value }) => [slug, value.facts]))
  return listings.map((listing) => {
    const { facts, left_out_facts: wrong } = listing.value
    const right = (found.get(listing.slug) ?? []).filter(
      (one) => !wrong.some(({ fact, value }) => fact === one.fact && value === one.value),
    )
    return { ...listing, value: { ...listing.value, facts: joinFacts(facts, right) } }
  })
}
