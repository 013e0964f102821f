import type { ErrorDetail } from '#contract/errors.ts'
import { formFields } from './submission-form.ts'

const labels = new Map<string, string>(formFields.map(({ name, label }) => [name, label]))

/** A problem as it is told to somebody with a form in front of them, who knows no GET /tools. */
export function forPeople({ path, message }: ErrorDetail): ErrorDetail {
  const [field = ''] = path.split('.')
  const isMissing = field === 'tool_slugs' && message.startsWith('or tool_ids')
  return {
    path: labels.get(field) ?? field,
    message: isMissing
      ? 'are missing: choose at least one, or name one of your own'
      : message.replaceAll('qualification_type', `“${labels.get('qualification_type')}”`),
  }
}
