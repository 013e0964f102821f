import { withdrawListing } from '#editorial/withdraw.ts'
import { stepCommand } from './step.ts'

export const withdraw = stepCommand({
  step: 'withdraw',
  about: 'take it out of the directory; its owner gets the reason by mail',
  needsReason: true,
  consequence: ({ reason }) =>
    `It is a 404 at once, its domain comes free, and its submitter gets this reason by mail: ${reason}`,
  decide: withdrawListing,
  wanted: 'withdrawn',
  told: () => ({ outcome: 'withdrawn', text: 'withdrawn', hasMail: true }),
})
