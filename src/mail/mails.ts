import { z } from 'zod'
import { linkFields } from '#db/outbox.ts'

const Name = z.string()
/** The owner's way in. Missing where nobody has made a token yet. */
const ManageUrl = z.url().optional()

const whySubmitted = 'You get this mail because this address was given with the submission.'
const keepLink = 'The link is for you alone: keep it to yourself.'
const manageLine = (manage_url: string | undefined) =>
  manage_url && `See, change or withdraw what you submitted:\n${manage_url}\n${keepLink}`

/**
 * Every mail that the service sends: its fields, its subject, the paragraphs of its plain text (one
 * that is empty or missing is left out) and why it was sent. The HTML part is
 * templates/<kind>.mjml.
 */
export const mails = {
  receipt: mail({
    Fields: z.object({
      name: Name,
      status_url: z.url().optional(),
      manage_url: ManageUrl,
      review_status_url: z.url(),
    }),
    isByAnyone: true,
    subject: () => 'We received your submission',
    why: `${whySubmitted} If that was not you, you need do nothing: nothing is published without a review.`,
    text: ({ name, status_url, manage_url, review_status_url }) => [
      `Thank you for submitting ${name} to Proofstack.`,
      'An editor reads every submission. You get a mail when it is decided.',
      status_url && `See how the review stands:\n${status_url}`,
      `The state of the review, for programs:\n${review_status_url}`,
      'This link holds your e-mail address: keep it to yourself. Asking more often than every five minutes shows nothing new.',
      manageLine(manage_url),
    ],
  }),
  'owner-verification': mail({
    Fields: z.object({ name: Name, confirm_url: z.url(), days: z.int() }),
    isAsked: true,
    isByAnyone: true,
    subject: () => 'Confirm your address',
    why: 'You get this mail because this address was given with a submission to Proofstack. If that was not you, leave the link alone.',
    text: ({ name, confirm_url, days }) => [
      `Please confirm that this address belongs to the team behind ${name}:\n${confirm_url}`,
      `The link works once, for ${days} days.`,
    ],
  }),
  'revision-asked': mail({
    Fields: z.object({ name: Name, notes: z.string(), manage_url: ManageUrl }),
    subject: () => 'Please revise your submission',
    why: whySubmitted,
    text: ({ name, notes, manage_url }) => [
      `An editor has read ${name} and asks for changes before it can be listed.`,
      notes && `The editor wrote:\n${notes}`,
      manage_url &&
        `Change your submission here, and an editor looks at it again:\n${manage_url}\n${keepLink}`,
    ],
  }),
  'claim-decided': mail({
    Fields: z.object({
      name: Name,
      outcome: z.string(),
      notes: z.string().optional(),
      manage_url: ManageUrl,
    }),
    subject: () => 'Your claim was reviewed',
    why: whySubmitted,
    text: ({ name, outcome, notes, manage_url }) => [
      `An editor has reviewed what ${name} says about its agents.`,
      outcome,
      notes && `The editor wrote:\n${notes}`,
      manageLine(manage_url),
    ],
  }),
  approval: mail({
    Fields: z.object({
      name: Name,
      /** How the review of the claim ended, when it was decided in the same step. */
      claim: z.string().optional(),
      notes: z.string().optional(),
      listing_url: z.url(),
      badge_snippet: z.string(),
      referral_code: z.string(),
      manage_url: ManageUrl,
    }),
    subject: ({ name }) => `${name} is listed on Proofstack`,
    why: whySubmitted,
    text: ({ name, claim, notes, listing_url, badge_snippet, referral_code, manage_url }) => [
      `${name} is approved and listed on Proofstack. Its page is public now:\n${listing_url}`,
      claim,
      notes && `The editor wrote:\n${notes}`,
      'To show that you are listed, put this badge on your site:',
      badge_snippet,
      'We look for the badge on your site from time to time. Until it is found, the link from your listing to your site is marked nofollow.',
      `Your referral code is ${referral_code}. Whoever names it in a submission is linked to your listing.`,
      manageLine(manage_url),
    ],
  }),
  rejection: mail({
    Fields: z.object({
      name: Name,
      reason: z.string(),
      submit_url: z.url(),
      guide_url: z.url().optional(),
    }),
    subject: () => 'Your submission was not accepted for Proofstack',
    why: whySubmitted,
    text: ({ name, reason, submit_url, guide_url }) => [
      `${name} was not accepted for Proofstack.`,
      `The editor wrote:\n${reason}`,
      guide_url && `What is accepted, and what is not:\n${guide_url}`,
      `The way back: once that is mended, submit the product again. Its domain is free for a new submission.\n${submit_url}`,
    ],
  }),
  withdrawal: mail({
    Fields: z.object({ name: Name, reason: z.string(), submit_url: z.url() }),
    subject: () => 'Your listing was withdrawn from Proofstack',
    why: whySubmitted,
    text: ({ name, reason, submit_url }) => [
      `${name} was withdrawn and is no longer on Proofstack.`,
      reason && `The reason:\n${reason}`,
      'A page that was published goes with the next build of the site, within a few minutes.',
      `The domain is free for a new submission:\n${submit_url}`,
    ],
  }),
  'back-in-review': mail({
    Fields: z.object({ name: Name, happened: z.string(), manage_url: ManageUrl }),
    subject: () => 'Your listing is in review again',
    why: whySubmitted,
    text: ({ name, happened, manage_url }) => [
      `${name} is in review on Proofstack again.`,
      happened,
      'You need do nothing: an editor looks at it, and you get a mail when it is decided.',
      manageLine(manage_url),
    ],
  }),
  'proposal-accepted': mail({
    Fields: z.object({
      name: Name,
      fields: z.string(),
      /** How the review of the claim stands, when the changes have touched it. */
      claim: z.string().optional(),
      notes: z.string().optional(),
      listing_url: z.url(),
      manage_url: ManageUrl,
    }),
    subject: ({ name }) => `Your changes to ${name} are public`,
    why: whySubmitted,
    text: ({ name, fields, claim, notes, listing_url, manage_url }) => [
      `An editor accepted your changes to ${name}.`,
      `What changed: ${fields}`,
      claim,
      notes && `The editor wrote:\n${notes}`,
      `The listing:\n${listing_url}`,
      manageLine(manage_url),
    ],
  }),
  'proposal-declined': mail({
    Fields: z.object({ name: Name, reason: z.string(), manage_url: ManageUrl }),
    subject: ({ name }) => `Your changes to ${name} were not accepted`,
    why: whySubmitted,
    text: ({ name, reason, manage_url }) => [
      `An editor did not accept your changes to ${name}. The listing stays as it is.`,
      `The editor wrote:\n${reason}`,
      manageLine(manage_url),
    ],
  }),
  'manage-link': mail({
    Fields: z.object({ name: Name, manage_url: z.url(), days: z.int() }),
    isAsked: true,
    isByAnyone: true,
    subject: () => 'Your link to manage a listing',
    why: 'You get this mail because the link was asked for with this address. If that was not you, leave the link alone.',
    text: ({ name, manage_url, days }) => [
      `See, change or withdraw ${name}:\n${manage_url}`,
      `The link works for ${days} days. ${keepLink}`,
    ],
  }),
} as const

