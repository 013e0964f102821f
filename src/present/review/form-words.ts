import type { ErrorDetail } from '#contract/errors.ts'
import { formFields } from './submission-form.ts'

const labels = new Map<string, string>([
  ...formFields.map(({ name, label }): [string, string] => [name, label]),
  // A field of the form that requests a manage link.
  ['slug', 'The listing'],
  // Fields of the form that reports a wrong fact.
  ['about', 'What is wrong'],
  ['message', 'What is true'],
  ['source', 'Where it can be seen'],
])

/** Rewords an error detail of the API for people who fill in the form. */
export function forPeople({ path, message }: ErrorDetail): ErrorDetail {
  const [field = ''] = path.split('.')
  return { path: labels.get(field) ?? field, message: messageFor(field, message) }
}

function messageFor(field: string, message: string): string {
  if (field === 'tool_slugs' && message.startsWith('or tool_ids'))
    return 'are missing: choose at least one, or name one of your own'
  // The API's message assumes that this field belongs to the claim; in the form it does not.
  if (field === 'supporting_links' && message.startsWith('is kept for the editors'))
    return 'is for the editors, who look at it, and not shown'
  return message.replaceAll('qualification_type', `“${labels.get('qualification_type')}”`)
}
