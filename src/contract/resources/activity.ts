import { z } from 'zod'
import { ActivityState } from '#contract/enums.ts'
import { resource } from './fields.ts'

/** The most days before `as_of` on which a product of this state had a commit or a release. */
export const activityDays = { recent: 90, quiet: 365 } as const

/** Whether a product is worked on, by dates alone. Decisions, Activity. */
export const Activity = resource('Activity', 'Whether it is worked on, by dates alone.', {
  state: ActivityState.describe(
    `A commit or release in the ${activityDays.recent} (\`recent\`) or ${activityDays.quiet} (\`quiet\`) days before \`as_of\`, or none (\`dormant\`).`,
  ),
  last_commit: z.iso.date().describe('The day of the newest commit that was seen.'),
  as_of: z.iso.date().describe('The day up to which commits could be seen.'),
})
export type Activity = z.infer<typeof Activity>
