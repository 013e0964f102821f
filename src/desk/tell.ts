import { type SideEffects, sideEffects } from '#editorial/side-effects.ts'
import type { Decided, Refusal } from '#editorial/decide.ts'
import { decisions } from '#editorial/decisions.ts'
import type { Delivery } from '#mail/deliver.ts'
import { type Printer, done, notDone, unknownListing } from '#authoring/result.ts'
import { plural } from '#core/plural.ts'
import type { Session } from './session.ts'

export { done, notDone }

/** The result of a decision. */
interface Told {
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
  const followed = await sideEffects(session.backend, {
    isPublic,
    mailIds: waits ? [] : mailIds,
  })
  const mails: MailState[] = waits
    ? mailIds.map(() => ({ ...left, inMinutes: mailDelayMinutes }))
    : followed.mails
  const isTaken = mailIds.length > 0 && mails.length === 0
  const said = hasMail ? mailText(mails, recipient, isTaken) : ''
  const lines = [text, said, rebuildText(followed.rebuild)]
  const all = { ...value, ...(hasMail ? { mails } : {}), ...rebuildValue(followed.rebuild) }
  return done(session, all, lines.filter(Boolean).join('\n'))
}

/** The state of a mail that stays in the outbox for the service to send. */
const left = { delivered: false, accepted: false, left: true }

export function rebuildValue(rebuild: SideEffects['rebuild']): object {
  if (!rebuild) return {}
  const { state, ...error } = rebuild
  return { rebuild: state, ...error }
}

export function rebuildText(rebuild: SideEffects['rebuild']): string {
  if (!rebuild) return ''
  if (rebuild.state === 'asked') return 'A rebuild of the site is asked for.'
  if (rebuild.state === 'no_server')
    return 'No server is running; `npm start` builds the site with it.'
  return `Warning: The site was not rebuilt: ${rebuild.error}. It stays asked for; fire it again with: npm run editor -- rebuild`
}

// A mail is `taken` when the service sends it at this moment.
function mailText(mails: readonly MailState[], recipient: string, isTaken: boolean) {
  if (isTaken) return `The mail to ${recipient} is being sent by the service.`
  return mails.length > 0
    ? `The mail to ${recipient} ${[...new Set(mails.map(mailState))].join(', ')}.`
    : 'It has no submitter to write to.'
}

type MailState = Pick<Delivery, 'accepted' | 'delivered' | 'why'> & {
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

/** Prints why a decision was refused. A listing that is already `wanted` is a success. */
export function refused(session: Printer, refusal: Refusal, wanted?: string): number {
  if (refusal.outcome === 'unknown') return unknownListing(session, refusal.slug)
  if (refusal.outcome !== 'not_allowed') return notDone(session, refusal, refusalText(refusal))
  const { slug, status, by } = refusal
  const value = { outcome: `already_${status}`, slug, by }
  const text = `${slug} is already ${status}${by ? ` by ${by}` : ''}. Nothing was changed.`
  if (status === wanted) return done(session, value, text)
  const wayBack = ` \`npm run editor -- restore ${slug}\` takes that back.`
  return notDone(session, value, text + (status in decisions.restore ? wayBack : ''))
}

function refusalText(refusal: Exclude<Refusal, { outcome: 'not_allowed' | 'unknown' }>): string {
  const { slug } = refusal
  if (refusal.outcome === 'curated')
    return `${slug} is curated: its file says what it is. Change or remove ${refusal.file}; the next build follows it. Nothing was changed.`
  if (refusal.outcome === 'domain_taken')
    return `${refusal.domain} is the domain of ${refusal.holder} now. Nothing was changed.`
  return `${refusal.by ?? 'Somebody'} changed ${slug} after it was read. Nothing was decided; read it again.`
}

/** Prints that the editor answered no. */
export function declined(session: Printer, slug: string): number {
  return notDone(session, { outcome: 'declined', slug }, 'Nothing was changed.')
}

/** Prints a problem with the keys of reasons, such as a typo. See `reasonFrom`. */
export function unknownReason(session: Printer, sentence: string): number {
  const value = { outcome: 'unknown_reason', error: sentence }
  return notDone(session, value, `${sentence} Nothing was changed.`)
}

export function invalid(
  session: Printer,
  value: { outcome: 'invalid'; slug?: string; problems: string[] },
): number {
  return notDone(session, value, `${value.problems.join('\n')}\nNothing was changed.`)
}
