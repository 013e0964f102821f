import { type Mail, type MailKind, type MailTemplate, mails } from './mails.ts'
import { unlinked } from './unlinked.ts'

/**
 * The subject and both parts of a mail. `payload` comes from the outbox and is checked again,
 * because its row may be older than this code. `off_url` is the link, at the end of the mail, that
 * switches mails to the address off.
 */
export function composeMail(
  kind: MailKind,
  payload: unknown,
  { html, text }: MailTemplate,
  off_url?: string,
) {
  const mail = mails[kind] as unknown as Mail<Record<string, string | number | undefined>>
  const given = mail.Fields.parse(payload)
  const subject = mail.subject(given).replace(/\s+/g, ' ')
  const name = unlinked(String(given['name']))
  const values = { ...given, name, subject, why: mail.why, off_url }
  return { subject, text: fill(text, values).trimEnd(), html: fill(html, values, escapeHtml) }
}

/**
 * Puts values into a template. The part between `<!-- if name -->` and `<!-- end name -->` is left
 * out when the value `name` is missing or empty. Placeholders inside values have no effect.
 */
function fill(
  template: string,
  values: Record<string, string | number | undefined>,
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
