import type { ListingFile } from './schemas.ts'

/**
 * A sentence for each listing whose parts were read at different commits: half a re-reading would
 * show a requirement of one day beside a date of another.
 */
export function commitProblems(
  listings: readonly { slug: string; file: string; value: Pick<ListingFile, 'source'> }[],
  parts: readonly { slug: string; file: string; value: { commit: string } }[],
): string[] {
  const bySlug = Map.groupBy(parts, ({ slug }) => slug)
  return listings.flatMap(({ slug, file, value: { source } }) => {
    const read = bySlug.get(slug) ?? []
    const commit = source?.commit ?? read[0]?.value.commit
    return read
      .filter(({ value }) => value.commit !== commit)
      .map(
        (part) =>
          `${part.file}: commit: ${file} was read at ${commit?.slice(0, 12)}; npm run editor -- reread ${slug} --checkouts FOLDER`,
      )
  })
}
