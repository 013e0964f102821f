import { z } from 'zod'
import { AgentUseCase, AudienceTag, QualificationType } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { bodyErrors, commonErrors, operation, response } from '#contract/operation.ts'
import type { OwnerFieldName } from '#contract/product-fields.ts'
import {
  Email,
  HttpUrl,
  Slug,
  Uri,
  line,
  list,
  name,
  resource,
  text,
} from '#contract/resources/fields.ts'
import { OwnerClaim, reviewStatus } from '#contract/resources/review.ts'
import { cleanBody, codePoints } from '#contract/text.ts'

/** Spec, POST /submit, rule 2: the fields that `qualification_type` makes required. */
export const qualificationCompanions = [
  'agent_use_case',
  'qualification_statement',
  'workflow_summary',
  'agent_tools_used',
  'supporting_links',
] as const

const fields = z.object({
  name: name(limits.name).describe('The product name: `Cal.com`, not `https://cal.com`.'),
  url: HttpUrl.describe('The canonical homepage.'),
  description: line(limits.description).describe('What the product does.'),
  email: Email.describe('Your e-mail, for the review; never published.'),
  tool_slugs: list(z.string())
    .optional()
    .describe(
      'The stack, as slugs of list_tools, which is GET /tools. At least one tool is needed: here, in `tool_ids` or `custom_tools`.',
    ),
  tool_ids: list(z.guid({ error: 'is not a UUID' }).overwrite((id) => id.toLowerCase()))
    .optional()
    .describe('The stack, as tool ids.'),
  custom_tools: list(line(limits.custom_tools.length), limits.custom_tools.entries)
    .optional()
    .describe('Tools that the directory does not have yet, for editors; not published.'),
  founder_name: name(limits.founder_name)
    .optional()
    .describe('The founder or team, without a web or e-mail address.'),
  founder_twitter: z
    .string()
    .overwrite((handle) => handle.replace(/^@/, '').replace(/\s+/g, ' ').trim())
    .refine((handle) => codePoints(handle) <= limits.founder_twitter, {
      error: `has more than ${limits.founder_twitter} characters`,
    })
    .meta({ maxLength: limits.founder_twitter + 1 })
    .transform((handle) => handle || undefined)
    .optional()
    .describe('The handle of the founder; a leading @ is dropped.'),
  favicon_url: HttpUrl.optional().describe('A logo to show instead of the site’s own.'),
  screenshot_url: HttpUrl.optional().describe('A screenshot to show instead of one of ours.'),
  audience_tags: list(AudienceTag).optional().describe('Who the product is for.'),
  topics: list(z.string(), limits.topics).optional().describe('Topics, by slug.'),
  qualification_type: QualificationType.optional().describe(
    'Requires the five other claim fields.',
  ),
  agent_use_case: AgentUseCase.optional().describe('What its agents are for.'),
  qualification_statement: line(limits.qualification_statement)
    .optional()
    .describe('Why it qualifies.'),
  workflow_summary: text(limits.workflow_summary)
    .optional()
    .describe('What its agents do, step by step.'),
  agent_tools_used: list(line(limits.agent_tools_used.length), limits.agent_tools_used.entries)
    .optional()
    .describe('The frameworks, models and tools its agents use.'),
  supporting_links: list(HttpUrl, limits.supporting_links.entries)
    .optional()
    .describe('Where editors can check the claim.'),
  referral_code: line(limits.referral_code)
    .optional()
    .describe('The code of an existing listing that referred you.'),
} satisfies Record<OwnerFieldName, z.ZodType> & Record<string, z.ZodType>)

/** The schemas of the single fields of a submission: corrections are checked field by field. */
export const submissionFields = fields.shape

/** The body of a submission: cleaned, then checked. All problems are reported at once. */
export const SubmissionBody = z.preprocess(
  (value) => cleanBody(value),
  fields.superRefine(checkTogether, always()),
)
export type SubmissionBody = z.output<typeof SubmissionBody>

