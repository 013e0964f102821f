import { z } from 'zod'
import { ActivityState, enums } from './enums.ts'
import { limits } from './limits.ts'
import { Hosting } from './resources/facts.ts'
import { text } from './resources/fields.ts'
import { cut } from './text.ts'

/** Tools with commas between them, each of any version or, as in `nextjs@16`, of one major. */
export const versionedTools = (schema: z.ZodString) =>
  schema
    .superRefine((sent, context) => {
      const wrong = sent.split(',').find((one) => one.includes('@') && !/^[^@]+@\d+ *$/.test(one))
      if (wrong === undefined) return
      const named = JSON.stringify(cut(wrong.trim(), 60))
      const message = `has ${named}, but a version is a major, as in nextjs@16`
      context.addIssue({ code: 'custom', message })
    })
    .optional()

/** The filters of products that lists and recommendations have in common. */
export const productFilters = {
  licence: z.string().optional().describe('`open-source`, or an SPDX identifier such as MIT.'),
  hosting: Hosting.optional().describe('Where it runs.'),
  lifecycle: z
    .enum([...enums.lifecycleState, 'all'])
    .optional()
    .describe('Without it all but `sunset`.'),
  activity: ActivityState.optional().describe('By its last commit.'),
  works_with: text(limits.stack).optional().describe('Tools beside its stack: all.'),
  not_tools: versionedTools(text(limits.stack)).describe('Built with none.'),
}
