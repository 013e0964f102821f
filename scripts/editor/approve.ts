import { approveListing } from '../../src/editorial/approve.ts'
import { stepCommand } from './step.ts'

export const approve = stepCommand({
  step: 'approve',
  about: 'publish it',
  consequence: ({ slug, to }) =>
    `It becomes public at ${to.listing(slug)}, and its submitter gets a mail.`,
  decide: approveListing,
  wanted: 'approved',
  told: () => ({ outcome: 'approved', text: 'approved', hasMail: true }),
})