export type MailKind = keyof typeof mails
export type MailFields<K extends MailKind> = z.infer<(typeof mails)[K]['Fields']>
/** The compiled HTML of each kind, with placeholders like `{{name}}`. */
export type MailTemplates = Record<MailKind, string>

export const mailKinds = Object.keys(mails) as MailKind[]

/**
 * Whether a person asks for such a mail by hand. The outbox may hold kinds that this version does
 * not know.
 */
export function isAskedMail(kind: string): boolean {
  return isMailKind(kind) && mails[kind].isAsked
}

/** The kinds that anybody can have sent to an address; the others tell of decisions. */
export const kindsByAnyone = mailKinds.filter((kind) => mails[kind].isByAnyone)

/** Whether a mail lost its link in the outbox, and is nothing without it. */
export function hasLostLink(kind: string, payload: object): boolean {
  return isAskedMail(kind) && !linkFields.some((field) => field in payload)
}

/** Whether this version knows mails of a kind that stands in the outbox. */
export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mails, kind)
}

/** A mail for the outbox, its fields checked by the compiler. */
export function mailOf<K extends MailKind>(kind: K, payload: MailFields<K>) {
  return { kind, payload: payload as Record<string, unknown> }
}

export interface Mail<F> {
  Fields: z.ZodType<F>
  /** It holds the name only where an editor has approved the listing: anybody can submit a name. */
  subject: (fields: F) => string
  text: (fields: F) => (string | undefined)[]
  /** Why the reader gets it: the last line but one. */
  why: string
  /** A person asked for it by hand, so it goes to an address whose mails are off as well. */
  isAsked?: boolean
  /** Anybody can have it sent to an address, so that few a day go to one that never confirmed. */
  isByAnyone?: boolean
}

function mail<S extends z.ZodObject>(it: Omit<Mail<z.infer<S>>, 'Fields'> & { Fields: S }) {
  return { isAsked: false, isByAnyone: false, ...it }
}
