import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { linkFields } from '#db/queries/outbox.ts'

const Name = z.string()
/** The owner's manage link; missing if no token was made for the mail. */
const ManageUrl = z.url().optional()

/** What a mail about a public listing may have. */
const OfListing = {
  name: Name,
  notes: z.string().optional(),
  listing_url: z.url(),
  manage_url: ManageUrl,
}

export const whySubmitted = 'You get this mail because this address was given with the submission.'
const whyClaimed = 'You get this mail because this address claimed the product.'

export interface Mail {
  Fields: z.ZodObject
  /** Contains the listing's name only once an editor approved it: anybody can submit a name. */
  subject: string
  /** Why the recipient gets the mail. Default: the address was given with the submission. */
  why?: string
  /** A person requests such mails, so they are sent even if mails to the address are off. */
  isRequested?: true
  /** Anybody can cause mails of this kind, so an unconfirmed address gets only a few a day. */
  isByAnyone?: true
}

/**
 * Every mail that the service sends: its fields, its subject and why it was sent. Both parts of its
 * content, HTML and plain text, are made of templates/<kind>.mjml.
 */
export const mails = {
  receipt: {
    Fields: z.object({
      name: Name,
      status_url: z.url().optional(),
      manage_url: ManageUrl,
      review_status_url: z.url(),
    }),
    isByAnyone: true,
    subject: 'We received your submission',
    why: `${whySubmitted} If that was not you, you need do nothing: nothing is published without a review.`,
  },
  'owner-verification': {
    Fields: z.object({ name: Name, confirm_url: z.url(), days: z.int() }),
    isRequested: true,
    isByAnyone: true,
    subject: 'Confirm your address',
    why: 'You get this mail because this address was given with a submission to Proofstack. If that was not you, leave the link alone.',
  },
  'revision-asked': {
    Fields: z.object({ name: Name, notes: z.string(), manage_url: ManageUrl }),
    subject: 'Please revise your submission',
  },
  'claim-decided': {
    Fields: z.object({
      ...OfListing,
      outcome: z.string(),
      /** What the listing says in public of the evidence that was read. */
      evidence: z.string().optional(),
      /** The page of the listing, if it is public. */
      listing_url: z.url().optional(),
    }),
    subject: 'Your claim was reviewed',
  },
  approval: {
    Fields: z.object({
      ...OfListing,
      /** How the review of the claim stands, if it was reviewed in the same step or is undecided. */
      claim: z.string().optional(),
      badge_snippet: z.string(),
      referral_code: z.string(),
    }),
    subject: '{{name}} is listed on Proofstack',
  },
  rejection: {
    Fields: z.object({
      name: Name,
      reason: z.string(),
      /** Missing if the reason is final. */
      submit_url: z.url().optional(),
      guide_url: z.url().optional(),
    }),
    subject: 'Your submission was not accepted for Proofstack',
  },
  withdrawal: {
    Fields: z.object({ name: Name, reason: z.string(), submit_url: z.url() }),
    subject: 'Your listing was withdrawn from Proofstack',
  },
  'back-in-review': {
    Fields: z.object({ name: Name, happened: z.string(), manage_url: ManageUrl }),
    subject: 'Your listing is in review again',
  },
  'listing-corrected': {
    Fields: z.object({
      ...OfListing,
      /** Where the correction is seen, and when. */
      outcome: z.string(),
      /** Each corrected field with its old and its new value, on lines of their own. */
      changes: z.string(),
    }),
    subject: 'An editor corrected your listing',
    why: 'You get this mail because this address submitted or claimed the product.',
  },
  'proposal-accepted': {
    Fields: z.object({
      ...OfListing,
      fields: z.string(),
      /** The status of the claim's review, if the accepted changes affect the claim. */
      claim: z.string().optional(),
    }),
    subject: 'Your changes to {{name}} are public',
  },
  'proposal-declined': {
    Fields: z.object({ name: Name, reason: z.string(), manage_url: ManageUrl }),
    subject: 'Your changes to {{name}} were not accepted',
  },
  'claim-started': {
    Fields: z.object({
      name: Name,
      /** The masked address of the claimant. Older rows of the outbox have none. */
      for: z.string().optional(),
      /** The ways to prove the claim, each with its place and content, or where they are named. */
      ways: z.string(),
      days: z.int(),
      /** Its page, which looks for the proof. Older rows of the outbox have none. */
      claim_url: z.url().optional(),
      manage_url: ManageUrl,
    }),
    isRequested: true,
    isByAnyone: true,
    subject: 'How to prove that a listing is yours',
    why: 'You get this mail because somebody claimed a product with this address. If that was not you, you need do nothing: without a proof nothing changes.',
  },
  'claim-proved': {
    Fields: z.object({ name: Name, where: z.string(), status_url: z.url() }),
    subject: 'Your claim is proved',
    why: whyClaimed,
  },
  'claim-missing': {
    Fields: z.object({
      name: Name,
      gone: z.string(),
      until: z.string(),
      /** How a claim is proved. Older rows of the outbox have none. */
      help_url: z.url().optional(),
    }),
    subject: 'The proof of your claim is missing',
    why: whyClaimed,
  },
  'claim-ended': {
    Fields: z.object({ name: Name, reason: z.string(), claim_url: z.url() }),
    subject: 'A listing is no longer managed with your address',
    why: 'You get this mail because this address submitted or claimed the product.',
  },
  'report-decided': {
    Fields: z.object({
      name: Name,
      /** The fact of the report, in words. */
      fact: z.string(),
      outcome: z.string(),
      answer: z.string().optional(),
      listing_url: z.url(),
      /** Its page, which says the same. Older rows of the outbox have none. */
      status_url: z.url().optional(),
    }),
    subject: 'What became of your report',
    why: `You get this mail because this address was given with a report that something is wrong in a listing. It is the only mail about it, and the address is removed after ${limits.report_days} days.`,
  },
  'manage-link': {
    Fields: z.object({ name: Name, manage_url: z.url(), days: z.int() }),
    isRequested: true,
    isByAnyone: true,
    subject: 'Your link to manage a listing',
    why: 'You get this mail because somebody requested the link with this address. If that was not you, leave the link alone.',
  },
  'editor-digest': {
    Fields: z.object({
      count: z.int(),
      fresh: z.string(),
      waiting: z.string(),
      oldest: z.string(),
      desk_url: z.url(),
    }),
    subject: '{{count}} new for the editors of Proofstack',
    why: 'You get this mail because the operator of this site entered your address for new work. At most one comes in an hour.',
  },
} as const satisfies Record<string, Mail>

