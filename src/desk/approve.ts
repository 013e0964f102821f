import { approveListing, approveWithClaim } from '#editorial/approve.ts'
import { stepCommand } from './step.ts'

export const approve = stepCommand({
  step: 'approve',
  about: 'publish it; --claim decides on its claim in the same step',
  consequence: ({ slug, to }) =>
    `It becomes public at ${to.listing(slug)}, and its submitter gets a mail.`,
  takesClaim: true,
  decide: (db, { verdict, ...request }, to) =>
    verdict ? approveWithClaim(db, { ...request, verdict }, to) : approveListing(db, request, to),
  wanted: 'approved',
  told: () => ({ outcome: 'approved', text: 'approved', hasMail: true }),
})
