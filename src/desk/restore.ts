import { restoreListing } from '#editorial/restore.ts'
import { stepCommand } from './step.ts'

export const restore = stepCommand({
  step: 'restore',
  about: 'take a withdrawal or a rejection back',
  consequence: () =>
    'What was public is public again; anything else is pending. Its submitter gets a mail.',
  decide: restoreListing,
  told: ({ isPublic, mailIds }) => ({
    outcome: 'restored',
    more: { status: isPublic ? 'approved' : 'pending' },
    text: isPublic ? 'public again' : 'pending again',
    hasMail: isPublic || mailIds.length > 0,
  }),
})
