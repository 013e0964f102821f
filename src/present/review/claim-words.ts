// Claims of ownership in words, for pages: how one stands, and how each way is gone.
import type { ClaimState, ClaimWay } from '#contract/enums.ts'
import type { Claimed, ClaimPlace } from '#contract/resources/claim.ts'
import { day } from '#present/words.ts'

/** How a claim stands, and what happens next. */
export const claimStates = {
  open: {
    title: 'Not proved yet',
    next: 'Publish the claim in one of these places, then have us look. One is enough; a proof of the domain counts more than one of the repository.',
  },
  proved: {
    title: 'Proved: the listing is claimed',
    next: 'The manage link in the mail about the claim works now. Leave the proof where it is: we look again from time to time.',
  },
  waiting: {
    title: 'Proved: an editor decides',
    next: 'The proof was seen. The address of the claim is not at the domain of the product, so an editor decides, and nothing was changed yet. If the listing is given to it, a mail says so.',
  },
  replaced: {
    title: 'Another claim took its place',
    next: 'Somebody proved the same listing in a stronger way. With a proof of the domain you may claim it again.',
  },
  lapsed: {
    title: 'The claim has lapsed',
    next: 'Its proof was gone for too long. Publish it again in one of these places, then have us look.',
  },
  refused: {
    title: 'Another owner has as good a proof',
    next: 'The proof was seen, but the listing has another owner with a proof that is as good, so nothing was changed. The editors are told of it. Answer the mail about the claim if the listing is yours.',
  },
} as const satisfies Record<ClaimState, { title: string; next: string }>

/** Whether a proof can still settle a claim in this state. */
export const isOpen = (state: ClaimState) => state === 'open' || state === 'lapsed'

const ways = {
  dns: {
    title: 'In the DNS',
    how: 'Add a TXT record with this name and value:',
    seen: 'in its DNS',
  },
  website: {
    title: 'On the website',
    how: 'Serve a file at this address, with this in it:',
    seen: 'on its website',
  },
  repository: {
    title: 'In the repository',
    how: 'Commit this file to the default branch. Other fields in it are fine:',
    seen: 'in its repository',
  },
} as const satisfies Record<ClaimWay, object>

/** A way to prove a claim, as a page shows it: `place` is copied apart from `content`. */
export function wayWords({ way, where, content }: ClaimPlace) {
  return { ...ways[way], place: where, content }
}

/** How its owner claimed a listing, in words: "in its repository at commit 0f2c9a7be41d". */
export function seenWords({ way, commit }: Pick<Claimed, 'way' | 'commit'>): string {
  return `${ways[way].seen}${commit === null ? '' : ` at commit ${commit.slice(0, 12)}`}`
}

/** How the owner of a listing claimed it; undefined if nobody did. */
export function claimedSentence(claimed: Claimed | null): string | undefined {
  return claimed
    ? `Claimed by its owner, shown ${seenWords(claimed)} on ${day(claimed.on)}.`
    : undefined
}

/** The day until which a missing proof has to be back, in words. */
export function lapseDay(missingSince: Date, days: number): string {
  return day(new Date(missingSince.getTime() + days * 86_400_000).toISOString())
}
