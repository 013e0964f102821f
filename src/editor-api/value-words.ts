import { ownership } from '#present/review/review-words.ts'
import { words } from '#present/words.ts'

/** The words for the values of fields with a closed set of them. */
const wordsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  source_kind: { curated: 'Entered by the editors', user_submission: 'Sent by a visitor' },
  submission_tier: { free: 'Free', paid_fast_track: 'Paid' },
  owner_status: { ...ownership, unverified: 'not confirmed yet' },
  submitted_by_agent: { true: 'Yes' },
  is_featured: { true: 'Yes' },
  qualification_type: words.qualification_type,
  agent_use_case: words.agent_use_case,
  audience_tags: words.audience,
  claim_review_status: words.claim,
  stack_basis: words.stack_basis,
}

/** A value of a field for people: in words, or the text as it was sent. */
export function inWords(field: string, text: string): string {
  return wordsOf[field]?.[text] ?? text
}
