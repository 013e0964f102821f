// content/proofs/<slug>.json, made from what was read of a listing's repositories.
import type { ListingFile, ProofFile } from '#content-files/schemas.ts'
import { publishedLicence } from '#core/licence.ts'
import type { CheckedListing } from '#proof/check-listing.ts'
import { type Proof, whatItShows } from '#proof/prove.ts'
import type { RepositoryRead } from '#proof/repositories/repository-read.ts'

/** A listing to check, from a file of content/ or from the database. */
export interface Checked {
  slug: string
  tools: readonly string[]
  /** Its first repository; undefined if it names none. */
  repository: string | undefined
  /** Further repositories of the product. */
  others?: readonly string[]
  /** Slugs of other tools that its file decides on. */
  decided?: readonly string[]
  /** The licence that the file of the listing states. */
  licence?: string | null
  /** What the facts about it depend on; undefined for a submission. */
  about?: Pick<ListingFile, 'name' | 'source'>
}

/** One repository of a listing at one commit, and what it proves. */
export interface Reading {
  read: RepositoryRead
  found: CheckedListing
}

/**
 * The proofs of a listing: what its first repository proves, then what the others do. A repository
 * of `others` that was not read now keeps what `before` shows of it.
 */
export function proofFile(
  listing: Checked,
  [first, ...others]: readonly [Reading, ...Reading[]],
  before: ProofFile | undefined,
  checkedAt: string,
): ProofFile {
  const { read } = first
  return {
    repository: read.repository,
    commit: read.commit,
    checked_at: checkedAt,
    licence: publishedLicence(read.licence, listing.licence ?? null),
    last_activity: read.lastActivity,
    archived: read.archived,
    ...joined(listing, before, [
      { found: first.found, cited: {} },
      ...others.map(({ read: { repository, commit }, found }) => ({
        found,
        cited: { repository, commit },
      })),
    ]),
  }
}

type Source = NonNullable<ProofFile['tools'][number]['source']>
type Cited = Pick<Source, 'repository' | 'commit'>

function joined(
  { tools, others = [] }: Checked,
  before: ProofFile | undefined,
  readings: readonly { found: CheckedListing; cited: Cited }[],
): Pick<ProofFile, 'tools' | 'also_found'> {
  const isKept = ({ repository }: Source) =>
    repository !== undefined &&
    others.includes(repository) &&
    !readings.some(({ cited }) => cited.repository === repository)
  const sourceOf = ({ path, line }: Proof, cited: Cited): Source => ({ path, line, ...cited })
  const proved = tools.map((slug): ProofFile['tools'][number] => {
    for (const { found, cited } of readings) {
      const proof = found.tools.find((tool) => tool.slug === slug)?.proof
      if (!proof) continue
      const { level, requirement } = proof
      const source = sourceOf(proof, cited)
      return { slug, state: 'proved', level, ...whatItShows(proof), requirement, source }
    }
    const earlier = before?.tools.find((tool) => tool.slug === slug)
    return earlier?.source && isKept(earlier.source) ? earlier : { slug, ...notFound }
  })
  const open = [
    ...Object.entries(before?.also_found ?? {}).filter(([, source]) => isKept(source)),
    ...readings.flatMap(({ found, cited }) =>
      found.suggestions.flatMap(({ proof, doubt }): [string, Source][] =>
        doubt === undefined ? [[proof.tool, sourceOf(proof, cited)]] : [],
      ),
    ),
  ]
    .filter(([slug]) => !tools.includes(slug))
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { tools: proved, also_found: Object.fromEntries(open) }
}

const notFound = {
  state: 'not_found',
  level: null,
  package: null,
  requirement: null,
  shows: null,
  source: null,
} as const
