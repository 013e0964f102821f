import { type UndeliveredMail, listUndelivered } from '../../src/db/undelivered.ts'
import { type Delivery, deliverMails } from '../../src/mail/deliver.ts'
import type { Command } from './arguments.ts'
import type { Session } from './session.ts'
import { age, onOneLine } from './terminal-text.ts'

export const outbox: Command = {
  about: 'the mails that were not delivered, and why; --retry sends one now',
  options: ['retry'],
  run: async (session) => {
    const { door, values, print, now } = session
    const mails = await listUndelivered(door.db)
    if (values.retry !== undefined) return retry(session, mails)
    const lines = mails.flatMap((mail) => mailLines(mail, now()))
    print({ mails }, lines.length > 0 ? lines.join('\n') : 'Every mail was delivered.')
    return 0
  },
}

async function retry(
  { door, values, leavesMails, print }: Session,
  mails: readonly UndeliveredMail[],
): Promise<number> {
  const mail = mails.find(({ id }) => id === values.retry)
  if (!mail) {
    print({ outcome: 'unknown', id: values.retry }, `No mail ${values.retry} waits.`)
    return 1
  }
  if (leavesMails) {
    print(
      { outcome: 'left', id: mail.id },
      'No mail provider is set here (SMTP_URL); the service sends it.',
    )
    return 1
  }
  const [delivery] = await deliverMails(door.db, await door.mailer(), [mail.id])
  if (!delivery) {
    print({ outcome: 'under_way', id: mail.id }, `Mail ${mail.id} is being sent by somebody else.`)
    return 1
  }
  print(
    { ...delivery, outcome: delivery.delivered ? 'delivered' : delivery.outcome },
    `Mail ${mail.id} ${became[delivery.outcome]}.`,
  )
  return delivery.delivered ? 0 : 1
}

const became = {
  sent: 'was delivered',
  failed: 'failed again',
  refused: 'was refused for good: the address does not take it',
  suppressed: 'was not sent: its address wants none',
} as const satisfies Record<Delivery['outcome'], string>

function mailLines(mail: UndeliveredMail, now: Date): string[] {
  const { id, kind, slug, to_email, attempts, created_at, next_attempt_at, last_error } = mail
  const tries = attempts === 0 ? 'not tried yet' : `${attempts} tries`
  const next = next_attempt_at > now ? `, next at ${next_attempt_at.toISOString()}` : ''
  return [
    `${id}  ${kind} of ${slug ?? 'no listing'} to ${onOneLine(to_email)}, ${age(created_at, now)} old: ${tries}${next}`,
    ...(last_error ? [`    | ${onOneLine(last_error)}`] : []),
  ]
}
