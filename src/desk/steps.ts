import { askRevision } from '#editorial/ask-revision.ts'
import { declineProposal } from '#editorial/proposal.ts'
import { rejectListing } from '#editorial/reject.ts'
import { restoreListing } from '#editorial/restore.ts'
import { undoDecision, undoMinutes } from '#editorial/undo.ts'
import { withdrawListing } from '#editorial/withdraw.ts'
import { stepCommand } from './step.ts'

const reasonMissing = 'Give the submitter a reason: --reason "…"'

export const reject = stepCommand({
  decision: 'reject',
  about: 'refuse it; the submitter gets the reason by mail',
  mailed: { option: 'reason', of: 'reject', missing: reasonMissing },
  question: ({ name, text }) => `Reject ${name}? Its submitter gets this reason by mail: ${text}`,
  decide: rejectListing,
  wanted: 'rejected',
})

export const revise = stepCommand({
  decision: 'ask-revision',
  about: 'ask its submitter to mend it; the notes go by mail, with a link to do so',
  mailed: { option: 'notes', of: 'revise', missing: 'Say what is to be mended: --notes "…"' },
  question: ({ name, text }) =>
    `Ask the submitter of ${name} for a revision? These notes go by mail: ${text}`,
  decide: (db, { reason: notes, ...request }, to) => askRevision(db, { ...request, notes }, to),
  result: (name) => ({
    value: { outcome: 'revision_asked' },
    text: `The submitter of ${name} is asked for a revision.`,
  }),
})

export const withdraw = stepCommand({
  decision: 'withdraw',
  about: 'take it out of the directory; its owner gets the reason by mail',
  mailed: { option: 'reason', of: 'withdraw', missing: reasonMissing },
  question: ({ name, text }) =>
    `Withdraw ${name}? It is a 404 within seconds, its domain comes free, and its submitter gets this reason by mail: ${text}`,
  decide: withdrawListing,
  wanted: 'withdrawn',
})

export const restore = stepCommand({
  decision: 'restore',
  about: 'take a withdrawal or a rejection back',
  question: ({ name }) =>
    `Restore ${name}? What was public is public again; anything else is pending. Its submitter gets a mail.`,
  decide: restoreListing,
  result: (name, { isPublic, mailIds }) => ({
    value: { outcome: 'restored', status: isPublic ? 'approved' : 'pending' },
    text: `${name} is ${isPublic ? 'public' : 'pending'} again.`,
    hasMail: isPublic || mailIds.length > 0,
  }),
})

export const undo = stepCommand({
  decision: 'undo',
  about: `take your last decision on it back within ${undoMinutes} minutes, with its mail`,
  more: 'Not if somebody has done something to it since, or if its mail has left and no other mail could say that it does not count. --delay of a decision keeps its mail so long.',
  question: ({ slug }) =>
    `Undo your last decision on ${slug}? It is as it was before. A mail that has left is followed by one that says so.`,
  decide: undoDecision,
  result: (name, { mailIds }) => ({
    value: { outcome: 'undone' },
    text: `${name} is as it was before.`,
    hasMail: mailIds.length > 0,
  }),
})

export const decline = stepCommand({
  decision: 'decline',
  about: 'decline what its owner proposed; the owner gets the reason by mail',
  mailed: { option: 'reason', of: 'decline', missing: 'Give the owner a reason: --reason "…"' },
  question: ({ slug, text }) =>
    `Decline the proposal for ${slug}? Its owner gets this reason by mail: ${text}`,
  decide: declineProposal,
  result: (name) => ({
    value: { outcome: 'declined_proposal' },
    text: `The proposal for ${name} is declined; what is public stays.`,
  }),
})
