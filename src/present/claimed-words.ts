import type { Claimed } from '#contract/resources/claim.ts'
import { day } from './words.ts'

const shownIn = {
  dns: 'in the DNS of its domain',
  website: 'in a file on its website',
  repository: 'in its repository',
  actions: 'by a workflow of its repository',
} as const satisfies Record<Claimed['way'], string>

/** How the owner of a listing claimed it; undefined if nobody did. */
export function claimedSentence(claimed: Claimed | null): string | undefined {
  if (!claimed) return undefined
  const { way, commit, on } = claimed
  const at = commit === null ? '' : ` at commit ${commit.slice(0, 7)}`
  return `Claimed by its owner, shown ${shownIn[way]}${at} on ${day(on)}.`
}
