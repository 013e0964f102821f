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

const whySubmitted = 'You get this mail because this address was given with the submission.'
const whyClaimed = 'You get this mail because this address claimed the product.'
const keepLink = 'The link is for you alone: keep it to yourself.'
const manageLine = (manage_url: string | undefined) =>
  manage_url && `See, change or withdraw what you submitted:\n${manage_url}\n${keepLink}`

/**
 * Every mail that the service sends: its fields, its subject, the paragraphs of its plain text
 * (empty ones are left out) and why it was sent. The HTML part is templates/<kind>.mjml.
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
      status_url && `See the state of the review:\n${status_url}`,
      `The state of the review, for programs:\n${review_status_url}`,
      'This link holds your e-mail address: keep it to yourself. Asking more often than every five minutes shows nothing new.',
      manageLine(manage_url),
    ],
  }),
  'owner-verification': mail({
    Fields: z.object({ name: Name, confirm_url: z.url(), days: z.int() }),
    isRequested: true,
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
    text: ({ name, notes, manage_url }) => [
      `An editor has read ${name} and asks for changes before it can be listed.`,
      notes && `The editor wrote:\n${notes}`,
      manage_url &&
        `Change your submission here, and an editor looks at it again:\n${manage_url}\n${keepLink}`,
    ],
  }),
  'claim-decided': mail({
    Fields: z.object({
      ...OfListing,
      outcome: z.string(),
      /** What the listing says in public of the evidence that was read. */
      evidence: z.string().optional(),
      /** The page of the listing, if it is public. */
      listing_url: z.url().optional(),
    }),
    subject: () => 'Your claim was reviewed',
    text: ({ name, outcome, evidence, notes, listing_url, manage_url }) => [
      `An editor has reviewed what ${name} says about its agents.`,
      outcome,
      evidence && `What was read, as the listing says it in public:\n${evidence}`,
      notes && `The editor wrote:\n${notes}`,
      listing_url && `The listing:\n${listing_url}`,
      manageLine(manage_url),
    ],
  }),
  approval: mail({
    Fields: z.object({
      ...OfListing,
      /** How the review of the claim stands, if it was reviewed in the same step or is undecided. */
      claim: z.string().optional(),
      badge_snippet: z.string(),
      referral_code: z.string(),
    }),
    subject: ({ name }) => `${name} is listed on Proofstack`,
    text: ({ name, claim, notes, listing_url, badge_snippet, referral_code, manage_url }) => [
      `${name} is approved and listed on Proofstack. Its page is public now:\n${listing_url}`,
      claim,
      notes && `The editor wrote:\n${notes}`,
      'To show that you are listed, put this badge on your site:',
      badge_snippet,
      'We look for the badge on your site from time to time. Until it is found, the link from your listing to your site is marked nofollow.',
      `Your referral code is ${referral_code}. A submission that names it is linked to your listing.`,
      manageLine(manage_url),
    ],
  }),
  rejection: mail({
    Fields: z.object({
      name: Name,
      reason: z.string(),
      /** Missing if the reason is final. */
      submit_url: z.url().optional(),
      guide_url: z.url().optional(),
    }),
    subject: () => 'Your submission was not accepted for Proofstack',
    text: ({ name, reason, submit_url, guide_url }) => [
      `${name} was not accepted for Proofstack.`,
      `The editor wrote:\n${reason}`,
      guide_url && `What is accepted, and what is not:\n${guide_url}`,
      submit_url &&
        `When that is fixed, you can submit the product again. Its domain is free for a new submission.\n${submit_url}`,
    ],
  }),
  withdrawal: mail({
    Fields: z.object({ name: Name, reason: z.string(), submit_url: z.url() }),
    subject: () => 'Your listing was withdrawn from Proofstack',
    text: ({ name, reason, submit_url }) => [
      `${name} was withdrawn and is no longer on Proofstack.`,
      reason && `The reason:\n${reason}`,
      'A published page disappears with the next build of the site, within a few minutes.',
      `The domain is free for a new submission:\n${submit_url}`,
    ],
  }),
  'back-in-review': mail({
    Fields: z.object({ name: Name, happened: z.string(), manage_url: ManageUrl }),
    subject: () => 'Your listing is in review again',
    text: ({ name, happened, manage_url }) => [
      `${name} is in review on Proofstack again.`,
      happened,
      'You need do nothing: an editor looks at it, and you get a mail when it is decided.',
      manageLine(manage_url),
    ],
  }),
  'listing-corrected': mail({
    Fields: z.object({
      ...OfListing,
      /** Where the correction is seen, and when. */
      outcome: z.string(),
      /** Each corrected field with its old and its new value, on lines of their own. */
      changes: z.string(),
    }),
    subject: () => 'An editor corrected your listing',
    why: 'You get this mail because this address submitted or claimed the product.',
    text: ({ name, outcome, changes, notes, listing_url, manage_url }) => [
      `An editor corrected the listing of ${name}. ${outcome}`,
      changes,
      notes && `The editor wrote:\n${notes}`,
      'If that is wrong, propose another change with the link below, or answer this mail.',
      `The listing:\n${listing_url}`,
      manageLine(manage_url),
    ],
  }),
  'proposal-accepted': mail({
    Fields: z.object({
      ...OfListing,
      fields: z.string(),
      /** The status of the claim's review, if the accepted changes affect the claim. */
      claim: z.string().optional(),
    }),
    subject: ({ name }) => `Your changes to ${name} are public`,
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
    text: ({ name, reason, manage_url }) => [
      `An editor did not accept your changes to ${name}. The listing stays as it is.`,
      `The editor wrote:\n${reason}`,
      manageLine(manage_url),
    ],
  }),
  'claim-started': mail({
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
    subject: () => 'How to prove that a listing is yours',
    why: 'You get this mail because somebody claimed a product with this address. If that was not you, you need do nothing: without a proof nothing changes.',
    text: ({ name, for: whom, ways, days, claim_url, manage_url }) => [
      `To prove that ${name} is yours, publish one of these. A proof of the domain counts more than one of the repository.`,
      ways,
      whom &&
        `Whoever publishes it gives the listing to ${whom}: tell them so. If that address is not at the domain of the product, an editor decides once the proof is seen.`,
      claim_url && `Then have us look, on the page of the claim:\n${claim_url}`,
      `Without a proof the claim is deleted after ${days} days. What is published has to stay: we look again from time to time.`,
      manage_url &&
        `Once the proof was seen, this link opens the listing:\n${manage_url}\n${keepLink}`,
    ],
  }),
  'claim-proved': mail({
    Fields: z.object({ name: Name, where: z.string(), status_url: z.url() }),
    subject: () => 'Your claim is proved',
    why: whyClaimed,
    text: ({ name, where, status_url }) => [
      `${name} is claimed by you. The proof was seen here:\n${where}`,
      'The manage link in the mail about the claim works now: it lets you propose changes. Keep the proof where it is.',
      `The state of the listing:\n${status_url}`,
    ],
  }),
  'claim-missing': mail({
    Fields: z.object({
      name: Name,
      gone: z.string(),
      until: z.string(),
      /** How a claim is proved. Older rows of the outbox have none. */
      help_url: z.url().optional(),
    }),
    subject: () => 'The proof of your claim is missing',
    why: whyClaimed,
    text: ({ name, gone, until, help_url }) => [
      `We looked for the proof that ${name} is yours, and did not find it.`,
      gone,
      `If it is back before ${until}, nothing changes. Otherwise the claim ends on that day.`,
      help_url && `How a product is claimed:\n${help_url}`,
    ],
  }),
  'claim-ended': mail({
    Fields: z.object({ name: Name, reason: z.string(), claim_url: z.url() }),
    subject: () => 'A listing is no longer managed with your address',
    why: 'You get this mail because this address submitted or claimed the product.',
    text: ({ name, reason, claim_url }) => [
      `${name} is not managed with this address on Proofstack.`,
      reason,
      `How a product is claimed:\n${claim_url}`,
    ],
  }),
  'report-decided': mail({
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
    subject: () => 'What became of your report',
    why: `You get this mail because this address was given with a report that something is wrong in a listing. It is the only mail about it, and the address is removed after ${limits.report_days} days.`,
    text: ({ name, fact, outcome, answer, listing_url, status_url }) => [
      `You told us that something about ${name} is wrong: ${fact}.`,
      outcome,
      answer && `The editor wrote:\n${answer}`,
      `The listing:\n${listing_url}`,
      status_url && `The same on a page:\n${status_url}`,
    ],
  }),
  'manage-link': mail({
    Fields: z.object({ name: Name, manage_url: z.url(), days: z.int() }),
    isRequested: true,
    isByAnyone: true,
    subject: () => 'Your link to manage a listing',
    why: 'You get this mail because somebody requested the link with this address. If that was not you, leave the link alone.',
    text: ({ name, manage_url, days }) => [
      `See, change or withdraw ${name}:\n${manage_url}`,
      `The link works for ${days} days. ${keepLink}`,
    ],
  }),
  'editor-digest': mail({
    Fields: z.object({
      count: z.int(),
      fresh: z.string(),
      waiting: z.string(),
      oldest: z.string(),
      desk_url: z.url(),
    }),
    subject: ({ count }) => `${count} new for the editors of Proofstack`,
    why: 'You get this mail because the operator of this site entered your address for new work. At most one comes in an hour.',
    text: ({ fresh, waiting, oldest, desk_url }) => [
      `New for editors:\n${fresh}`,
      `What waits:\n${waiting}`,
      `What waits longest:\n${oldest}`,
      `All that waits:\n${desk_url}`,
    ],
  }),
} as const

