// The history of a listing for its owner: the audit in words, without the names of editors and
// without their private notes.
import type { ClaimReviewStatus, ClaimWay } from '#contract/enums.ts'
import { seenWords } from './claim-words.ts'
import { fieldLabel } from './submission-form.ts'
import { inSentence, words } from '#present/words.ts'

/** An action of the audit. */
interface Action {
  at: Date
  actor: string
  action: string
  detail: object
}

interface Detail {
  changes?: readonly { field: string }[]
  left?: readonly string[]
  reason?: string
  notes?: string
  message?: string
  to?: string
  found?: boolean
  way?: ClaimWay
  commit?: string | null
}

type Words = (detail: Detail, actor: string) => [sentence: string, text?: string | undefined]

/** Actions that are not in this table are not shown. */
const table: Readonly<Record<string, Words>> = {
  submit: () => ['Submitted.'],
  approve: (_, actor) => [
    actor === 'content' ? 'Listed by the editors.' : 'An editor approved the listing.',
  ],
  // Entries from before every decision could be undone.
  'undo-approval': () => ['An editor put it back into review.'],
  undo: () => ['An editor took the last step back.'],
  restore: () => ['An editor took it in again.'],
  'ask-revision': ({ notes }) => ['An editor asked for a revision.', notes],
  revise: ({ message, ...detail }) => [`Its owner changed ${fieldsOf(detail)}.`, message],
  propose: ({ message, ...detail }) => [
    `Its owner proposed to change ${fieldsOf(detail)}.`,
    message,
  ],
  'take-back': () => ['Its owner took the proposal back.'],
  accept: ({ left = [], ...detail }) => [
    `An editor accepted the change of ${fieldsOf(detail)}${left.length > 0 ? `, not of ${labels(left)}` : ''}.`,
  ],
  decline: ({ reason }) => ['An editor declined the proposal.', reason],
  edit: ({ notes, ...detail }) => [`An editor corrected ${fieldsOf(detail)}.`, notes],
  'review-claim': ({ to }) => [
    `An editor reviewed the claim${to !== undefined && to in words.claim ? `: ${inSentence(words.claim[to as ClaimReviewStatus])}` : ''}.`,
  ],
  'verify-domain': () => ['Its domain was confirmed for its owner.'],
  'verify-owner': () => ['An editor confirmed its owner.'],
  claim: ({ way, commit = null }) => [
    `Its owner claimed it${way === undefined ? '' : `, shown ${seenWords({ way, commit })}`}.`,
  ],
  'end-claim': () => ['The claim lapsed: its proof was gone.'],
  badge: ({ found }) => [
    found ? 'Our badge was found on its website.' : 'Our badge was not found on its website.',
  ],
}

/**
 * The entries for these actions, newest first. `text` is what an editor or the owner wrote to the
 * other. What was written before the last claim is left out: it was for a former owner.
 */
export function ownHistory(actions: readonly Action[]) {
  const own = sinceClaim(actions).length
  return actions.flatMap(({ at, actor, action, detail }, place) => {
    const said = Object.hasOwn(table, action) ? table[action]!(detail as Detail, actor) : undefined
    return said ? [{ at, sentence: said[0], text: (place < own && said[1]) || null }] : []
  })
}

function sinceClaim(actions: readonly Action[]): readonly Action[] {
  const claimed = actions.findIndex(({ action }) => action === 'claim')
  return claimed === -1 ? actions : actions.slice(0, claimed)
}

function fieldsOf({ changes = [] }: Detail): string {
  return changes.length === 0 ? 'nothing' : labels(changes.map(({ field }) => field))
}

function labels(fields: readonly string[]): string {
  return [...new Set(fields.map((field) => inSentence(fieldLabel(field))))].join(', ')
}

/** The last proposal, if an editor declined it, why, and its fields; `all` has the newest first. */
export function lastDeclined(all: readonly Action[]) {
  const actions = sinceClaim(all)
  const last = actions.findIndex(({ action }) =>
    ['propose', 'take-back', 'accept', 'decline'].includes(action),
  )
  const found = actions[last]
  if (found?.action !== 'decline') return null
  const proposed = actions.slice(last).find(({ action }) => action === 'propose')
  const { reason = '' } = found.detail as Detail
  return { at: found.at, reason, fields: fieldsOf((proposed?.detail ?? {}) as Detail) }
}
