import { z } from 'zod'
import { submissionFields } from '#contract/operations/submit-product.ts'
import { type ChangeBody, keptNames } from '#contract/operations/update-product.ts'
import { type Corrections, emptyValue } from './editable-fields.ts'

const others = ['email', 'referral_code', 'tool_ids', 'tool_slugs', 'topics'] as const
/** The fields that an owner's form replaces: a field that is not sent is emptied. */
const replaced = z.object(submissionFields).keyof().exclude(others).options

/** A change as new values for every field that its owner may set. */
export function ownerChanges(body: ChangeBody, toolSlugs: readonly string[]): Corrections {
  // Fields that are not sent stay if an editor may have written them.
  const sent = (['topics', ...keptNames] as const).filter((name) => body[name] !== undefined)
  const entries = [
    ...replaced.map((name) => [name, body[name] ?? emptyValue(name)]),
    ...sent.map((name) => [name, body[name]]),
  ]
  // `as`: every name is a key of `editableFields` with the same schema.
  return { ...(Object.fromEntries(entries) as Corrections), tool_slugs: [...toolSlugs] }
}
