import { type CodeHost, domainName } from '#core/domain-name.ts'
import { didYouMean } from '#core/nearest-names.ts'
import { searchKey } from '#core/search-key.ts'
import type { ListingFile } from './schemas.ts'

/** Problems of a listing's file that the schema cannot find: unknown names, and links. */
export function listingProblems(
  file: string,
  listing: ListingFile,
  tools: readonly string[],
  topics: readonly string[],
): string[] {
  const named = [
    ...listing.tools.map((value) => ({ file, field: 'tools', value })),
    ...listing.compatibility.map(({ tool: value }) => ({ file, field: 'compatibility', value })),
    ...listing.left_out.map(({ tool: value }) => ({ file, field: 'left_out', value })),
  ]
  const known = new Set(tools)
  const unknown = named.filter(({ value }) => !known.has(value))
  return [
    ...namedTopicProblems(file, listing.topics, topics),
    ...unknown.map(
      ({ field, value }) =>
        `${file}: ${field}: there is no content/tools/${value}.yaml${didYouMean(value, tools)}`,
    ),
    ...repeated(named.filter(({ field }) => field === 'tools')),
    ...repeated(named.filter(({ field }) => field !== 'tools')),
    ...named
      .filter(({ field, value }) => field !== 'tools' && listing.tools.includes(value))
      .map(({ field, value }) => `${file}: ${field}: ${value} is one of its tools already`),
    ...linksOf(listing).flatMap(({ field, url }) => {
      const reason = linkProblem(url)
      return reason === undefined ? [] : [`${file}: ${field}: ${url} ${reason}`]
    }),
  ]
}

/** Problems of the topics that the file of a listing or tool lists. */
export function namedTopicProblems(
  file: string,
  named: readonly string[],
  topics: readonly string[],
): string[] {
  return [
    ...named
      .filter((value) => !topics.includes(value))
      .map(
        (value) =>
          `${file}: topics: ${value} is not in content/topics.yaml${didYouMean(value, topics)}`,
      ),
    ...repeatedIn(file, 'topics', named),
  ]
}

function linksOf({ evidence, supporting_links, source }: ListingFile) {
  return [
    ...evidence.map(({ url }, place) => ({ field: `evidence.${place}.url`, url })),
    ...supporting_links.map((url, place) => ({ field: `supporting_links.${place}`, url })),
    ...(source ? [{ field: 'source.repository', url: source.repository }] : []),
  ]
}

// A link must show readers what the editor read: https cannot be altered on the way, and a branch
// of a repository changes, unlike a commit.
function linkProblem(url: string): string | undefined {
  if (!url.startsWith('https://')) return 'is not https'
  const [, ref] = fileOfBranch.exec(url) ?? []
  return ref === undefined || /^[0-9a-f]{40}$/.test(ref)
    ? undefined
    : `names ${ref}, which may move on: name the commit, 40 hex digits`
}

const fileOfBranch =
  /^https:\/\/(?:github\.com\/[^/]+\/[^/]+\/(?:blob|tree|raw)|raw\.githubusercontent\.com\/[^/]+\/[^/]+)\/([^/?#]+)/

/**
 * Problems of listings beside each other: readers could not tell two of one name apart, a domain has
 * one listing, and no two were approved at the same moment; empty are those of a new file.
 */
export function sharedProblems(
  listings: readonly { file: string; name: string; url: string; approved_at: string }[],
  codeHosts: readonly CodeHost[],
): string[] {
  const domains = listings.map(({ file, url }) => ({ file, domain: domainName(url, codeHosts) }))
  return [
    ...repeated(
      listings.map(({ file, name }) => ({ file, field: 'name', value: searchKey(name, ' ') })),
    ),
    ...domains.flatMap(({ file, domain }) => (domain.ok ? [] : [`${file}: url: ${domain.reason}`])),
    ...repeated(
      domains.flatMap(({ file, domain }) =>
        domain.ok ? [{ file, field: 'url', value: domain.domain }] : [],
      ),
    ),
    ...repeated(
      listings.flatMap(({ file, approved_at: value }) =>
        value === '' ? [] : [{ file, field: 'approved_at', value }],
      ),
    ),
  ]
}

export const slugsOf = (entries: readonly { slug: string }[]) => entries.map(({ slug }) => slug)

/** A sentence for each value that occurs twice in these entries. */
export function repeated(
  entries: readonly { file: string; field: string; value: string }[],
): string[] {
  const first = new Map<string, string>()
  return entries.flatMap(({ file, field, value }) => {
    const other = first.get(value)
    first.set(value, other ?? file)
    if (other === undefined) return []
    const elsewhere = other === file ? '' : `, also in ${other}`
    return [`${file}: ${field}: ${value} is there twice${elsewhere}`]
  })
}

/** A sentence for each value that occurs twice in one field of one file. */
export function repeatedIn(file: string, field: string, values: readonly string[]): string[] {
  return repeated(values.map((value) => ({ file, field, value })))
}
