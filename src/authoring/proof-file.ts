// Writes content/proofs/<slug>.json from what was read of a listing's repositories.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readProof } from '#content-files/load.ts'
import type { ListingFile, ProofFile } from '#content-files/schemas.ts'
import { publishedLicence } from '#core/licence.ts'
import type { CheckedListing } from '#proof/check-listing.ts'
import { type Proof, whatItShows } from '#proof/prove.ts'
import type { RepositoryRead } from '#proof/repositories/repository-read.ts'
import type { FileSession } from './file-session.ts'

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
  isCurated: boolean
}

/**
 * Writes the proof file of a listing in content/, unless a part of the repository was not read.
 * `other` is the address of the repository if it is not the first: then only what the first does not
 * prove is added.
 */
export async function writeProof(
  { now, root }: Pick<FileSession, 'now' | 'root'>,
  listing: Checked,
  read: RepositoryRead,
  found: CheckedListing,
  other?: string,
): Promise<{ isWritten: boolean; sentence: string }> {
  const { slug, repository, isCurated } = listing
  const refuse = (sentence: string) => ({ isWritten: false, sentence: `Not written: ${sentence}` })
  if (!isCurated) return refuse(`${slug} is no listing of content/.`)
  if (repository === undefined) return refuse('its file names no repository.')
  // A file that was not read may be the proof of a tool that now counts as not found.
  if (read.left !== undefined) return refuse(`not all was read. ${read.left}`)
  await mkdir(path.join(root, 'content/proofs'), { recursive: true })
  const before = await readProof(root, slug)
  if (other !== undefined && !before) return refuse('check its first repository before the others.')
  const about =
    other !== undefined && before
      ? before
      : {
          repository: read.repository,
          commit: read.commit,
          checked_at: now().toISOString(),
          licence: publishedLicence(read.licence, listing.licence ?? null),
          last_activity: read.lastActivity,
          archived: read.archived,
        }
  const cited = other === undefined ? {} : { repository: other, commit: read.commit }
  const file = `content/proofs/${slug}.json`
  const proof = { ...about, ...joined(listing, before, found, cited) }
  await writeFile(path.join(root, file), `${JSON.stringify(proof, withoutDefaults, 2)}\n`)
  return { isWritten: true, sentence: `Written: ${file}` }
}

/** Most lines name a package, and many no version: their nulls are left out of the file. */
const withoutDefaults = (key: string, value: unknown) =>
  value === null && (key === 'requirement' || key === 'shows') ? undefined : value

type Cited = { repository?: string; commit?: string }
type Source = NonNullable<ProofFile['tools'][number]['source']>

/** What this reading shows, and what earlier readings of the other repositories showed. */
function joined(
  { tools, others = [] }: Checked,
  before: ProofFile | undefined,
  found: CheckedListing,
  cited: Cited,
): Pick<ProofFile, 'tools' | 'also_found'> {
  const isKept = ({ repository }: Source) =>
    repository !== cited.repository && (repository === undefined || others.includes(repository))
  const kept = new Map(
    before?.tools.flatMap((tool) =>
      tool.source && isKept(tool.source) ? [[tool.slug, tool]] : [],
    ),
  )
  const sourceOf = ({ path: at, line }: Proof): Source => ({ path: at, line, ...cited })
  const proved = tools.map((slug): ProofFile['tools'][number] => {
    const earlier = kept.get(slug)
    const proof = found.tools.find((tool) => tool.slug === slug)?.proof
    if (earlier && (!proof || earlier.source?.repository === undefined)) return earlier
    if (!proof)
      return {
        slug,
        state: 'not_found',
        level: null,
        package: null,
        requirement: null,
        shows: null,
        source: null,
      }
    const { level, requirement } = proof
    return {
      slug,
      state: 'proved',
      level,
      ...whatItShows(proof),
      requirement,
      source: sourceOf(proof),
    }
  })
  const open = [
    ...Object.entries(before?.also_found ?? {}).filter(([, source]) => isKept(source)),
    ...found.suggestions.flatMap(({ proof, doubt }): [string, Source][] =>
      doubt === undefined ? [[proof.tool, sourceOf(proof)]] : [],
    ),
  ]
    .filter(([slug]) => !tools.includes(slug))
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { tools: proved, also_found: Object.fromEntries(open) }
}
