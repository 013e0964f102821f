/** SPDX identifiers that the Open Source Initiative approved, of those that hosts of code name. */
const openSource =
  /^(?:MIT(?:-0)?|ISC|0BSD|Zlib|Unlicense|PostgreSQL|NCSA|MS-[PR]L|(?:Artistic|ECL|MulanPSL)-2\.0|(?:AFL|OSL)-3\.0|(?:BSL|UPL)-1\.0|CECILL-2\.1|(?:Apache|MPL|EPL|EUPL|AGPL|LGPL|GPL)-\d\.\d(?:-only|-or-later)?|BSD-[23]-Clause)$/

/**
 * The open source licences of an SPDX expression, none where it is not open source. One part of "A OR
 * B" is enough. Of "A AND B" the first part is of the whole, the others of folders in it.
 */
export function openLicences(expression: string): string[] {
  const choices = expression.replace(/[()]/g, '').split(/ OR /i)
  return choices
    .map((choice) => choice.split(/ AND /i).map((part) => part.trim()))
    .filter(([first]) => openSource.test(first!))
    .flatMap((parts) => parts.filter((part) => openSource.test(part)))
}

/** Whether a description says itself that the product is not open source. */
export const saysClosed = (description: string) =>
  /^(?:closed|proprietary|source.available)\b/i.test(description)

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

/** The kind of licence of a listing, by its proof or its own words; undefined where nobody knows. */
export function licenceKind(listing: {
  licence: string | null
  description: string
}): LicenceKind | undefined {
  const { licence, description } = listing
  if (licence === null) return saysClosed(description) ? 'not_open_source' : undefined
  return openLicences(licence).length > 0 ? 'open_source' : 'not_open_source'
}
