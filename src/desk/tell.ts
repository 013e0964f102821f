import { type SideEffects, sideEffects } from '#editorial/side-effects.ts'
import type { Decided, Refusal } from '#editorial/decide.ts'
import { decisions } from '#editorial/decisions.ts'
import type { Delivery } from '#mail/deliver.ts'
import type { Session } from './session.ts'

/** What follows a decision, and telling of it. The decision stands whatever becomes of that. */
export async function followUp(
  session: Session,
  decided: Pick<Decided, 'mailIds' | 'isPublic'>,
  told: { value: object; text: string; hasMail: boolean },
): Promise<number> {
  const { leavesMails } = session
  const { mailIds, isPublic } = decided
  const work = () => sideEffects(session.backend, { isPublic, mailIds: leavesMails ? [] : mailIds })
  if (session.follow) {
    session.follow(async () => problemsOf(await work(), told.text))
    session.print(told.value, told.text)
    return 0
  }
  const followed = await work()
  const { rebuild } = followed
  const mails = leavesMails ? mailIds.map(() => left) : followed.mails
  const lines = [told.text, ...(told.hasMail ? [mailText(mails)] : []), rebuildText(rebuild)]
  session.print(
    { ...told.value, ...(told.hasMail ? { mails } : {}), ...rebuildValue(rebuild) },
    lines.filter(Boolean).join('\n'),
  )
  return 0
}

/** What went wrong after a decision that was told already. */
function problemsOf({ mails, rebuild }: SideEffects, text: string): string[] {
  return [
    ...mails
      .filter(({ delivered }) => !delivered)
      .map((mail) => `${text} But its mail ${mailState(mail)}.`),
    ...(rebuild?.state === 'failed' ? [rebuildText(rebuild)] : []),
  ]
}

/** A mail that the service is to send. */
const left = { delivered: false, accepted: false, left: true }

/** How a rebuild stands, in JSON. */
export function rebuildValue(rebuild: SideEffects['rebuild']): object {
  if (!rebuild) return {}
  return {
    rebuild: rebuild.state,
    ...(rebuild.state === 'failed' ? { error: rebuild.error } : {}),
  }
}

/** How a rebuild stands, in a sentence. */
export function rebuildText(rebuild: SideEffects['rebuild']): string {
  if (!rebuild) return ''
  if (rebuild.state === 'asked') return 'A rebuild of the site is asked for.'
  if (rebuild.state === 'no_server')
    return 'No server is running; `npm start` builds the site with it.'
  return `Warning: The site was not rebuilt: ${rebuild.error}. It stays asked for; fire it again with: npm run editor -- rebuild`
}

function mailText(mails: readonly MailState[]) {
  return mails.length > 0
    ? `The mail to its submitter ${mails.map(mailState).join(', ')}.`
    : 'It has no submitter to write to.'
}

function mailState({ accepted, delivered, why, left }: MailState): string {
  if (left) return 'waits in the outbox for the service: no mail provider is set here'
  if (accepted) return 'was sent'
  if (delivered) return 'was written to a file'
  return why ? `was not sent: ${why}` : 'could not be sent and waits in the outbox'
}

type MailState = Pick<Delivery, 'accepted' | 'delivered' | 'why'> & { left?: boolean }

/** Says why nothing was done. Wanting what is already so is no failure. */
export function refused({ print }: Session, outcome: Refusal, wanted?: string): number {
  if (outcome.outcome === 'not_allowed') {
    const { slug, status, by } = outcome
    const wayBack =
      status !== wanted && status in decisions.restore
        ? ` \`npm run editor -- restore ${slug}\` takes that back.`
        : ''
    print(
      { outcome: `already_${status}`, slug, by },
      `${slug} is already ${status}${by ? ` by ${by}` : ''}. Nothing was changed.${wayBack}`,
    )
    return status === wanted ? 0 : 1
  }
  print(outcome, refusalText(outcome))
  return 1
}

function refusalText(outcome: Exclude<Refusal, { outcome: 'not_allowed' }>): string {
  const { slug } = outcome
  if (outcome.outcome === 'curated')
    return `${slug} is curated: its file says what it is. Change or remove ${outcome.file}; the next build follows it. Nothing was changed.`
  if (outcome.outcome === 'domain_taken')
    return `${outcome.domain} is the domain of ${outcome.holder} now. Nothing was changed.`
  if (outcome.outcome === 'rewritten')
    return `${outcome.by ?? 'Somebody'} changed ${slug} after it was read. Nothing was decided; read it again.`
  return `There is no listing "${slug}". \`npm run editor -- queue\` lists what is pending.`
}

export function declined({ print }: Session, slug: string): number {
  print({ outcome: 'declined', slug }, 'Nothing was changed.')
  return 1
}

/** A reason that is no key and no words; see `reasonFrom`. */
export function unknownReason({ print }: Session, sentence: string): number {
  print({ outcome: 'unknown_reason', error: sentence }, `${sentence} Nothing was changed.`)
  return 1
}
