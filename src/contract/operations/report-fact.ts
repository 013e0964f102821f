import { z } from 'zod'
import { ReportedFact } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { bodyErrors, commonErrors, operation, response } from '#contract/operation.ts'
import { Email, HttpUrl, line, text } from '#contract/resources/fields.ts'
import { cleanBody } from '#contract/text.ts'

/** The facts that are about one tool, which a report then names. */
const factsOfTools = ['tool', 'line', 'works_with'] as const satisfies ReportedFact[]

/** Whether a report about this fact names a tool. */
export const isOfTool = (fact: ReportedFact): boolean => factsOfTools.some((one) => one === fact)

export const reportFact = operation({
  id: 'report_fact',
  method: 'POST',
  path: '/reports',
  summary: 'Report a wrong fact',
  description:
    'Tells the editors that a fact of a public listing is wrong. An editor looks at it. At most five an hour from one address; a refused request uses up none.',
  query: z.object({
    dry_run: z
      .enum(['true', 'false'])
      .optional()
      .describe('`true` reports nothing: it checks the body and the rate limit.'),
  }),
  body: z.preprocess(
    (value) => cleanBody(value),
    z.object({
      slug: line(limits.slug).describe('The slug of the listing.'),
      fact: ReportedFact.describe(
        'What is wrong. `tool`: it is not built with it. `missing_tool`: it is built with a tool that the listing lacks. `line`: the line that is cited for the tool. `works_with`: it does not work with it. `claim`: what it says of its agents. `text`: a description.',
      ),
      tool: line(limits.slug)
        .optional()
        .describe(
          'The slug of the tool, for `tool`, `line` and `works_with`; for `missing_tool` if the directory has it, else `message` names it.',
        ),
      message: text(limits.report_message).describe('What is true; never published.'),
      source: HttpUrl.optional().describe('Where it can be seen.'),
      email: Email.optional().describe('To hear what became of it; never published.'),
    }),
  ),
  responses: {
    200: response('A dry run: this report would be accepted now.', {
      valid: z.literal(true).describe('The report would be accepted.'),
    }),
    202: response('The report waits for an editor.', {
      report: z.guid().describe('The id of the report.'),
      status_url: z.url().describe('The page that says what became of it; keep its id.'),
    }),
  },
  errors: ['invalid_request', 'not_found', ...bodyErrors, ...commonErrors],
  cache: 'never',
  bucket: 'submit',
  example: {
    body: {
      slug: 'n8n',
      fact: 'licence',
      message: 'The licence of the newest release is another one.',
      source: 'https://github.com/n8n-io/n8n/blob/master/LICENSE.md',
    },
  },
})