export type MailKind = keyof typeof mails
export type MailFields<K extends MailKind> = z.infer<(typeof mails)[K]['Fields']>
/** The compiled HTML of each kind, with placeholders like `{{name}}`. */
export type MailTemplates = Record<MailKind, string>

export const mailKinds = Object.keys(mails) as MailKind[]

/** Whether a person requests mails of this kind. Any string: the outbox may hold unknown kinds. */
export function isRequestedMail(kind: string): boolean {
  return isMailKind(kind) && mails[kind].isRequested
}

/** The kinds of mail that anybody can cause to be sent to any address. Others report decisions. */
export const kindsByAnyone = mailKinds.filter((kind) => mails[kind].isByAnyone)

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

export interface Mail<F> {
  Fields: z.ZodType<F>
  /** Contains the listing's name only once an editor approved it: anybody can submit a name. */
  subject: (fields: F) => string
  text: (fields: F) => (string | undefined)[]
  /** Why the recipient gets the mail. Default: the address was given with the submission. */
  why: string
  /** A person requests such mails, so they are sent even if mails to the address are off. */
  isRequested?: boolean
  /** Anybody can cause mails of this kind, so an unconfirmed address gets only a few a day. */
  isByAnyone?: boolean
}

function mail<S extends z.ZodObject>(
  given: Omit<Mail<z.infer<S>>, 'Fields' | 'why'> & { Fields: S; why?: string },
) {
  return { why: whySubmitted, isRequested: false, isByAnyone: false, ...given }
}
