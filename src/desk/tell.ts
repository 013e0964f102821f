import { type SideEffects, sideEffects } from '#editorial/side-effects.ts'
import type { Decided, Refusal } from '#editorial/decide.ts'
import { decisions } from '#editorial/decisions.ts'
import { type NotFresh, undoMinutes } from '#editorial/undo.ts'
import type { Delivery } from '#mail/deliver.ts'
import { type Printer, done, notDone, unknownListing } from '#authoring/result.ts'
import { onOneLine } from '#authoring/terminal-text.ts'
import { plural } from '#core/plural.ts'
import { withHint } from '#authoring/file-session.ts'
import type { Problem } from './reasons.ts'
import type { Session } from './session.ts'

export { done, notDone }

/** The result of a decision. */
export interface Told {
  value: object
  text: string
  hasMail?: boolean
  recipient?: string
}

/**
 * Runs the side effects of a decision, then prints the decision and their outcome. The decision
 * stays even if they fail.
 */
export async function followUp(
  session: Session,
  { mailIds, isPublic }: Pick<Decided, 'mailIds' | 'isPublic'>,
  { value, text, hasMail = false, recipient = 'its submitter' }: Told,
): Promise<number> {
  const { leavesMails, mailDelayMinutes } = session
  const waits = leavesMails || mailDelayMinutes > 0
  const now = waits ? [] : mailIds
  const followed = await sideEffects(session.backend, { isPublic, mailIds: now })
  const waiting = { delivered: false, accepted: false, left: true, inMinutes: mailDelayMinutes }
  const mails: MailState[] = waits ? mailIds.map(() => waiting) : followed.mails
  const isTaken = mailIds.length > 0 && mails.length === 0
  const said = hasMail ? mailText(mails, recipient, isTaken) : ''
  const rebuild = rebuildSaid(followed.rebuild)
  const lines = [text, said, rebuild.text].filter(Boolean)
  const all = { ...value, ...(hasMail ? { mails } : {}), ...rebuild.value }
  return done(session, all, lines.join('\n'), rebuild.hint)
}

/** What became of a request for a build, as a value and as text. */
export function rebuildSaid(rebuild: SideEffects['rebuild']) {
  if (!rebuild) return { value: {}, text: '' }
  const { state, ...error } = rebuild
  const value = { rebuild: state, ...error }
  if (rebuild.state === 'failed') {
    const text = `Warning: The site was not rebuilt: ${rebuild.error}. It stays asked for.`
    return { value, text, hint: 'Fire it again with: npm run editor -- rebuild' }
  }
  const none = 'No server is running; `npm start` builds the site with it.'
  return { value, text: state === 'asked' ? 'A rebuild of the site is asked for.' : none }
}

// A mail is `taken` when the service sends it at this moment.
function mailText(mails: readonly MailState[], recipient: string, isTaken: boolean) {
  if (isTaken) return `The mail to ${recipient} is being sent by the service.`
  return mails.length > 0
    ? `The mail to ${recipient} ${[...new Set(mails.map(mailState))].join(', ')}.`
    : 'It has no submitter to write to.'
}

type MailState = Pick<Delivery, 'accepted' | 'delivered' | 'why'> & {
  /** It stays in the outbox for the service to send. */
  left?: boolean
  inMinutes?: number
}

function mailState({ accepted, delivered, why, left, inMinutes = 0 }: MailState): string {
  if (inMinutes > 0)
    return `leaves in ${plural(inMinutes, 'minute', 'minutes')}; until then undo takes it back`
  if (left) return 'waits in the outbox for the service: no mail provider is set here'
  if (accepted) return 'was sent'
  if (delivered) return 'was written to a file'
  return why ? `was not sent: ${why}` : 'could not be sent and waits in the outbox'
}

/** Why a decision changed nothing. */
export type Undone =
  | Refusal
  | NotFresh
  | { outcome: 'invalid'; slug: string; problems: string[] }
  | { outcome: 'unchanged' | 'no_claim' | 'no_proposal' | 'no_owner' | 'mail_left'; slug: string }

/**
 * Prints why a decision changed nothing. If `what` has the wanted values already, or the listing the
 * status `wanted`, the command counts as done.
 */
export function refused(
  session: Printer,
  undone: Undone,
  { what = undone.slug, wanted }: { what?: string; wanted?: string | undefined } = {},
): number {
  const { slug, outcome } = undone
  if (outcome === 'unknown') return unknownListing(session, slug)
  if (outcome === 'unchanged')
    return done(session, undone, `${what} stands so already. Nothing was changed.`)
  if (outcome !== 'not_allowed') return notDone(session, undone, whyNot(undone))
  const { status, by } = undone
  const value = { outcome: `already_${status}`, slug, by }
  const text = `${slug} is already ${status}${by ? ` by ${by}` : ''}. Nothing was changed.`
  if (status === wanted) return done(session, value, text)
  const isReversible = status in decisions.restore
  const hint = isReversible ? `\`npm run editor -- restore ${slug}\` takes that back.` : undefined
  return notDone(session, value, text, hint)
}

function whyNot(undone: Exclude<Undone, { outcome: 'not_allowed' | 'unknown' }>): string {
  const { slug } = undone
  switch (undone.outcome) {
    case 'invalid':
      return `${undone.problems.join('\n')}\nNothing was changed.`
    case 'curated':
      return `${slug} is curated: its file says what it is. Change or remove ${undone.file}; the next build follows it. Nothing was changed.`
    case 'domain_taken':
      return `${undone.domain} is the domain of ${undone.holder} now. Nothing was changed.`
    case 'rewritten':
      return `${undone.by ?? 'Somebody'} changed ${slug} after it was read. Nothing was decided; read it again.`
    case 'no_claim':
      return `${slug} makes no claim that could be reviewed. Nothing was changed.`
    case 'no_owner':
      return `${slug} has no owner who could be verified. Nothing was changed.`
    case 'mail_left':
      return `The mail about ${slug} has left, so what you did is not undone. Correct it by another decision, which the owner hears of.`
    case 'not_fresh': {
      const { by, at } = undone
      const last =
        by && at && ` ${onOneLine(by)} was the last to do something to it, at ${at.toISOString()}.`
      return `Nothing that you did to ${slug} within ${undoMinutes} minutes is the last that was done to it.${last ?? ''} Nothing was changed.`
    }
    default:
      return `No proposal for ${slug} waits.`
  }
}

/** Prints that the editor answered no. */
export function declined(session: Printer, slug: string): number {
  return notDone(session, { outcome: 'declined', slug }, 'Nothing was changed.')
}

/** Prints a problem with the keys of reasons, such as a typo. See `reasonFrom`. */
export function unknownReason(session: Printer, { problem, hint }: Problem): number {
  const value = { outcome: 'unknown_reason', error: withHint(problem, hint) }
  return notDone(session, value, `${problem} Nothing was changed.`, hint)
}
