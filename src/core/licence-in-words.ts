import { searchKey } from './search-key.ts'

/** What a question says of the licence of what it looks for. */
export interface AskedLicence {
  /** The family that is named; null for any that counts as open source. */
  family: Family | null
  /** The question without a licence that it names: no text has to say it again. */
  rest: string
}

const families = ['mit', 'apache', 'bsd', 'agpl', 'lgpl', 'gpl', 'mpl'] as const
type Family = (typeof families)[number]

/** These are the names of nothing else, so that they need no "licence" beside them. */
const plain = 'agpl|lgpl|gpl|mpl'
const word = 'licen[cs]ed?'
const version = '(?:v?\\d)?(?: \\d)*'
const named = [
  new RegExp(`\\b(${families.join('|')})${version} ${word}\\b`),
  new RegExp(`\\b${word}(?: under)?(?: the)? (${families.join('|')})${version}(?= |$)`),
  new RegExp(`\\b(${plain})${version}(?= |$)`),
] as const

/** The licence that the words of a question mean; undefined where they mean none. */
export function licenceInWords(question: string): AskedLicence | undefined {
  const said = searchKey(question, ' ')
  for (const pattern of named) {
    const found = pattern.exec(said)
    if (found) {
      const rest = said.replace(found[0], ' ').replace(/ +/g, ' ').trim()
      return { family: found[1] as Family, rest }
    }
  }
  return /\bopen ?source\b/.test(said) ? { family: null, rest: said } : undefined
}

/** SPDX identifiers that the Open Source Initiative approved, of those that hosts of code name. */
const openSource =
  /^(?:MIT(?:-0)?|ISC|0BSD|Zlib|Unlicense|PostgreSQL|NCSA|MS-[PR]L|(?:Artistic|ECL|MulanPSL)-2\.0|(?:AFL|OSL)-3\.0|(?:BSL|UPL)-1\.0|CECILL-2\.1|(?:Apache|MPL|EPL|EUPL|AGPL|LGPL|GPL)-\d\.\d(?:-only|-or-later)?|BSD-[23]-Clause)$/

/**
 * Whether a listing has the licence: true or false where its proof tells, or where it says itself
 * that it is not open source; undefined where nobody knows.
 */
export function hasLicence(
  { family }: Pick<AskedLicence, 'family'>,
  listing: { licence: string | null; description: string },
): boolean | undefined {
  const { licence } = listing
  if (licence === null)
    return /^(?:closed|proprietary|source available)\b/.test(searchKey(listing.description, ' '))
      ? false
      : undefined
  return (
    openSource.test(licence) &&
    (family === null || searchKey(licence, ' ').split(' ')[0] === family)
  )
}

/**
 * The licence to publish of a repository: what a program found, unless an editor read another in it.
 * A text may quote the licence that it takes from: six that withhold the right to sell were listed as
 * MIT or Apache-2.0.
 */
export function publishedLicence(found: string | null, read: string | null): string | null {
  if (read === null || found === read) return found
  const [first = '', ...others] = read.split(/ and /i)
  // Of several licences the first is of the whole, the others of folders in it.
  if (found !== null && isSame(found, first)) return found
  // What a program could not tell apart is for a reader of the listing.
  return found === null && others.length > 0 && openSource.test(first) ? null : read
}

// "AGPL-3.0" is "AGPL-3.0-only"; the Commons Clause takes back what stands before it.
function isSame(found: string, read: string): boolean {
  const name = read.replace(/ with (?!Commons Clause)[^]*/i, '')
  return withoutVersions(name) === withoutVersions(found)
}

const withoutVersions = (name: string) => name.replace(/-(?:only|or-later)$/, '')

/** What lists can be narrowed by. What nobody knows is neither. */
export const licenceKinds = ['open_source', 'not_open_source'] as const
export type LicenceKind = (typeof licenceKinds)[number]

/** The kind of licence of a listing; undefined where nobody knows. */
export function licenceKind(listing: Parameters<typeof hasLicence>[1]): LicenceKind | undefined {
  const isOpen = hasLicence({ family: null }, listing)
  if (isOpen === undefined) return undefined
  return isOpen ? 'open_source' : 'not_open_source'
}

/**
 * Leaves out what is known to have another licence. Where a licence is named, what is known to have
 * it stands first.
 */
export function byLicence<T>(
  { family }: AskedLicence,
  found: readonly T[],
  has: (one: T) => boolean | undefined,
): T[] {
  const judged = found.map((one) => ({ one, has: has(one) })).filter((one) => one.has !== false)
  const known = family === null ? judged : judged.filter((one) => one.has === true)
  const others = family === null ? [] : judged.filter((one) => one.has === undefined)
  return [...known, ...others].map(({ one }) => one)
}