export type MailKind = keyof typeof mails
export type MailFields<K extends MailKind> = z.infer<(typeof mails)[K]['Fields']>
/** Both parts of a mail, with placeholders like the one of a subject, `{{name}}`. */
export type MailTemplate = Record<'html' | 'text', string>
export type MailTemplates = Record<MailKind, MailTemplate>

export const mailKinds = Object.keys(mails) as MailKind[]

/** Whether a person requests mails of this kind. Any string: the outbox may hold unknown kinds. */
export function isRequestedMail(kind: string): boolean {
  return isMailKind(kind) && 'isRequested' in mails[kind]
}

/** The kinds of mail that anybody can cause to be sent to any address. Others report decisions. */
export const kindsByAnyone = mailKinds.filter((kind) => 'isByAnyone' in mails[kind])

/** Whether a mail that is useless without its link has lost it, see `setMailRefused`. */
export function hasLostLink(kind: string, payload: object): boolean {
  return isRequestedMail(kind) && !linkFields.some((field) => field in payload)
}

/** Whether this version of the code knows a kind of mail in the outbox. */
export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mails, kind)
}

/** Makes a mail for the outbox. The compiler checks that `payload` fits the kind. */
export function mailOf<K extends MailKind>(kind: K, payload: MailFields<K>) {
  return { kind, payload: payload as Record<string, unknown> }
}
