/** The SPDX identifiers that code hosts report and the Open Source Initiative has approved. */
const openSource =
  /^(?:MIT(?:-0)?|ISC|0BSD|Zlib|Unlicense|PostgreSQL|NCSA|MS-[PR]L|(?:Artistic|ECL|MulanPSL)-2\.0|(?:AFL|OSL)-3\.0|(?:BSL|UPL)-1\.0|CECILL-2\.1|(?:Apache|MPL|EPL|EUPL|AGPL|LGPL|GPL)-\d\.\d(?:-only|-or-later)?|BSD-[23]-Clause)$/

/**
 * The open source licences of an SPDX expression; empty if it is not open source. "A OR B" is if A
 * or B is. "A AND B" is if A is: A is taken as the licence of the whole, B as that of a folder.
 */
export function openLicences(expression: string): string[] {
  const choices = expression.replace(/[()]/g, '').split(/ OR /i)
  return choices
    .map((choice) => choice.split(/ AND /i).map((part) => part.trim()))
    .filter(([first]) => openSource.test(first!))
    .flatMap((parts) => parts.filter((part) => openSource.test(part)))
}

/** Whether a description says that the product is not open source. */
const saysClosed = (description: string) =>
  /\b(?:closed|proprietary|commercial|source.available)\b/i.test(description)

/**
 * The licence to publish: `found` by a program, unless an editor `read` another in the licence
 * text: programs report MIT for one that quotes MIT but forbids selling, and one of several.
 */
export function publishedLicence(found: string | null, read: string | null): string | null {
  if (read === null) return found
  return found !== null && isSame(found, read) ? found : read
}

/** Whether an SPDX expression has this licence as one of its parts. */
export function hasLicence(expression: string, id: string): boolean {
  return expression.split(/ (?:and|or) /i).some((part) => isSame(id, part))
}

// Ignores exceptions such as "GPL-2.0 with …", except the Commons Clause, which takes back the open
// source licence.
function isSame(found: string, read: string): boolean {
  const name = read.replace(/ with (?!Commons Clause)[^]*/i, '')
  return withoutVersions(name) === withoutVersions(found)
}

const withoutVersions = (name: string) => name.replace(/-(?:only|or-later)$/, '')

/** A licence filter. A listing with an unknown licence matches neither. */
export type LicenceKind = 'open_source' | 'not_open_source'

/**
 * The kind of a listing's licence. If the licence is null, the description decides; undefined if
 * unknown.
 */
export function licenceKind(listing: {
  licence: string | null
  description: string
}): LicenceKind | undefined {
  const { licence, description } = listing
  if (licence === null) return saysClosed(description) ? 'not_open_source' : undefined
  return openLicences(licence).length > 0 ? 'open_source' : 'not_open_source'
}
