import { z } from 'zod'
import { EnteredSlug, HttpUrl, Timestamp, line } from '#contract/resources/fields.ts'
import { repeatedIn, slugsOf } from './listing-problems.ts'
import { CommitId, type ListingFile } from './schemas.ts'

const Since = {
  slug: EnteredSlug,
  /** When the commit that named the tool first reached the main line. */
  since: Timestamp,
  /** The manifest that named it first; of a past tool, the one that named it last. */
  path: line(1000),
  commit: CommitId,
}

/**
 * content/histories/<slug>.json: since when, and until when, manifests of a listing's repository
 * named its tools. `npm run editor -- reread <slug>` writes it.
 */
export const HistoryFile = z.strictObject({
  repository: HttpUrl,
  /** The commit whose history was read. */
  commit: CommitId,
  /** When the first commit of the main line was made. */
  first_commit: Timestamp,
  tools: z.array(z.strictObject(Since)),
  /** Here `commit` is the one that removed the tool from the manifest. */
  past_tools: z.array(z.strictObject({ ...Since, until: Timestamp })),
})
export type HistoryFile = z.infer<typeof HistoryFile>

/** Problems of histories that their schema cannot find: a history is of what its listing lists. */
export function historyProblems(
  histories: readonly { slug: string; file: string; value: HistoryFile }[],
  listings: readonly { slug: string; value: ListingFile }[],
  tools: readonly string[],
): string[] {
  const listed = new Map(listings.map(({ slug, value }) => [slug, value]))
  return histories.flatMap(({ slug, file, value }) => {
    const listing = listed.get(slug)
    if (!listing) return []
    const again = `; npm run editor -- reread ${slug} --checkouts FOLDER`
    return [
      ...repeatedIn(file, 'tools', slugsOf(value.tools)),
      ...value.tools
        .filter((tool) => !listing.tools.includes(tool.slug))
        .map((tool) => `${file}: tools: ${tool.slug} is no tool of the listing${again}`),
      ...value.past_tools.flatMap((tool) => {
        if (!tools.includes(tool.slug))
          return [`${file}: past_tools: there is no content/tools/${tool.slug}.yaml`]
        return listing.tools.includes(tool.slug)
          ? [`${file}: past_tools: ${tool.slug} is a tool of the listing${again}`]
          : []
      }),
    ]
  })
}
