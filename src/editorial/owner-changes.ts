import { type SubmissionBody, submissionFields } from '#contract/operations/submit-product.ts'
import type { Corrections } from './editable-fields.ts'

/** The fields that an owner's form replaces: a field that is not sent is emptied. */
const ownersFields = Object.keys(submissionFields).filter(
  (name) => !['email', 'referral_code', 'tool_ids', 'tool_slugs'].includes(name),
) as Exclude<keyof SubmissionBody, 'email' | 'referral_code' | 'tool_ids' | 'tool_slugs'>[]

const lists = new Set<string>([
  'audience_tags',
  'custom_tools',
  'agent_tools_used',
  'supporting_links',
])

/** A submission as new values for every field that its owner may set. */
export function ownerChanges(body: SubmissionBody, toolSlugs: readonly string[]): Corrections {
  // Topics that are not sent stay: an editor may have chosen them.
  const sent = ownersFields.filter((name) => name !== 'topics' || body.topics !== undefined)
  const entries = sent.map((name) => [name, body[name] ?? (lists.has(name) ? [] : null)])
  // `as`: every name is a key of `editableFields` with the same schema.
  return { ...(Object.fromEntries(entries) as Corrections), tool_slugs: [...toolSlugs] }
}
