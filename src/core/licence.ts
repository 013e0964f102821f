/** SPDX identifiers approved by the Open Source Initiative, of those that code hosts report. */
const openSource =
  /^(?:MIT(?:-0)?|ISC|0BSD|Zlib|Unlicense|PostgreSQL|NCSA|MS-[PR]L|(?:Artistic|ECL|MulanPSL)-2\.0|(?:AFL|OSL)-3\.0|(?:BSL|UPL)-1\.0|CECILL-2\.1|(?:Apache|MPL|EPL|EUPL|AGPL|LGPL|GPL)-\d\.\d(?:-only|-or-later)?|BSD-[23]-Clause)$/

/**
 * The open source licences of an SPDX expression, empty if it is not open source. "A OR B" needs one.
 * "A AND B" needs A: it is the licence of the whole, B that of a folder.
 */
export function openLicences(expression: string): string[] {
  const choices = expression.replace(/[()]/g, '').split(/ OR /i)
  return choices
    .map((choice) => choice.split(/ AND /i).map((part) => part.trim()))
    .filter(([first]) => openSource.test(first!))
    .flatMap((parts) => parts.filter((part) => openSource.test(part)))
}

/** Whether a description says that the product is not open source. */
export const saysClosed = (description: string) =>
  /^(?:closed|proprietary|source.available)\b/i.test(description)

/**
 * The licence to publish: the one that a program found, unless an editor read another in the text. A
 * licence that forbids selling may quote MIT, and programs then report MIT.
 */
export function publishedLicence(found: string | null, read: string | null): string | null {
  if (read === null || found === read) return found
  const [first = '', ...others] = read.split(/ and /i)
  if (found !== null && isSame(found, first)) return found
  // Several licences that no program recognised: readers should look themselves.
  return found === null && others.length > 0 && openSource.test(first) ? null : read
}

// Exceptions ("GPL-2.0 with …") do not matter, but the Commons Clause revokes the licence.
function isSame(found: string, read: string): boolean {
  const name = read.replace(/ with (?!Commons Clause)[^]*/i, '')
  return withoutVersions(name) === withoutVersions(found)
}

const withoutVersions = (name: string) => name.replace(/-(?:only|or-later)$/, '')

/** Licence filters. An unknown licence matches neither. */
export const licenceKinds = ['open_source', 'not_open_source'] as const
/** A licence filter. */
export type LicenceKind = (typeof licenceKinds)[number]

/** The kind of licence, by the proof or else the description; undefined if unknown. */
export function licenceKind(listing: {
  licence: string | null
  description: string
}): LicenceKind | undefined {
  const { licence, description } = listing
  if (licence === null) return saysClosed(description) ? 'not_open_source' : undefined
  return openLicences(licence).length > 0 ? 'open_source' : 'not_open_source'
}
