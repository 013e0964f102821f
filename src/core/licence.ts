/** The SPDX identifiers that code hosts report and the Open Source Initiative has approved. */
const openSource =
  /^(?:MIT(?:-0)?|ISC|0BSD|Zlib|Unlicense|PostgreSQL|NCSA|MS-[PR]L|PSF-2\.0|OFL-1\.1|(?:Artistic|ECL|MulanPSL)-2\.0|(?:AFL|OSL)-3\.0|(?:BSL|UPL)-1\.0|CECILL-2\.1|(?:Apache|MPL|EPL|EUPL|AGPL|LGPL|GPL)-\d\.\d(?:-only|-or-later)?|BSD-[23]-Clause)$/

/** Free licences of documents, which may stand beside that of the code. */
const ofDocuments = /^(?:CC0-1\.0|CC-BY-4\.0)$/

/** Open source licences that let anybody publish changes under other terms. */
const permissive = /^(?:mit|isc|0bsd|zlib|unlicense|postgresql|ncsa|apache|bsd|upl|psf|bsl)(?:-|$)/

/** The parts of each choice of an SPDX expression: "A AND B OR C" has the choices A, B and C. */
const choicesOf = (expression: string) =>
  expression
    .replace(/[()]/g, '')
    .split(/ OR /i)
    .map((choice) => choice.split(/ AND /i).map((part) => part.trim()))

const isOpen = ([whole, ...parts]: readonly string[]) =>
  openSource.test(plain(whole!)) &&
  parts.every((part) => openSource.test(plain(part)) || ofDocuments.test(part))

/** Whether an SPDX expression is open source: one of its choices is, in each of its parts. */
export const isOpenSource = (expression: string) => choicesOf(expression).some(isOpen)

/**
 * What filters find a licence by, in lists, search and recommend alike: identifiers in lower case,
 * without "-only" and "-or-later", and `open-source` and `permissive`. Of "A AND B" it is A, the
 * licence of the whole; B, that of a part, counts if both are open source.
 */
export function licenceTerms(expression: string): string[] {
  const choices = choicesOf(expression)
  const parts = choices.flatMap((choice) => (isOpen(choice) ? choice : choice.slice(0, 1)))
  const names = parts.map((part) => withoutVersions(plain(part)).toLowerCase())
  const open = choices.filter(isOpen)
  const isPermissive = open.some((choice) =>
    choice.every((one) => permissive.test(one.toLowerCase())),
  )
  return [
    ...new Set(names.filter(Boolean)),
    ...(open.length > 0 ? ['open-source'] : []),
    ...(isPermissive ? ['permissive'] : []),
  ]
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

/** A part of an expression without the exceptions of SPDX, which allow more. */
const plain = (part: string) => part.replace(/ with \S*exception\S*/i, '')

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
  return isOpenSource(licence) ? 'open_source' : 'not_open_source'
}
