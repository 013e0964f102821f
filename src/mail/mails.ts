import { z } from 'zod'

const Name = z.string()

/**
 * Every mail that the service sends: its fields, its subject and its plain text. The HTML part is
 * templates/<kind>.mjml.
 */
export const mails = {
  receipt: mail(z.object({ name: Name, review_status_url: z.url() }), {
    subject: ({ name }) => `We received ${name}`,
    text: ({ name, review_status_url }) => `Thank you for submitting ${name} to Proofstack.

An editor reads every submission. You can see how the review stands here:
${review_status_url}

The address holds your e-mail address: keep it to yourself. Asking more often than every five minutes shows nothing new.

You get this mail because this address was given with the submission. If that was not you, you need do nothing: nothing is published without a review.`,
  }),
  'owner-verification': mail(z.object({ name: Name, confirm_url: z.url(), days: z.int() }), {
    subject: ({ name }) => `Confirm your address for ${name}`,
    text: ({
      name,
      confirm_url,
      days,
    }) => `Please confirm that this address belongs to the team behind ${name}:
${confirm_url}

The link works once, for ${days} days.

You get this mail because this address was given with a submission to Proofstack. If that was not you, leave the link alone.`,
  }),
  approval: mail(
    z.object({
      name: Name,
      listing_url: z.url(),
      badge_snippet: z.string(),
      referral_code: z.string(),
    }),
    {
      subject: ({ name }) => `${name} is listed on Proofstack`,
      text: ({
        name,
        listing_url,
        badge_snippet,
        referral_code,
      }) => `${name} is approved and listed on Proofstack:
${listing_url}

The page appears with the next build of the site, within a few minutes. To show that you are listed, put this badge on your site:

${badge_snippet}

Your referral code is ${referral_code}. Whoever names it in a submission is linked to your listing.

You get this mail because this address was given with the submission.`,
    },
  ),
  rejection: mail(z.object({ name: Name, reason: z.string(), submit_url: z.url() }), {
    subject: ({ name }) => `${name} was not accepted for Proofstack`,
    text: ({ name, reason, submit_url }) => `${name} was not accepted for Proofstack.

The editor wrote: ${reason}

The way back: once that is mended, submit the product again. Its domain is free for a new submission.
${submit_url}

You get this mail because this address was given with the submission.`,
  }),
  withdrawal: mail(z.object({ name: Name, reason: z.string(), submit_url: z.url() }), {
    subject: ({ name }) => `${name} was withdrawn from Proofstack`,
    text: ({ name, reason, submit_url }) => `${name} was withdrawn and is no longer on Proofstack.

The reason: ${reason}

A page that was published goes with the next build of the site, within a few minutes. The domain is free for a new submission:
${submit_url}

You get this mail because this address was given with the submission.`,
  }),
} as const

export type MailKind = keyof typeof mails
export type MailFields<K extends MailKind> = z.infer<(typeof mails)[K]['Fields']>
/** The compiled HTML of each kind, with placeholders like `{{name}}`. */
export type MailTemplates = Record<MailKind, string>

export const mailKinds = Object.keys(mails) as MailKind[]

/** A mail for the outbox, its fields checked by the compiler. */
export function mailOf<K extends MailKind>(kind: K, payload: MailFields<K>) {
  return { kind, payload: payload as Record<string, unknown> }
}

/**
 * The subject and both parts of a mail. `payload` comes from the outbox and is checked again: a
 * deployment may be newer than the row.
 */
export function composeMail(kind: MailKind, payload: unknown, templates: MailTemplates) {
  const { Fields, subject, text } = mails[kind] as unknown as Mail<Record<string, string | number>>
  const fields = Fields.parse(payload)
  const html = templates[kind].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    escapeHtml(String(fields[name])),
  )
  return { subject: subject(fields).replace(/\s+/g, ' '), text: text(fields), html }
}

interface Mail<F> {
  Fields: z.ZodType<F>
  subject: (fields: F) => string
  text: (fields: F) => string
}

function mail<S extends z.ZodObject>(Fields: S, parts: Omit<Mail<z.infer<S>>, 'Fields'>) {
  return { Fields, ...parts }
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
