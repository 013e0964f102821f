import { rejectListing } from '#editorial/reject.ts'
import { stepCommand } from './step.ts'

export const reject = stepCommand({
  step: 'reject',
  about: 'refuse it; the submitter gets the reason by mail',
  needsReason: true,
  consequence: ({ reason }) => `Its submitter gets this reason by mail: ${reason}`,
  decide: rejectListing,
  wanted: 'rejected',
  told: () => ({ outcome: 'rejected', text: 'rejected', hasMail: true }),
})