/** The rules about several fields of a body, also of a change. */
export function checkTogether(
  body: Partial<z.output<typeof fields>>,
  context: z.RefinementCtx,
): void {
  const named = [body.tool_slugs, body.tool_ids, body.custom_tools]
  if (named.every((one) => one === undefined || (Array.isArray(one) && one.length === 0))) {
    const message =
      'or tool_ids or custom_tools must name at least one tool; GET /tools, which is the MCP tool list_tools, has the slugs'
    context.addIssue({ code: 'custom', path: ['tool_slugs'], message })
  }
  if (body.qualification_type === undefined) return
  for (const field of qualificationCompanions) {
    const value = body[field]
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) continue
    const message = 'is required when qualification_type is given'
    context.addIssue({ code: 'custom', path: [field], message })
  }
}

const SubmissionWarning = resource(
  'SubmissionWarning',
  'Input that was accepted but is not used, or that an editor will ask about.',
  {
    path: z.string().describe('The field.'),
    message: z.string().describe('What happened to it, and how to fix it.'),
  },
)
export type SubmissionWarning = z.infer<typeof SubmissionWarning>

/**
 * Warnings in answers. Decisions, Claim fields without `qualification_type`: "absent when there
 * is nothing to say".
 */
const warnings = z
  .array(SubmissionWarning)
  .min(1)
  .optional()
  .describe(
    'Input that was accepted but is not used, or that an editor will ask about; absent when there is nothing to say.',
  )

export const submitProduct = operation({
  id: 'submit_product',
  method: 'POST',
  path: '/submit',
  summary: 'Submit a product',
  description:
    'Creates a pending listing that becomes public after an editor approves it. At most one submission per hour from one address and three per day with one e-mail; a refused request uses up neither. `warnings` lists unused input, such as unknown fields. The tier is always free.',
  query: z.object({
    dry_run: z
      .enum(['true', 'false'])
      .optional()
      .describe('`true` creates nothing: it checks the body and the rate limit.'),
  }),
  headers: z.object({
    'idempotency-key': text(limits.idempotency_key)
      .optional()
      .describe(
        'A key of your choice: for 24 hours, it and the same body return the first 201 again.',
      ),
  }),
  body: SubmissionBody,
  responses: {
    200: response('A dry run: this body would be accepted now.', {
      valid: z.literal(true).describe('The submission would be accepted.'),
      slug: Slug.describe('The slug it would get; a taken slug gets a number at its end.'),
      domain: z.string().describe('The domain it would be listed under.'),
      warnings,
    }),
    201: response('The pending listing was created.', {
      success: z.literal(true).describe('The listing was created.'),
      slug: Slug.describe('The slug of the listing.'),
      receiptSent: z
        .boolean()
        .describe('True only when the mail provider accepted the receipt before this answer.'),
      badge_opt_in: z.literal(false).describe('Always false for a submission.'),
      review_status_url: Uri.describe(
        'Where to check the review, at most once per 300 seconds. It contains your e-mail: keep it private.',
      ),
      owner_claim: OwnerClaim.describe('Whether you are known to own the product.'),
      ...reviewStatus,
      warnings,
    }),
  },
  errors: [
    'invalid_request',
    'unknown_tools',
    'duplicate_domain',
    'idempotency_conflict',
    ...bodyErrors,
    ...commonErrors,
  ],
  cache: 'never',
  bucket: 'submit',
  isTool: true,
  guidance:
    'Use it only for a product whose owner asked you to. Check lookup_by_url first; get tool slugs from list_tools. Keep review_status_url private: it contains the e-mail.',
  example: {
    body: {
      name: 'Letterbox',
      url: 'https://letterbox.example',
      description: 'Answers letters while the post office sleeps.',
      email: 'ada@letterbox.example',
      tool_slugs: ['postgresql', 'typescript'],
    },
  },
})

/**
 * Options that run a rule even if other fields are invalid. By default zod then skips the rule, and
 * the submitter would learn that it fails only at the next attempt.
 */
export function always() {
  return { when: (payload: { value: unknown }) => isObject(payload.value) }
}

/** Whether a value is an object with fields, not a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
