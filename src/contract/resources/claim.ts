import { z } from 'zod'
import { ClaimState, ClaimWay } from '#contract/enums.ts'
import { Slug, Uri, resource } from './fields.ts'

/** What a look for a proof found in one place, each with its own sentence. */
export const ClaimLookCode = z.enum([
  'found',
  // A file, in the repository or on the website.
  'file_missing',
  'file_refused',
  'file_redirected',
  'file_too_large',
  'file_not_json',
  'file_without_claim',
  'file_other_claim',
  // It has the id, and `for` names the masked address of somebody else.
  'file_other_address',
  'host_silent',
  'repository_missing',
  'repository_moved',
  // Another repository has its name now.
  'repository_other',
  'repository_silent',
  'dns_no_record',
  'dns_other_claim',
  'dns_silent',
  // The proof is there, but there is nothing to claim.
  'not_listed',
])
export type ClaimLookCode = z.infer<typeof ClaimLookCode>

/** The id of a claim, in an address. */
export const ClaimId = z.string().describe('The id of the claim, from POST /claims.')

export const Claimed = resource('Claimed', 'The proof by which its owner claimed a listing.', {
  way: ClaimWay.describe('How it was proved.'),
  where: Uri.describe('Where the proof was seen; an RFC 4501 `dns:` address for DNS.'),
  commit: z.string().nullable().describe('The commit of the repository; null for other ways.'),
  on: z.iso.date().describe('The day it was seen.'),
})
export type Claimed = z.infer<typeof Claimed>

const ClaimPlace = resource('ClaimPlace', 'A way to prove a claim; one is enough.', {
  way: ClaimWay.describe('The way.'),
  where: z.string().describe('Where to publish the content.'),
  content: z.string().describe('What to publish.'),
})
export type ClaimPlace = z.infer<typeof ClaimPlace>

export const ClaimStarted = resource('ClaimStarted', 'A claim, and the ways to prove it.', {
  success: z.literal(true).describe('The claim was started; nothing is proved yet.'),
  claim: z.string().describe('The id to publish. It is no secret.'),
  state: z.literal('open').describe('No proof was seen yet.'),
  for: z
    .string()
    .describe('Your address, masked: it says to whoever publishes the claim for whom.'),
  ways: z.array(ClaimPlace).min(1).describe('The ways, the strongest first. One is enough.'),
  check_url: Uri.describe('POST here once the proof is published.'),
  expires_in_days: z.int().describe('After so many days without a proof the claim is deleted.'),
})

const ClaimLook = resource('ClaimLook', 'What a look found in one place.', {
  way: ClaimWay.describe('The way that was looked at.'),
  where: z.string().describe('The place that was looked at.'),
  code: ClaimLookCode.describe('What was found.'),
  message: z.string().describe('What was found and what was expected, in a sentence.'),
})
export type ClaimLook = z.infer<typeof ClaimLook>

/** The answer to a check of a claim: its state, and what was found in each place. */
export const ClaimChecked = resource('ClaimChecked', 'How a claim stands after a look.', {
  claim: z.string().describe('The id of the claim.'),
  state: ClaimState.describe(
    '`open`: not proved yet; `proved`: the listing is claimed; `waiting`: the proof was seen, and an editor decides, because your address is not at the domain of the product; `replaced`: another owner has a stronger proof; `refused`: another owner has a proof that is as good, of which the editors are told.',
  ),
  slug: Slug.nullable().describe('The listing, once a proof was seen; null before.'),
  looked: z.array(ClaimLook).describe('What was found in each place; empty if nothing was open.'),
})
export type ClaimChecked = z.infer<typeof ClaimChecked>
