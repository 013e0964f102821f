// Reads the claims that an owner publishes: in a JSON file or in TXT records.
import type { ClaimLookCode } from '#contract/resources/claim.ts'
import { attempt } from '#core/attempt.ts'
import { maskedEmail } from '#core/owner-claim.ts'
import { stringsOf, tableOf } from '#proof/manifests/tables.ts'

/** The name of the file, in a repository and below /.well-known. */
export const claimFile = 'proofstack.json'

/** The most bytes of a file that are read. */
export const claimFileBytes = 64 * 1024

/** What a published text says: the claim is there, or a code and what was found instead. */
export type Published = 'found' | { code: ClaimLookCode; found: string }

/** A claim, and who claims. */
export interface Claimant {
  id: string
  email: string
}

/** The content that proves a claim in a file. */
export function claimContent({ id, email }: Claimant): string {
  return JSON.stringify({ claim: id, for: maskedEmail(email) })
}

/**
 * Reads a file with `{"claim": "<id>"}`, a string or a list of strings. A `for` that names another
 * address refuses the claim: whoever published it meant somebody else.
 */
export function readClaimFile(text: string, { id, email }: Claimant): Published {
  const value = attempt(() => JSON.parse(text.replace(/^\uFEFF/, '')) as unknown)
  if (value === undefined) {
    const isPage = /^\s*<(?:!doctype|html)/i.test(text)
    return { code: 'file_not_json', found: isPage ? 'is a web page and no JSON' : 'is no JSON' }
  }
  const file = tableOf(value)
  const claims = textsOf(file['claim'])
  if (claims.length === 0)
    return { code: 'file_without_claim', found: 'has no field `claim` with a text' }
  if (!claims.includes(id)) return { code: 'file_other_claim', found: 'names another claim' }
  const named = textsOf(file['for']).map(maskedEmail)
  return named.length === 0 || named.includes(maskedEmail(email))
    ? 'found'
    : { code: 'file_other_address', found: 'has the claim, but for another address' }
}

function textsOf(value: unknown): string[] {
  return stringsOf([value].flat()).map((one) => one.trim())
}

/** Reads TXT records, one of which has to be the id. */
export function readClaimRecords(records: readonly string[][], id: string): Published {
  // RFC 7208, 3.3: long TXT records are split into pieces, to be joined without a separator.
  const lines = records.map((pieces) => pieces.join('').trim())
  if (lines.includes(id)) return 'found'
  return lines.length === 0
    ? { code: 'dns_no_record', found: 'has no TXT record' }
    : { code: 'dns_other_claim', found: 'has TXT records, none of which is this claim' }
}
