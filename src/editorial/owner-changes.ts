import { submissionFields } from '#contract/operations/submit-product.ts'
import { type ChangeBody, keptNames } from '#contract/operations/update-product.ts'
import type { Corrections } from './editable-fields.ts'

/** The fields that an owner's form replaces: a field that is not sent is emptied. */
const replaced = Object.keys(submissionFields).filter(
  (name) => !['email', 'referral_code', 'tool_ids', 'tool_slugs', 'topics'].includes(name),
) as Exclude<
  keyof typeof submissionFields,
  'email' | 'referral_code' | 'tool_ids' | 'tool_slugs' | 'topics'
>[]

const lists = new Set<string>([
  'audience_tags',
  'custom_tools',
  'agent_tools_used',
  'supporting_links',
])

/** A change as new values for every field that its owner may set. */
export function ownerChanges(body: ChangeBody, toolSlugs: readonly string[]): Corrections {
  // Fields that are not sent stay if an editor may have written them.
  const sent = (['topics', ...keptNames] as const).filter((name) => body[name] !== undefined)
  const entries = [
    ...replaced.map((name) => [name, body[name] ?? (lists.has(name) ? [] : null)]),
    ...sent.map((name) => [name, body[name]]),
  ]
  // `as`: every name is a key of `editableFields` with the same schema.
  return { ...(Object.fromEntries(entries) as Corrections), tool_slugs: [...toolSlugs] }
}
