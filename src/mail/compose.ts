import { type Mail, type MailKind, type MailTemplate, mails, whySubmitted } from './mails.ts'
import { unlinked } from './unlinked.ts'

/**
 * The subject and both parts of a mail. `payload` is checked again: its row in the outbox may be
 * older than this code. `off_url` is the link at the end that switches mails to the address off.
 */
export function composeMail(
  kind: MailKind,
  payload: unknown,
  { html, text }: MailTemplate,
  off_url?: string,
) {
  const mail: Mail = mails[kind]
  const given = mail.Fields.parse(payload)
  const subject = fill(mail.subject, given).replace(/\s+/g, ' ')
  const { why = whySubmitted } = mail
  const values = { ...given, name: unlinked(String(given['name'])), subject, why, off_url }
  return { subject, text: fill(text, values).trimEnd(), html: fill(html, values, escapeHtml) }
}

/**
 * Puts values into a template. The part between `<!-- if name -->` and `<!-- end name -->` is left
 * out when the value `name` is missing or empty. Placeholders inside values have no effect.
 */
function fill(
  template: string,
  values: Record<string, unknown>,
  written: (value: string) => string = (value) => value,
): string {
  return template
    .replace(/<!-- if (\w+) -->(.*?)<!-- end \1 -->/gs, (_, name: string, inside: string) =>
      (values[name] ?? '') === '' ? '' : inside,
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => written(String(values[name])))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
