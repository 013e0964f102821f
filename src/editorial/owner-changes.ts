import { type SubmissionBody, submissionFields } from '#contract/operations/submit-product.ts'
import type { Corrections } from './editable-fields.ts'

/** What an owner sends is whole: a field that is left out is empty. */
const ownersFields = Object.keys(submissionFields).filter(
  (name) => !['email', 'referral_code', 'tool_ids', 'tool_slugs'].includes(name),
) as Exclude<keyof SubmissionBody, 'email' | 'referral_code' | 'tool_ids' | 'tool_slugs'>[]

const lists = new Set<string>([
  'audience_tags',
  'custom_tools',
  'agent_tools_used',
  'supporting_links',
])

/** A submission as the values of every field that its owner may set. */
export function ownerChanges(body: SubmissionBody, toolSlugs: readonly string[]): Corrections {
  // Whose topics an editor chose keeps them until its owner names others.
  const sent = ownersFields.filter((name) => name !== 'topics' || body.topics !== undefined)
  const entries = sent.map((name) => [name, body[name] ?? (lists.has(name) ? [] : null)])
  // Each name is one of the table of editable fields, and its schema is the same.
  return { ...(Object.fromEntries(entries) as Corrections), tool_slugs: [...toolSlugs] }
}
